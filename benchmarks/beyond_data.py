r"""The corpora and development items that ``beyond.py`` and ``shared_draws.py`` measure on.

    python benchmarks/beyond_data.py --europarl DIR --libreoffice DIR \
        --dictionary freedict-spa-eng.index --out DIR

``--europarl`` has the files that examples/europarl/README.md names, ``--libreoffice`` is what
``examples/libreoffice/build.py`` wrote, the dictionary is FreeDict's. Every corpus gets a directory
with ``source.txt.gz``, ``target.txt.gz``, ``gold-dev.tsv`` and, if there are sentences,
``swtc-dev.jsonl``; no source word in them is one that a printed table asks for.
"""

from __future__ import annotations

import argparse
import gzip
import json
import shutil
import subprocess
import sys
from pathlib import Path

QUICKSTART = Path(__file__).parents[1] / "examples" / "quickstart"
SIDES = {"es": "source", "en": "target"}


def words(lexicon: Path) -> set[str]:
    """Return the source words of a lexicon."""
    lines = lexicon.read_text(encoding="utf-8").splitlines()
    return {line.split("\t")[0] for line in lines}


def without(lexicon: Path, tested: set[str], to: Path) -> None:
    """Copy a lexicon without the pairs whose source word is tested."""
    lines = lexicon.read_text(encoding="utf-8").splitlines(keepends=True)
    kept = [line for line in lines if line.split("\t")[0] not in tested]
    to.write_text("".join(kept), encoding="utf-8")
    print(f"{to}: {len(kept)} pairs")


def mine(europarl: Path, dictionary: Path, to: Path) -> None:
    """Mine sentences from the aligned paragraphs; leave out words that are tested in context."""
    texts = [str(europarl / f"parallel.nouns.{lang}.txt.gz") for lang in SIDES]
    command = ["swtc", "mine", *texts, "--langs", "es,en", "--lexicon", str(dictionary)]
    call = [sys.executable, "-m", "clss", *command, "-o", str(to)]
    subprocess.run(call, check=True, stdout=subprocess.DEVNULL)
    tested = {json.loads(line)["word"] for line in (europarl / "swtc.jsonl").open(encoding="utf-8")}
    lines = to.read_text(encoding="utf-8").splitlines(keepends=True)
    kept = [line for line in lines if json.loads(line)["word"] not in tested]
    to.write_text("".join(kept), encoding="utf-8")
    print(f"{to}: {len(kept)} sentences of {len({json.loads(one)['word'] for one in kept})} words")


def place(out: Path, pair: str) -> Path:
    """Make the directory of a corpus."""
    (out / pair).mkdir(parents=True, exist_ok=True)
    return out / pair


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name in ("--europarl", "--libreoffice", "--dictionary", "--out"):
        parser.add_argument(name, type=Path, required=True)
    given = parser.parse_args()

    whole, quarter = (place(given.out, f"{name}-es-en") for name in ("europarl", "quarter"))
    without(
        given.europarl / "gold.es-en.tsv",
        words(QUICKSTART / "gold.es-en.tsv"),
        whole / "gold-dev.tsv",
    )
    mine(given.europarl, given.dictionary, whole / "swtc-dev.jsonl")
    for lang, side in SIDES.items():
        text = given.europarl / f"nouns.{lang}.txt.gz"
        shutil.copy(text, whole / f"{side}.txt.gz")
        with gzip.open(text, "rb") as lines, gzip.open(quarter / f"{side}.txt.gz", "wb") as kept:
            kept.writelines(line for n, line in enumerate(lines) if n % 4 == 0)
    for name in ("gold-dev.tsv", "swtc-dev.jsonl"):
        shutil.copy(whole / name, quarter / name)

    small = place(given.out, "quickstart-es-en")
    for lang, side in SIDES.items():
        shutil.copy(QUICKSTART / f"nouns.{lang}.txt.gz", small / f"{side}.txt.gz")
    shutil.copy(QUICKSTART / "gold-dev.es-en.tsv", small / "gold-dev.tsv")
    shutil.copy(QUICKSTART / "swtc-dev.jsonl", small / "swtc-dev.jsonl")

    for built in sorted(given.libreoffice.glob("*-en")):
        here = place(given.out, built.name)
        shutil.copy(built / "gold-dev.tsv", here / "gold-dev.tsv")
        shutil.copy(built / f"{built.name[:2]}.txt.gz", here / "source.txt.gz")
        shutil.copy(built / "en.txt.gz", here / "target.txt.gz")


if __name__ == "__main__":
    main()
