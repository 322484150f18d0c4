"""Some sentence-aligned text and a dictionary, to try ``clss swtc mine`` on.

    python examples/in_context/write_parallel.py OUT

takes the sentences of the quickstart's items with their human translations. For items of your own
take any sentence-aligned text, as from <https://opus.nlpl.eu>, and a dictionary.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

QUICKSTART = Path(__file__).resolve().parent.parent / "quickstart"


def main(out: Path) -> None:
    """Write ``parallel.es.txt``, ``parallel.en.txt`` and ``dictionary.tsv``."""
    items = [
        json.loads(line)
        for name in ("swtc-test.jsonl", "swtc-dev.jsonl")
        for line in (QUICKSTART / name).read_text(encoding="utf-8").splitlines()
    ]
    pairs = sorted({(item["word"], one) for item in items for one in item["candidates"]})
    out.mkdir(parents=True, exist_ok=True)
    contents = {
        "parallel.es.txt": [item["text"] for item in items],
        "parallel.en.txt": [item["translation"] for item in items],
        "dictionary.tsv": ["\t".join(pair) for pair in pairs],
    }
    for name, lines in contents.items():
        (out / name).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
