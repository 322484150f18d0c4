"""``clss import`` and ``clss export``: what other programs have made, and what they can read."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, cast, get_args

import typer

from clss.errors import InputError
from evaluation.cli.options import (
    OptionalLangsOption,
    OptionalMinCountOption,
    RowOption,
    SpaceArgument,
    load_space,
    parse_langs,
)
from evaluation.cli.output import Form, FormOption, emit
from evaluation.cli.together import excludes, goes_with

_RANKED_LIST = "ranked-list"


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("import")(import_)
    app.command("export")(export)


def import_(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="One or two files, the source language's first."),
    ],
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            "-o",
            metavar="PATH",
            help="Directory for the space (file for the outcome of a ranked list).",
        ),
    ],
    format: Annotated[
        str,
        typer.Option(
            "--from",
            metavar="FORMAT",
            help="word2vec (also GloVe), word2vec-binary, muse, fasttext (.vec, .bin), prefixed or "
            "prefixed-binary (one file, words as es:reina), mallet (polylingual "
            "state), ranked-list (TSV: item, first answer, second …), or a format "
            "that an installed package adds.",
        ),
    ],
    langs: OptionalLangsOption = None,
    kind: Annotated[
        str | None,
        typer.Option(help="What the vectors are: embedding (the default), distribution or count."),
    ] = None,
    max_words: Annotated[
        int | None,
        typer.Option(min=1, help="Read only so many words of every file, from its start."),
    ] = None,
    words: Annotated[
        tuple[Path, Path] | None,
        typer.Option(
            metavar="SOURCE TARGET",
            help="Two texts whose words should have vectors: a fastText .bin makes them of subwords"
            " for those that it does not know.",
        ),
    ] = None,
    gold: Annotated[
        Path | None,
        typer.Option(metavar="GOLD.tsv", help="For a ranked-list: the lexicon it is scored by."),
    ] = None,
    label: Annotated[
        str | None,
        typer.Option(help="For a ranked-list: the system's name, by default the file's."),
    ] = None,
    form: FormOption = Form.text,
) -> None:
    """Make a space of vectors that another program has trained, or an outcome of its answers.

    Examples: clss import wiki.es.vec wiki.en.vec --from muse --langs es,en -o spaces/muse;
    clss import es.bin en.bin --from fasttext --words es.txt.gz en.txt.gz -o spaces/fasttext;
    clss import answers.tsv --from ranked-list --gold gold.tsv -o theirs.jsonl
    """
    ranked = format == _RANKED_LIST
    of_vectors = {"langs": langs, "kind": kind, "max_words": max_words, "words": words}
    excludes(f"the format {_RANKED_LIST!r}", ranked, **of_vectors)
    goes_with(f"the format {_RANKED_LIST!r}", ranked, gold=gold, label=label)
    if ranked:
        return _import_ranked_list(files, out, gold, label, form)
    from clss.errors import unknown_name
    from clss.formats import import_space
    from clss.space import SpaceKind
    from clss.text.counting import count_words
    from evaluation.cli.destination import check_savable

    kind = kind or "embedding"
    if kind not in get_args(SpaceKind):
        raise unknown_name("kind", kind, get_args(SpaceKind))
    codes = None if langs is None else parse_langs(langs)
    check_savable(out)
    asked = None if words is None else (count_words(words[0]), count_words(words[1]))
    space = import_space(files, format, codes, cast(SpaceKind, kind), max_words, asked)
    space.save(out)
    made = space.metadata.get("from_subwords", [[], []])
    of_them = f", {len(made[0])} and {len(made[1])} of them from subwords" if any(made) else ""
    return emit(
        form,
        {
            "out": str(out),
            "langs": space.langs,
            "words": [len(space.source), len(space.target)],
            "dimensions": space.dimensions,
            "kind": space.kind,
            "from_subwords": [len(some) for some in made],
            "space": space.fingerprint,
        },
        f"{out}: {len(space.source)} {space.langs[0]} and {len(space.target)} "
        f"{space.langs[1]} words{of_them}, {space.dimensions} dimensions",
    )


def _import_ranked_list(
    files: list[Path], out: Path, gold: Path | None, label: str | None, form: Form
) -> None:
    from evaluation.tasks.ble import BLE
    from evaluation.tasks.ranked_lists import import_ranked_lists
    from evaluation.tasks.scores import score

    if len(files) != 1:
        raise InputError(f"the format {_RANKED_LIST!r} is one file, not {len(files)}")
    if gold is None:
        raise InputError(f"the format {_RANKED_LIST!r} needs a lexicon: --gold GOLD.tsv")
    outcome = import_ranked_lists(files[0], BLE.from_file(gold).gold, label=label or files[0].stem)
    outcome.save(out)
    accuracy = score(outcome, "acc1")
    emit(
        form,
        {"out": str(out), "label": outcome.label, "items": len(outcome), "acc1": accuracy},
        f"{out}: {outcome.label}, {len(outcome)} items, Acc1 {accuracy:.3f}",
    )


def export(
    space: SpaceArgument,
    out: Annotated[
        list[Path],
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="Where the vectors go, packed if it ends in .gz or .xz. A format of two files "
            "puts the language codes into the name (wiki.vec: wiki.es.vec, "
            "wiki.en.vec), or takes -o twice.",
        ),
    ],
    format: Annotated[
        str,
        typer.Option(
            "--to",
            metavar="FORMAT",
            help="word2vec, word2vec-binary, muse, prefixed, prefixed-binary, mallet (the state of "
            "a BiLDA, with --corpus), or a format that an installed package adds.",
        ),
    ],
    row: RowOption = None,
    corpus: Annotated[
        tuple[Path, Path] | None,
        typer.Option(metavar="SOURCE TARGET", help="For mallet: the texts of the training."),
    ] = None,
    min_count: OptionalMinCountOption = None,
    form: FormOption = Form.text,
) -> None:
    """Write the vectors of a space for other programs.

    Examples: clss export spaces/bwesg -o bwesg.vec --to muse;
    clss export spaces/bilda -o state.gz --to mallet --corpus es.txt.gz en.txt.gz
    """
    from clss.formats import export_space
    from clss.formats.registry import needs_model

    of_model = needs_model(format)
    excludes(f"the format {format!r}; name the directory of a model", of_model, row=row)
    formats = f"formats of models, which {format!r} is not"
    goes_with(formats, of_model, corpus=corpus, min_count=min_count)
    if of_model:
        written = _export_model(space, out, format, corpus, 5 if min_count is None else min_count)
    else:
        loaded, _, _ = load_space(space, row)
        written = export_space(loaded, out, format)
    emit(
        form,
        {"format": format, "files": [str(path) for path in written]},
        "\n".join(str(path) for path in written),
    )


def _export_model(
    path: Path, out: list[Path], format: str, corpus: tuple[Path, Path] | None, min_count: int
) -> list[Path]:
    from clss.corpus import AlignedCorpus
    from clss.formats.registry import export_model
    from clss.model import load_model

    if corpus is None:
        raise InputError(f"the format {format!r} needs the texts: --corpus SOURCE TARGET")
    model = load_model(path)
    read = AlignedCorpus.from_files(*corpus, langs=model.space_.langs, min_count=min_count)
    return export_model(model, read, out, format)
