"""``clss swtc mine``: items for translation in context, from sentence-aligned text."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evaluation.cli.options import LangsOption, parse_langs
from evaluation.cli.output import Form, FormOption, columns, emit
from evaluation.cli.together import goes_with

if TYPE_CHECKING:
    from clss.corpus import AlignedCorpus
    from clss.text.in_context import MinedItem
    from clss.text.in_context.near_synonyms import NearSynonyms

swtc_app = typer.Typer(help="Make items for translation in context.")


def register(app: typer.Typer) -> None:
    """Add the group of commands."""
    app.add_typer(swtc_app, name="swtc")


@swtc_app.callback()
def _group() -> None:
    """Make items for translation in context."""


@swtc_app.command("mine")
def mine(
    source: Annotated[
        Path,
        typer.Argument(
            metavar="SOURCE", help="Words of the source language, a sentence a line, plain or .gz."
        ),
    ],
    target: Annotated[
        Path,
        typer.Argument(metavar="TARGET", help="The same sentences in the target language."),
    ],
    langs: LangsOption,
    lexicon: Annotated[
        list[Path],
        typer.Option(
            metavar="DICT",
            help="Dictionary with several translations a word: .tsv or .txt (two columns, MUSE), "
            ".index or .dict.dz (dictd, FreeDict), .tei, .jsonl (Wiktionary); may be repeated.",
        ),
    ],
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="ITEMS.jsonl", help="File for the test items.")
    ],
    dev: Annotated[
        Path | None,
        typer.Option(metavar="DEV.jsonl", help="File for items of other words, to tune on."),
    ] = None,
    texts: Annotated[
        tuple[Path, Path] | None,
        typer.Option(
            metavar="SOURCE TARGET", help="The same lines as running text, for people to read."
        ),
    ] = None,
    max_similarity: Annotated[
        float,
        typer.Option(
            min=0.0,
            max=1.0,
            help="Candidates whose contexts are more similar are near-synonyms; 1 to allow all.",
        ),
    ] = 0.15,
    wordnet: Annotated[
        str | None,
        typer.Option(
            metavar="wn[:LEXICON]|nltk",
            help="Candidates that share a sense in this WordNet are near-synonyms, too.",
        ),
    ] = None,
    nouns: Annotated[
        bool,
        typer.Option("--nouns", help="Leave out what dictionaries mark as another part of speech."),
    ] = False,
    min_count: Annotated[
        int, typer.Option(min=1, help="Occurrences in the text that a word needs.")
    ] = 20,
    per_sense: Annotated[
        int, typer.Option(min=1, help="Items of every sense of a word, at most.")
    ] = 24,
    min_per_sense: Annotated[
        int, typer.Option(min=1, help="Senses with fewer sentences are left out.")
    ] = 5,
    max_senses: Annotated[int, typer.Option(min=2, help="Candidates of a word, at most.")] = 4,
    max_words: Annotated[
        int | None, typer.Option(min=1, help="Words, at most: those with most items.")
    ] = None,
    dev_share: Annotated[
        float | None,
        typer.Option(
            min=0.0, max=0.9, help="Share of the words that are for tuning, by default 0.25."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Of the draws.")] = 1,
    form: FormOption = Form.text,
) -> None:
    """Find sentences whose translation shows which of several translations a word has there.

    Example: clss swtc mine nouns.es.txt.gz nouns.en.txt.gz --langs es,en
    --lexicon freedict-spa-eng.index -o swtc.jsonl --dev swtc-dev.jsonl
    """
    from itertools import chain

    from clss.corpus import AlignedCorpus
    from clss.dictionaries import read_dictionary
    from clss.dictionaries.candidates import collect_candidates
    from clss.errors import InputError
    from clss.text.in_context import MiningChoice, mine_items

    goes_with("--dev", dev is not None, dev_share=dev_share)
    share = 0.25 if dev_share is None else dev_share
    codes = parse_langs(langs)
    corpus = AlignedCorpus.from_files(source, target, codes, 1)
    pairs, _ = collect_candidates(
        chain.from_iterable(read_dictionary(path, codes) for path in lexicon),
        (),
        (_counts(corpus, 0), _counts(corpus, 1)),
        min_count=min_count,
        nouns=nouns,
        identical=True,
    )
    near = _near_synonyms(corpus, list(pairs), max_similarity, wordnet)
    choice = MiningChoice(
        per_sense=per_sense,
        min_per_sense=min_per_sense,
        max_senses=max_senses,
        max_words=max_words,
        dev_share=0.0 if dev is None else share,
        seed=seed,
    )
    mined = mine_items(corpus, pairs, near, choice)
    reasons = [f"{number:,} {reason}" for reason, number in mined.dropped.most_common() if number]
    if not mined.test:
        raise InputError(f"no items for the test ({', '.join(reasons[:3])})")
    readable = None if texts is None else _read_texts(texts, len(corpus))
    _write(out, mined.test, readable)
    if dev is not None:
        _write(dev, mined.dev, readable)
    rows = [[name, *_figures(items)] for name, items in _parts(mined.test, mined.dev, dev)]
    table = columns(rows, header=["", "items", "words", "by number of senses"])
    document = {
        "test": _document(mined.test),
        "dev": _document(mined.dev),
        "dropped": {reason: number for reason, number in sorted(mined.dropped.items()) if number},
    }
    drops = "\n".join(f"  {reason}" for reason in reasons)
    emit(form, document, f"{table}\noccurrences not taken:\n{drops}")


def _counts(corpus: AlignedCorpus, side: int) -> dict[str, int]:
    vocabulary = corpus.sides[side].vocabulary
    return dict(zip(vocabulary.words, vocabulary.counts.tolist(), strict=True))


def _near_synonyms(
    corpus: AlignedCorpus,
    pairs: list[tuple[str, str]],
    max_similarity: float,
    wordnet: str | None,
) -> NearSynonyms:
    from clss.text.in_context import SharedSources, SimilarContexts, any_of, wordnet_synonyms

    rules: list[NearSynonyms] = []
    if max_similarity < 1:
        rules += [SharedSources(pairs), SimilarContexts(corpus.target, max_similarity)]
    if wordnet is not None:
        rules.append(wordnet_synonyms(wordnet, corpus.langs[1]))
    return any_of(*rules)


def _read_texts(paths: tuple[Path, Path], lines: int) -> tuple[list[str], list[str]]:
    from clss.errors import InputError
    from clss.textfile import read_lines

    found = [list(read_lines(path)) for path in paths]
    for path, text in zip(paths, found, strict=True):
        if len(text) != lines:
            raise InputError(f"has {len(text)} lines; the sentences are {lines}", path)
    return found[0], found[1]


def _write(path: Path, items: list[MinedItem], texts: tuple[list[str], list[str]] | None) -> None:
    from clss.packing import output_file
    from evaluation.tasks.swtc_items import gather_items

    documents: list[dict[str, Any]] = []
    for item in items:
        fields: dict[str, Any] = {
            "id": f"{item.word}/{item.line + 1}",
            "word": item.word,
            "sentence": list(item.sentence),
            "position": item.position,
            "candidates": list(item.candidates),
            "gold": item.gold,
        }
        if texts is not None:
            fields |= {"text": texts[0][item.line], "translation": texts[1][item.line]}
        documents.append(fields)
    if documents:
        gather_items(documents)  # what is written must be what can be read
    with output_file(path) as stream:
        for fields in documents:
            stream.write(json.dumps(fields, ensure_ascii=False) + "\n")


def _parts(
    test: list[MinedItem], dev: list[MinedItem], path: Path | None
) -> list[tuple[str, list[MinedItem]]]:
    return [("test", test)] if path is None else [("test", test), ("development", dev)]


def _document(items: list[MinedItem]) -> dict[str, Any]:
    return {
        "items": len(items),
        "words": sorted({item.word for item in items}),
        "by_senses": _by_senses(items),
    }


def _by_senses(items: list[MinedItem]) -> dict[str, int]:
    from collections import Counter

    senses = {item.word: len(item.candidates) for item in items}
    return {str(n): words for n, words in sorted(Counter(senses.values()).items())}


def _figures(items: list[MinedItem]) -> list[str]:
    senses = ", ".join(f"{words} words of {n}" for n, words in _by_senses(items).items())
    return [str(len(items)), str(len({item.word for item in items})), senses]
