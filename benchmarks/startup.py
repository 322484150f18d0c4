"""Processor seconds of commands that should answer at once, the best of several runs.

Python may keep compiled modules, as it does unless it is told otherwise: the first run, which
compiles them, does not count.

python benchmarks/startup.py [--rounds 3] [--space DIR --word WORD]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

COMMAND = [sys.executable, "-c", "import sys; from evaluation.cli import main; sys.exit(main())"]


def processor_seconds(arguments: list[str], rounds: int) -> float:
    """Return the least processor time of a command among some runs."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    times = []
    for _ in range(rounds + 1):
        before = os.times()
        subprocess.run([*COMMAND, *arguments], check=True, capture_output=True, env=environment)
        after = os.times()
        times.append(
            after.children_user
            - before.children_user
            + after.children_system
            - before.children_system
        )
    return min(times[1:])


def toy_space(directory: Path) -> Path:
    from baselines import LSA
    from clss.toy import toy_corpus

    LSA(dim=20).fit(toy_corpus()).save(directory / "lsa")
    return directory / "lsa"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--space", type=Path, help="a saved space; by default a toy is made")
    parser.add_argument("--word", default="s03")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        space = options.space or toy_space(Path(scratch))
        for arguments in (["--version"], ["--help"], ["neighbors", str(space), options.word]):
            seconds = processor_seconds(arguments, options.rounds)
            print(f"clss {arguments[0]:<12} {seconds:.2f} s")


if __name__ == "__main__":
    main()
