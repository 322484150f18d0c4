"""``clss corpus prepare``: raw aligned texts to a corpus of words."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from clss.errors import InputError
from evaluation.cli.options import LangsOption, parse_langs
from evaluation.cli.output import Form, FormOption, columns, emit, note
from evaluation.cli.together import excludes, goes_with

if TYPE_CHECKING:
    from clss.text.recipe import Recipe

_CHOICE_BY_LANGUAGE = "for both languages, or for one as in es=%s; may be repeated"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("prepare")(prepare)


def prepare(
    source: Annotated[
        Path,
        typer.Argument(
            metavar="SOURCE",
            help="Raw text of the source language: a file with a document a line, a directory "
            "with a document a file, .tsv (id, text), .jsonl (id, text) or .conllu; plain or .gz. "
            "Alone: a .tsv or .jsonl with both texts.",
        ),
    ],
    target: Annotated[
        Path | None,
        typer.Argument(metavar="[TARGET]", help="The same for the target language."),
    ] = None,
    *,
    langs: LangsOption,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="DIR", help="Directory for the corpus.")
    ],
    lemmas: Annotated[
        bool, typer.Option("--lemmas", help="Replace words by their lemmas (simplemma).")
    ] = False,
    tagger: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[LANG=]TAGGER",
            help="Keep nouns only, lemmatised, as found by hanta (en, de), spacy:MODEL, stanza, "
            "table:FILE (TSV of word, lemma, tag) or conllu (for .conllu files); "
            + _CHOICE_BY_LANGUAGE
            % "hanta",
        ),
    ] = None,
    pos: Annotated[
        str | None,
        typer.Option(
            metavar="TAGS", help="What a tagger lets pass, as in NOUN,PROPN; by default NOUN."
        ),
    ] = None,
    stopwords: Annotated[
        str,
        typer.Option(
            metavar="none|list|FILE",
            help="Stop words: none, the lists of stopwords-iso, or a file with a word a line, "
            "whose name may hold {lang}.",
        ),
    ] = "none",
    max_share: Annotated[
        float,
        typer.Option(
            min=0.0, max=1.0, help="Drop words that stand in more than this share of documents."
        ),
    ] = 0.5,
    numbers: Annotated[
        str, typer.Option(metavar="drop|keep|mask", help="Words that hold a digit.")
    ] = "drop",
    keep_case: Annotated[bool, typer.Option("--keep-case", help="No lower-casing.")] = False,
    min_length: Annotated[int, typer.Option(min=1, help="Letters that a word must have.")] = 2,
    min_count: Annotated[
        int, typer.Option(min=1, help="Drop words seen less often than this in their language.")
    ] = 1,
    min_words: Annotated[
        int, typer.Option(min=1, help="Drop pairs of which a text is left with fewer words.")
    ] = 1,
    tokenizer: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[LANG=]NAME",
            help="words, characters, jieba, pythainlp, fugashi, spacy:MODEL or stanza; "
            + _CHOICE_BY_LANGUAGE % "characters"
            + ". By default what suits the language.",
        ),
    ] = None,
    fallback_encoding: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Encoding of texts that are not UTF-8, as in cp1252."),
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes; by default one for every core.")
    ] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace what is there.")] = False,
    form: FormOption = Form.text,
) -> None:
    """Make a corpus of words from raw aligned texts; what is dropped is counted by reason.

    Started again after a kill it goes on where it was. Example:
    clss corpus prepare raw.es.txt.gz raw.en.txt.gz --langs es,en --lemmas --stopwords list -o es-en
    """
    from clss.text.prepare import Cuts, prepare_corpus
    from evaluation.cli.progress import training_display
    from evaluation.runs.cores import usable_cores

    codes = parse_langs(langs)
    options = {
        "lemmas": lemmas,
        "stopwords": stopwords,
        "numbers": numbers,
        "lowercase": not keep_case,
        "min_length": min_length,
        "pos": pos or "NOUN",
    }
    taggers = _by_language(tagger or [], codes, "--tagger")
    tokenizers = _by_language(tokenizer or [], codes, "--tokenizer")
    goes_with("--tagger", bool(taggers), pos=pos)
    excludes("--tagger, which gives lemmas itself", {*codes} <= {*taggers}, lemmas=lemmas)
    cut = {*tokenizers} <= {*taggers}
    excludes("--tagger, which cuts words itself", cut, tokenizer=tokenizer)
    recipes = tuple(_recipe(c, taggers.get(c), tokenizers.get(c, "auto"), options) for c in codes)
    with training_display() as progress:
        summary = prepare_corpus(
            source,
            target,
            out,
            (recipes[0], recipes[1]),
            Cuts(min_count, max_share, min_words),
            fallback_encoding=fallback_encoding,
            workers=workers or usable_cores(),
            overwrite=overwrite,
            progress=progress,
        )
    emit(form, summary, _text(summary, out))


def _by_language(choices: list[str], codes: tuple[str, str], option: str) -> dict[str, str]:
    chosen: dict[str, str] = {}
    for choice in choices:
        code, separator, value = choice.partition("=")
        if separator and ":" not in code:
            if code not in codes:
                raise InputError(f"{option} names the language {code!r}, which --langs does not")
            chosen[code] = value
        else:
            chosen |= dict.fromkeys(codes, choice)
    return chosen


def _recipe(code: str, tagger: str | None, tokenizer: str, options: dict[str, Any]) -> Recipe:
    from clss.errors import unknown_name
    from clss.text.languages import check_language
    from clss.text.recipe import Numbers, Recipe
    from clss.text.tokens import choose_tokenizer

    if options["numbers"] not in list(Numbers):
        raise unknown_name("choice for --numbers", options["numbers"], list(Numbers))
    name, remark = choose_tokenizer(tokenizer, check_language(code))
    if remark and tagger is None:
        note(f"clss: {remark}")
    tags = tuple(tag.strip() for tag in options["pos"].split(",") if tag.strip())
    choices = options | {"numbers": Numbers(options["numbers"]), "pos": tags}
    return Recipe(code, tokenizer=name, tagger=tagger, **choices)


def _text(summary: dict[str, Any], out: Path) -> str:
    langs = summary["langs"]
    sides = [summary["words"][lang] for lang in langs]
    rows = [
        ["words read", *(f"{side['words']:,}" for side in sides)],
        ["words kept", *(f"{side['kept']:,}" for side in sides)],
        ["vocabulary", *(f"{summary['vocabulary'][lang]:,}" for lang in langs)],
    ]
    for what in ("dropped", "removed"):
        for reason in sorted({*sides[0][what], *sides[1][what]}):
            rows.append(
                [f"{what}: {reason}", *(f"{side[what].get(reason, 0):,}" for side in sides)]
            )
    documents = summary["documents"]
    lines = [f"{documents['kept']:,} of {documents['read']:,} pairs of documents kept in {out}"]
    for reason, values in summary["dropped documents"].items():
        lines.append(f"  {values['documents']:,} {reason} (first: {values['first']})")
    if recoded := summary["decoded by the second encoding"]:
        lines.append(f"  {recoded:,} texts were not UTF-8 and read by the second encoding")
    return "\n".join([*lines, columns(rows, header=["", *langs])])
