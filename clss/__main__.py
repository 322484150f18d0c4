"""The command ``clss``: sees that its three packages are those that belong together, then runs.

The names ``baselines`` and ``evaluation`` are common ones: a directory of one's own, or another
package, may stand before ours on Python's path.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

_HERE = Path(__file__).resolve().parent.parent


def shadowed(name: str) -> str:
    """Return where another package stands in the place of one of ours; "" if none does."""
    spec = find_spec(name)
    places = [] if spec is None else list(spec.submodule_search_locations or [str(spec.origin)])
    if any(Path(place).resolve().parent == _HERE for place in places[:1]):
        return ""
    return places[0] if places else "nowhere"


def main() -> int:
    """Run the command line, or say what stands in its way."""
    for name in ("baselines", "evaluation"):
        place = shadowed(name)
        if place:
            print(
                f"clss: the package {name!r} is taken from {place}, not from {_HERE}: rename or"
                " remove it, or run clss in another directory (PYTHONPATH may name it, too)",
                file=sys.stderr,
            )
            return 2
    # by name: the core knows neither of the two
    code: int = import_module("evaluation.cli").main()
    return code


if __name__ == "__main__":
    sys.exit(main())
