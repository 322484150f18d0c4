"""``clss gold``: test and development lexicons from dictionaries, and their columns swapped."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evaluation.cli.options import LangsOption, parse_langs
from evaluation.cli.output import Form, FormOption, columns, emit, note
from evaluation.cli.together import goes_with

gold_app = typer.Typer(help="Make gold lexicons.")


def register(app: typer.Typer) -> None:
    """Add the group of commands."""
    app.add_typer(gold_app, name="gold")


@gold_app.callback()
def _group() -> None:
    """Make gold lexicons."""


@gold_app.command("build")
def build(
    dictionaries: Annotated[
        list[Path],
        typer.Argument(
            metavar="DICT...",
            help="Dictionaries from source to target: .tsv or .txt (two columns, MUSE), .index or "
            ".dict.dz (dictd, FreeDict), .tei, .jsonl (Wiktionary by kaikki.org).",
        ),
    ],
    corpus: Annotated[
        tuple[Path, Path],
        typer.Option(metavar="SOURCE TARGET", help="The corpus in which the words must occur."),
    ],
    langs: LangsOption,
    out: Annotated[
        Path,
        typer.Option("--out", "-o", metavar="GOLD.tsv", help="File for the test lexicon."),
    ],
    dev: Annotated[
        Path | None,
        typer.Option(metavar="DEV.tsv", help="File for a lexicon to tune on; shares no word."),
    ] = None,
    reverse: Annotated[
        list[Path] | None,
        typer.Option(metavar="DICT", help="A dictionary from target to source; may be repeated."),
    ] = None,
    many: Annotated[
        bool, typer.Option("--many", help="All translations of a word, not one to one.")
    ] = False,
    nouns: Annotated[
        bool,
        typer.Option("--nouns", help="Leave out what dictionaries mark as another part of speech."),
    ] = False,
    identical: Annotated[
        bool, typer.Option("--identical", help="Keep pairs of equal strings.")
    ] = False,
    min_count: Annotated[
        int, typer.Option(min=1, help="Occurrences in the corpus that a word needs.")
    ] = 5,
    dev_share: Annotated[
        float | None,
        typer.Option(
            min=0.0, max=0.99, help="Share of the pairs that is for development, by default 0.3."
        ),
    ] = None,
    test_size: Annotated[
        int | None,
        typer.Option(min=1, help="At most so many words, equally from all frequency bands."),
    ] = None,
    dev_size: Annotated[
        int | None, typer.Option(min=1, help="The same for the development lexicon.")
    ] = None,
    bands: Annotated[int, typer.Option(min=1, help="Frequency bands.")] = 5,
    not_in_test: Annotated[
        list[Path] | None,
        typer.Option(metavar="LEXICON", help="Its words must not be tested: they were tuned on."),
    ] = None,
    not_in_dev: Annotated[
        list[Path] | None,
        typer.Option(metavar="LEXICON", help="Its words must not be tuned on: they are tested."),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(min=0, help="Of the draw, if there are too many words; by default 1."),
    ] = None,
    form: FormOption = Form.text,
) -> None:
    """Make a test and a development lexicon from dictionaries, for the words of a corpus.

    Example: clss gold build freedict-spa-eng.index --reverse freedict-eng-spa.index
    --corpus es.txt.gz en.txt.gz --langs es,en -o gold.tsv --dev gold-dev.tsv
    """
    from itertools import chain

    from clss.dictionaries import GoldChoice, build_gold, read_dictionary
    from clss.errors import InputError
    from clss.text.counting import count_words

    goes_with(
        "--dev", dev is not None, dev_size=dev_size, dev_share=dev_share, not_in_dev=not_in_dev
    )
    goes_with("--test-size or --dev-size", (test_size, dev_size) != (None, None), seed=seed)
    share = 0.3 if dev_share is None else dev_share
    codes = parse_langs(langs)
    counts = (count_words(corpus[0]), count_words(corpus[1]))
    lexicons = build_gold(
        chain.from_iterable(read_dictionary(path, codes) for path in dictionaries),
        chain.from_iterable(read_dictionary(path, codes[::-1]) for path in reverse or []),
        counts,
        GoldChoice(
            one_to_one=not many,
            nouns=nouns,
            identical=identical,
            min_count=min_count,
            dev_share=share if dev is not None else 0.0,
            test_size=test_size,
            dev_size=dev_size,
            bands=bands,
            seed=1 if seed is None else seed,
        ),
        not_in_test=_pairs(not_in_test),
        not_in_dev=_pairs(not_in_dev),
    )
    if not lexicons.test:
        reasons = ", ".join(f"{n} {reason}" for reason, n in lexicons.dropped.most_common(3))
        raise InputError(
            f"no pair is left for the test ({reasons or 'the dictionaries name none'}); "
            "are the languages and their order right?"
        )
    _write(out, lexicons.test)
    if dev is not None:
        _write(dev, lexicons.dev)
    document = {
        "test": len(lexicons.test),
        "dev": len(lexicons.dev),
        "by_band": lexicons.by_band,
        "dropped": dict(sorted(lexicons.dropped.items())),
    }
    rows = [["test", str(len(lexicons.test)), _bands(lexicons.by_band["test"])]]
    if dev is not None:
        rows.append(["development", str(len(lexicons.dev)), _bands(lexicons.by_band["dev"])])
    drops = [f"  {number:,} {reason}" for reason, number in lexicons.dropped.most_common()]
    table = columns(rows, header=["", "pairs", "words by frequency, frequent first"])
    emit(form, document, "\n".join([table, "translations not taken:", *drops]))


@gold_app.command("swap")
def swap(
    lexicon: Annotated[Path, typer.Argument(metavar="LEXICON", help="source<TAB>target.")],
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="SWAPPED.tsv", help="target<TAB>source.")
    ],
) -> None:
    """Write a lexicon from the other language: columns swapped, lines in their order.

    Example: clss gold swap en-es.tsv -o es-en.tsv
    """
    pairs = _pairs([lexicon])
    _write(out, [(target, source) for source, target in pairs])
    note(f"{out}: {len(pairs)} pairs")


def _bands(numbers: list[int]) -> str:
    return " + ".join(map(str, numbers))


def _pairs(paths: list[Path] | None) -> list[tuple[str, str]]:
    from clss.formats.lexicon import read_lexicon

    return [(entry.source, entry.target) for path in paths or [] for entry in read_lexicon(path)]


def _write(path: Path, pairs: list[tuple[str, str]]) -> None:
    from clss.formats.lexicon import write_lexicon
    from clss.lexicon import LexiconEntry

    write_lexicon(path, (LexiconEntry(*pair) for pair in pairs))
