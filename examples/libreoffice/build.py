"""Rebuild the LibreOffice benchmark: python examples/libreoffice/build.py

Fetches Debian's packages of LibreOffice's help and FreeDict's dictionaries, and writes for every
language pair with English a comparable corpus of lemmatised content words and two gold lexicons,
one to tune on and one to test on. README.md says what is in it and how it was made.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import sys
import tempfile
from collections import Counter
from importlib.metadata import PackageNotFoundError, version
from itertools import chain
from pathlib import Path

from packages import differences, fetch, files_of
from pages import parallel_pages, read_help

from clss.dictionaries import GoldChoice, Translation, build_gold, read_dictionary
from clss.errors import InputError
from clss.formats.lexicon import read_lexicon, write_lexicon
from clss.lexicon import LexiconEntry
from clss.text.alternate_paragraphs import split_parallel
from clss.text.counting import count_words
from clss.text.prepare import Cuts, prepare_corpus
from clss.text.recipe import Recipe

HERE = Path(__file__).parent
ENGLISH = "libreoffice-help-en-us"
#: code, Debian's name of the help's language, FreeDict's code
LANGUAGES = {
    "cs": ("cs", "ces"),
    "da": ("da", "dan"),
    "de": ("de", "deu"),
    "es": ("es", "spa"),
    "fr": ("fr", "fra"),
    "hu": ("hu", "hun"),
    "pl": ("pl", "pol"),
    "pt": ("pt-br", "por"),
    "sl": ("sl", "slv"),
    "sv": ("sv", "swe"),
}
#: Packages whose tables decide about every word; other versions give other corpora.
VERSIONS = {"simplemma": "2.0.0", "stopwordsiso": "0.7.1"}
CHECKSUMS = HERE / "corpora.sha256"
QUICKSTART_GOLD = HERE.parent / "quickstart" / "gold.es-en.tsv"


def packages_of(lang: str) -> tuple[str, list[str]]:
    """Return the package with the help of a language and those with its dictionaries."""
    help_name, code = LANGUAGES[lang]
    dictionaries = [f"dict-freedict-{code}-eng"]
    if lang != "sl":  # Debian has no dictionary from English to Slovenian
        dictionaries.append(f"dict-freedict-eng-{code}")
    return f"libreoffice-help-{help_name}", dictionaries


def build_pair(lang: str, found: dict[str, Path], english: dict, out: Path, workers: int) -> None:
    """Write corpus and lexicons of one pair."""
    help_package, dictionaries = packages_of(lang)
    folder = out / f"{lang}-en"
    if folder.exists():
        shutil.rmtree(folder)
    langs = (lang, "en")
    with tempfile.TemporaryDirectory() as name:
        raw = Path(name) / "raw"
        split_parallel(parallel_pages(read_help(found[help_package]), english), raw, langs)
        recipes = tuple(Recipe(code, lemmas=True, stopwords="list") for code in langs)
        summary = prepare_corpus(
            raw / f"{lang}.txt.gz",
            raw / "en.txt.gz",
            folder,
            (recipes[0], recipes[1]),
            Cuts(max_share=0.5, min_words=10),
            workers=workers,
        )
        both = [list(translations(found[package], Path(name))) for package in dictionaries]
    counts = (count_words(folder / f"{lang}.txt.gz"), count_words(folder / "en.txt.gz"))
    gold = build_gold(
        both[0],
        chain.from_iterable(both[1:]),
        counts,
        GoldChoice(dev_share=0.4),
        not_in_test=pairs(HERE / "tuned" / f"{lang}-en.tsv"),
        # the quickstart tests these on pages that are also here
        not_in_dev=pairs(QUICKSTART_GOLD) if lang == "es" else [],
    )
    write_lexicon(folder / "gold-test.tsv", (LexiconEntry(*pair) for pair in gold.test))
    write_lexicon(folder / "gold-dev.tsv", (LexiconEntry(*pair) for pair in gold.dev))
    words = summary["words"]
    print(
        f"{lang}-en: {summary['documents']['kept']} pages, {words[lang]['kept']} + "
        f"{words['en']['kept']} words, {len(gold.test)} test and {len(gold.dev)} development pairs",
        flush=True,
    )


def translations(package: Path, folder: Path) -> list[Translation]:
    """Read the dictionary of a package."""
    for name, content in files_of(package, "usr/share/dictd/"):
        (folder / Path(name).name).write_bytes(content)
    index = package.name.partition("_")[0].removeprefix("dict-") + ".index"
    return list(read_dictionary(folder / index, ("", "")))


def pairs(path: Path) -> list[tuple[str, str]]:
    """Read the pairs of a lexicon."""
    return [(entry.source, entry.target) for entry in read_lexicon(path)]


def checksums(out: Path, langs: list[str]) -> dict[str, str]:
    """Return the SHA-256 of every file that the benchmark consists of."""
    names = [f"{x}-en/{f}" for x in langs for f in (f"{x}.txt.gz", "en.txt.gz")]
    names += [f"{x}-en/gold-{which}.tsv" for x in langs for which in ("dev", "test")]
    return {name: hashlib.sha256((out / name).read_bytes()).hexdigest() for name in sorted(names)}


def report(out: Path, langs: list[str], packages: dict[str, Path], record: bool) -> None:
    """Compare with the benchmark as published, or publish this one."""
    now = checksums(out, langs)
    if record:
        lines = [f"{digest}  {name}\n" for name, digest in now.items()]
        CHECKSUMS.write_text("".join(lines), encoding="utf-8")
        return
    published = dict(reversed(line.split()) for line in CHECKSUMS.read_text("utf-8").splitlines())
    different = [name for name, digest in now.items() if published.get(name) != digest]
    if not different:
        print(f"all {len(now)} files are the published ones, byte by byte")
        return
    print(f"{len(different)} of {len(now)} files differ from the published ones ({different[0]} …)")
    causes = [f"package {name}" for name in differences(packages)]
    causes += [
        f"{name} {_version(name)}, not {v}" for name, v in VERSIONS.items() if _version(name) != v
    ]
    print("versions that differ: " + ("; ".join(causes) or "none"))


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "missing"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--out", type=Path, default=HERE / "data", help="where it is written")
    parser.add_argument("--packages", type=Path, help="directory of the .deb files")
    parser.add_argument("--pairs", nargs="*", default=list(LANGUAGES), choices=list(LANGUAGES))
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument(
        "--record", action="store_true", help="take the result as the published one"
    )
    options = parser.parse_args()
    wanted = Counter([ENGLISH])
    for lang in options.pairs:
        help_package, dictionaries = packages_of(lang)
        wanted.update([help_package, *dictionaries])
    try:
        found = fetch(sorted(wanted), options.packages or options.out / "packages")
        english = read_help(found[ENGLISH])
        for lang in options.pairs:
            build_pair(lang, found, english, options.out, options.workers)
        report(options.out, options.pairs, found, options.record)
    except InputError as error:
        print(f"build.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
