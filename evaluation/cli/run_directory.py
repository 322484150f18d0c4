"""Commands about run directories: ``init``, ``runs``, ``gc``, ``verify``, ``lock``."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Any

import typer

from clss.errors import InputError, no_such_file
from clss.textfile import plain_name
from evaluation.cli.options import (
    MinCountOption,
    OptionalLangsOption,
    PluginOption,
    read_corpus,
)
from evaluation.cli.output import Form, FormOption, columns, emit, note

RunArgument = Annotated[
    Path, typer.Argument(metavar="RUN_DIR", help="What `clss compare --out` made.")
]
ConfigOption = Annotated[
    str | None,
    typer.Option(
        "--config",
        metavar="NAME",
        help="Only this comparison of a run directory that several configs share: the config's "
        "file name, or what `clss runs` calls it.",
    ),
]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for command in (init, runs, gc, verify, lock):
        app.command(command.__name__)(command)


def init(
    source: Annotated[Path, typer.Argument(help="Source text, or a .tsv/.jsonl with both.")],
    target: Annotated[Path | None, typer.Argument(help="Target text.")] = None,
    langs: OptionalLangsOption = None,
    gold: Annotated[
        Path | None, typer.Option("--ble", "--gold", help="Gold lexicon: source<TAB>target.")
    ] = None,
    items: Annotated[
        Path | None, typer.Option("--swtc", "--items", help="Items of translation in context.")
    ] = None,
    dev: Annotated[
        Path | None, typer.Option("--swtc-dev", "--dev", help="Their tuning set.")
    ] = None,
    gold_dev: Annotated[
        Path | None,
        typer.Option("--ble-dev", help="Another lexicon, to tune every model on."),
    ] = None,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="CONFIG.toml", help="The config to write.")
    ] = Path("comparison.toml"),
    min_count: MinCountOption = 5,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing config.")] = False,
) -> None:
    """Write a commented config that compares models on your corpus and gold files.

    Sizes of models (topics, dimensions) are chosen by the size of the corpus or, with --ble-dev,
    on that lexicon, which must share no source word with the one of --ble.
    Example: clss init es.txt.gz en.txt.gz --langs es,en --ble gold.tsv -o es-en.toml
    """
    from clss.persistence import atomic_file
    from evaluation.runs.config import read_config
    from evaluation.runs.template import config_text

    if gold is None and items is None:
        raise InputError("give a gold lexicon (--ble) or items (--swtc), or there is no task")
    if dev is not None and items is None:
        raise InputError("--swtc-dev is the tuning set of --swtc, which is missing")
    if gold_dev is not None and gold is None:
        raise InputError("--ble-dev is the tuning set of --ble, which is missing")
    for path in (source, target, gold, items, dev, gold_dev):
        if path is not None and not path.is_file():
            raise no_such_file(path)
    if target is None and not plain_name(source).endswith((".tsv", ".jsonl")):
        raise InputError("give a second text for the target language", source)
    if out.exists() and not force:
        raise InputError("exists already; --force overwrites it", out)
    corpus = [source] if target is None else [source, target]
    read = read_corpus(source, target, langs, min_count)
    text = config_text(
        corpus, read.langs, min_count, gold, items, dev, out, read.statistics(), gold_dev
    )
    with atomic_file(out) as stream:
        stream.write(text)
    read_config(out)
    note(f"wrote {out}; next: clss compare {out}")


def runs(run_dir: RunArgument, form: FormOption = Form.text) -> None:
    """List the comparisons of a run directory: rows, scores, what failed or is pending, size.

    Example: clss runs runs/quickstart
    """
    from evaluation.runs.costs import megabytes
    from evaluation.runs.directory import RunDirectory
    from evaluation.runs.stage import SCORE

    run = RunDirectory.open(run_dir)
    document: list[dict[str, Any]] = []
    for record in run.records:
        scores = {cell.outcome for cell in record.cells}
        there = sum(run.store.has(SCORE, key) for key in scores)
        failed = len(scores & set(record.failures))
        document.append(
            {
                "name": record.name,
                "config": record.config,
                "when": record.when,
                "rows": len({cell.label for cell in record.cells}),
                "scores": there,
                "failed": failed,
                "pending": len(scores) - there - failed,
                "bytes": sum(run.store.size(*place) for place in record.places()),
            }
        )
    header = {"name": "name", "when": "last run", "rows": "rows", "scores": "scores"}
    header |= {"failed": "failed", "pending": "pending", "bytes": "size", "config": "config"}
    shown = [{**one, "bytes": megabytes(one["bytes"])} for one in document]
    rows = [[str(one[key]) for key in header] for one in shown]
    emit(form, document, columns(rows, list(header.values())))


def gc(
    run_dir: RunArgument,
    forget: Annotated[
        list[str] | None,
        typer.Option("--forget", metavar="NAME", help="A comparison of `clss runs` to drop too."),
    ] = None,
    stale: Annotated[
        str | None,
        typer.Option(
            "--stale",
            metavar="AGE",
            help="Also checkpoints and temporary files, of any machine, untouched for 12h or 7d.",
        ),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would go.")] = False,
    form: FormOption = Form.text,
) -> None:
    """Remove stored results that no comparison of the directory refers to.

    A comparison is what `clss runs` lists: the present state of each config that was run. It waits
    until no comparison is running. Example: clss gc runs/quickstart --dry-run
    """
    from evaluation.runs.costs import megabytes
    from evaluation.runs.directory import RunDirectory

    run = RunDirectory.open(run_dir)
    if dry_run and (forget or stale):
        raise InputError("--dry-run goes neither with --forget nor with --stale")
    age = None if stale is None else _seconds(stale)
    with nullcontext() if dry_run else run.alone(note):
        for name in forget or ():
            run.records.forget(name)
        removed = run.garbage() if dry_run else run.collect_garbage()
        for path in () if age is None else run.collect_stale(age):
            note(f"removed {path.relative_to(run_dir)}")
    document = [{"kind": kind, "key": key, "bytes": size} for kind, key, size in removed]
    total = megabytes(sum(size for _, _, size in removed))
    verb = "would be removed" if dry_run else "removed"
    emit(form, document, f"{len(removed)} results {verb}, {total}")


def _seconds(age: str) -> float:
    """Read an age.

    >>> _seconds("12h"), _seconds("7d")
    (43200.0, 604800.0)
    """
    units = {"m": 60.0, "h": 3600.0, "d": 86400.0}
    number, unit = age[:-1], age[-1:]
    if unit not in units or not number.isdecimal() or len(number) > 6:
        raise InputError(f"--stale expects an age as in 30m, 12h or 7d, not {age!r}")
    return int(number) * units[unit]


def verify(
    run_dir: RunArgument,
    row: Annotated[str | None, typer.Argument(help="A row's label; all rows if omitted.")] = None,
    jobs: Annotated[int | None, typer.Option("--jobs", "-j", min=1, help="Processes.")] = None,
    plugin: PluginOption = None,
    form: FormOption = Form.text,
) -> None:
    """Compute results again from the text and name the first difference, if there is one.

    Exit code 1 if anything differs. Example: clss verify runs/quickstart BWESG
    """
    from evaluation.cli.run_display import display_for
    from evaluation.runs.directory import RunDirectory
    from evaluation.runs.pools import LocalPool
    from evaluation.runs.verify import verify as compute_again

    run = RunDirectory.open(run_dir)
    verdicts = compute_again(
        run, row, lambda place: LocalPool(place, jobs), display_for(run), plugin or ()
    )
    document = [
        {
            "label": v.label,
            "pair": v.pair,
            "task": v.task,
            "seed": v.seed,
            "identical": not v.difference,
            "difference": v.difference,
        }
        for v in verdicts
    ]
    emit(form, document, "\n".join(str(verdict) for verdict in verdicts))
    if any(verdict.difference for verdict in verdicts):
        raise typer.Exit(1)


def lock(
    run_dir: RunArgument,
    check: Annotated[
        bool, typer.Option("--check", help="Compare with the recorded versions instead.")
    ] = False,
    form: FormOption = Form.text,
) -> None:
    """Record the versions of Python, packages, models, corpora and configs in RUN_DIR/lock.json.

    With --check, say what has changed since; exit code 1 if anything has.
    Example: clss lock runs/quickstart
    """
    from evaluation.runs.differences import changes
    from evaluation.runs.directory import RunDirectory
    from evaluation.runs.lock import lock as present_versions

    run = RunDirectory.open(run_dir)
    now: dict[str, Any] = present_versions(run)
    if not check:
        path = run.write_lock(now)
        parts = [f"{len(now[part])} {part}" for part in ("packages", "models", "comparisons")]
        emit(form, now, f"wrote {path}: {', '.join(parts)}")
        return
    found = changes(run.read_lock(), now)
    emit(form, found, "\n".join(found) or "nothing has changed")
    if found:
        raise typer.Exit(1)
