"""``clss train``: fit one model on one corpus and save it."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from evaluation.cli.options import (
    OptionalLangsOption,
    OptionalMinCountOption,
    ParameterOption,
    PluginOption,
    SourceArgument,
    TargetArgument,
    read_corpus,
)
from evaluation.cli.output import Form, FormOption, emit, note


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("train")(train)


def train(
    model: Annotated[
        str, typer.Argument(metavar="MODEL", help="Name of a model; see `clss models`.")
    ],
    source: SourceArgument,
    target: TargetArgument = None,
    *,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="DIR", help="Where the trained model goes.")
    ],
    langs: OptionalLangsOption = None,
    param: ParameterOption = None,
    min_count: OptionalMinCountOption = None,
    plugin: PluginOption = None,
    form: FormOption = Form.text,
) -> None:
    """Train a model on an aligned corpus and save it with its space.

    Example: clss train bwesg es.txt.gz en.txt.gz --langs es,en -o spaces/bwesg -p dim=200
    """
    from clss.model import MODELS, model_spec
    from clss.persistence import check_destination
    from evaluation.cli.parameters import make_model
    from evaluation.cli.progress import training_display
    from evaluation.runs.plugins import load_plugins

    load_plugins(plugin or ())
    estimator = make_model(MODELS.get(model), param or [])
    check_destination(out)
    corpus = read_corpus(source, target, langs, min_count)
    note(f"training {model} on {corpus!r}")
    begin = time.perf_counter()
    with training_display() as progress:
        estimator.fit(corpus, progress=progress)
    seconds = time.perf_counter() - begin
    estimator.save(out)
    space = estimator.space_
    emit(
        form,
        {
            "out": str(out),
            **model_spec(estimator),
            "langs": space.langs,
            "kind": space.kind,
            "words": [len(space.source), len(space.target)],
            "dimensions": space.dimensions,
            "corpus": corpus.fingerprint,
            "space": space.fingerprint,
            "seconds": round(seconds, 3),
        },
        f"{out}: {model}, {len(space.source)} {space.langs[0]} and {len(space.target)} "
        f"{space.langs[1]} words, {space.dimensions} dimensions, {seconds:.1f} s",
    )
