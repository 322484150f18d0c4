"""Preparing raw text: its speed, and how near it comes to the quickstart's shipped nouns.

    python benchmarks/prepare.py [--copies 10] [--spanish spacy:es_core_news_sm]

Speed is in words read a second of processor time, everything included: reading and unpacking,
words, counting, writing. Nearness is the F-measure of the words of each document, as multisets,
between what `clss corpus prepare` makes of the raw files and the noun files beside them.
"""

from __future__ import annotations

import argparse
import gzip
import shutil
import sys
import tempfile
from collections import Counter
from functools import partial
from itertools import islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from measure import measure

from clss.errors import InputError
from clss.text.prepare import prepare_corpus
from clss.text.recipe import Recipe
from clss.textfile import read_lines

QUICKSTART = Path(__file__).parents[1] / "examples" / "quickstart"
LANGS = ("es", "en")


def raw_files(folder: Path, copies: int = 1, documents: int | None = None) -> list[Path]:
    files = []
    for lang in LANGS:
        with gzip.open(QUICKSTART / f"raw.{lang}.txt.gz", "rb") as stream:
            text = b"".join(islice(stream, documents))
        files.append(folder / f"{lang}.txt")
        files[-1].write_bytes(text * copies)
    return files


def prepare(recipes: tuple[Recipe, Recipe], files: list[Path]) -> int:
    out = files[0].parent / "out"
    shutil.rmtree(out, ignore_errors=True)
    summary = prepare_corpus(files[0], files[1], out, recipes)
    return sum(side["words"] for side in summary["words"].values())


def speeds(folder: Path, copies: int, repeats: int) -> None:
    files = raw_files(folder, copies)
    choices = {
        "words in lower case": {},
        "with lemmas and lists of stop words": {"lemmas": True, "stopwords": "list"},
    }
    for name, options in choices.items():
        recipes = tuple(Recipe(lang, **options) for lang in LANGS)
        _, costs = measure(partial(list, files), partial(prepare, recipes), repeats)
        best = max(cost.result / cost.cpu_seconds for cost in costs)
        words, memory = costs[0].result, max(cost.peak_megabytes for cost in costs)
        print(
            f"{name:40} {best / 1e3:6.0f}k words/s and core  ({words / 1e6:.1f}M, {memory:.0f} MB)"
        )


def nearness(made: Path, lang: str, documents: int) -> tuple[float, float, float]:
    shared = mine = theirs = 0
    names = [line.split("\t")[1] for line in read_lines(made / "documents.tsv")]
    by_name = dict(zip(names, read_lines(made / f"{lang}.txt.gz"), strict=True))
    shipped = list(read_lines(QUICKSTART / f"nouns.{lang}.txt.gz"))
    for number, line in enumerate(shipped[:documents], 1):
        first, second = Counter(by_name.get(str(number), "").split()), Counter(line.split())
        shared += (first & second).total()
        mine += first.total()
        theirs += second.total()
    return shared / mine, shared / theirs, 2 * shared / (mine + theirs)


def overlap(folder: Path, documents: int, spanish: str | None) -> None:
    print(
        f"\nfirst {documents} documents against the shipped nouns: precision, recall, F", flush=True
    )
    files = raw_files(folder, documents=documents)
    for lang, name, options in (
        ("en", "nouns by HanTa", {"tagger": "hanta"}),
        ("en", "all lemmas but stop words", {"lemmas": True, "stopwords": "list"}),
        ("es", f"nouns by {spanish}", {"tagger": spanish}),
        ("es", "all lemmas but stop words", {"lemmas": True, "stopwords": "list"}),
    ):
        if name == "nouns by None":
            continue
        recipes = [Recipe(code) for code in LANGS]
        recipes[LANGS.index(lang)] = Recipe(lang, **options)
        out = folder / "out"
        shutil.rmtree(out, ignore_errors=True)
        prepare_corpus(files[0], files[1], out, (recipes[0], recipes[1]))
        precision, recall, f = nearness(out, lang, documents)
        print(f"{lang}  {name:35} {precision:.3f}  {recall:.3f}  {f:.3f}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--copies", type=int, default=10, help="copies of the quickstart's text")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--documents", type=int, default=300, help="compared with the nouns")
    parser.add_argument("--spanish", help="a tagger for Spanish, as in spacy:es_core_news_sm")
    options = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory() as name:
            speeds(Path(name), options.copies, options.repeats)
            overlap(Path(name), options.documents, options.spanish)
    except InputError as error:
        print(f"prepare.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
