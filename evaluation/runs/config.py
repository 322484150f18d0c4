"""Reading a config strictly: the first thing wrong is named with its line and the nearest right."""

from __future__ import annotations

import itertools
import os
import re
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from clss.errors import InputError, no_such_file
from clss.sides import SIDES
from clss.space import BilingualSpace
from evaluation.runs.config_asking import read_retrievals
from evaluation.runs.config_rows import read_row, require_dev, with_labels
from evaluation.runs.plugins import load_plugins
from evaluation.runs.schema import Config, CorpusSource, EveryRow, RowSource, TaskSource
from evaluation.runs.toml_fields import Fields, locate
from evaluation.stats.comparison import tested_measure
from evaluation.tables.columns import check_columns
from evaluation.tables.options import KINDS
from evaluation.tasks import TASKS
from evaluation.tasks.task import Task

#: The options of a table that a config sets, beside ``scores`` and ``columns``; the others are
#: about one print of it, or for Python.
TABLE_KEYS = (
    "baseline",
    "test",
    "correction",
    "measure",
    "oov",
    "free_hits",
    "ties",
    "claim",
    "unit",
    "interval",
    "alpha",
    "margin",
    "seed_rows",
    "notes",
    "sort",
    "digits",
)


def read_config(path: Path, plugins: Sequence[Path] = (), trust: bool = False) -> Config:
    """Read and check a config; paths in it are relative to the file.

    Parameters
    ----------
    path : Path
        The TOML file.
    plugins : sequence of Path
        Python files with models of one's own; they are executed.
    trust : bool
        Whether files that the config itself names as plugins are executed too. Otherwise they
        must stand in `plugins`: reading somebody else's config must not run code.

    Raises
    ------
    InputError
        With file, line, what is wrong and what was expected.
    """
    return parse_config(_read_text(path), path, plugins, trust)


def parse_config(
    text: str, path: Path, plugins: Sequence[Path] = (), trust: bool = False
) -> Config:
    """Check the text of a config that stands, or once stood, at `path`; see :func:`read_config`."""
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r" \(at line (\d+), column \d+\)| \(at end of document\)", str(error))
        line = place and (place[1] or text.rstrip().count("\n") + 1)
        message = str(error).replace(place[0], "") if place else str(error)
        raise InputError(f"is not TOML: {message}", path, line and int(line)) from error
    except (RecursionError, ValueError) as error:  # nested too deeply; a number too long
        raise InputError(f"is not TOML that can be read ({error})", path) from error
    top = Fields(values, path, locate(text), ())
    every_plugin = _plugins(top, plugins, trust)
    load_plugins(every_plugin)
    corpora = tuple(_corpora(top))
    pairs = [corpus.name for corpus in corpora]
    tasks = tuple(_tasks(top, pairs))
    table = _table(top)
    rows = tuple(_rows(top, pairs, tasks, _every_row(top, tasks)))
    top.finish()
    return Config(path, text, corpora, tasks, rows, table, every_plugin)


def _plugins(top: Fields, given: Sequence[Path], trust: bool) -> tuple[Path, ...]:
    """Return the files to execute; one that only the config names needs to be trusted."""
    named = [top.file("plugins", name).resolve() for name in top.strings("plugins")]
    allowed = [path.resolve() for path in given]
    for path in named:
        if path not in allowed and not trust:
            raise top.error(
                f"plugins names {path}, a file that would be executed; if you trust it, say"
                f" --plugin {path} (or, for all that the config names, --trust-config-plugins)",
                "plugins",
            )
    return tuple(dict.fromkeys((*allowed, *named)))


def _read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise no_such_file(path, "a config was expected") from None
    except IsADirectoryError:
        raise InputError("is a directory; a config file was expected", path) from None
    except UnicodeDecodeError as error:
        raise InputError(f"is not UTF-8 (byte {error.start})", path) from error
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror})", path) from error


def _corpora(top: Fields) -> Iterable[CorpusSource]:
    if "corpus" not in top and _needs_no_corpus(top):
        yield from _pairs_without_corpus(top)
        return
    value = top.require("corpus", (dict, list), " (only rows with space or ranked do without)")
    tables = [value] if isinstance(value, dict) else value
    if not tables:
        raise top.error("the config needs at least one [[corpus]]", "corpus")
    seen: set[str] = set()
    for index, table in enumerate(tables):
        place = () if isinstance(value, dict) else (index,)
        corpus = _corpus(top.table("corpus", table, *place))
        if corpus.name in seen:
            raise InputError(
                f"two corpora are called {corpus.name!r}; give one another name",
                top.path,
                top.lines.get(("corpus", index)),
            )
        seen.add(corpus.name)
        yield corpus


def _needs_no_corpus(top: Fields) -> bool:
    rows = top.values.get("models") or []
    return bool(rows) and all(
        isinstance(row, dict) and ("space" in row or "ranked" in row) for row in rows
    )


def _pairs_without_corpus(top: Fields) -> Iterable[CorpusSource]:
    """Give the language pairs of a config whose rows are all trained elsewhere.

    Several are the keys of the files by pair; one is ``langs``, or what a saved space says.
    """
    langs = _langs(top) if "langs" in top else None
    tasks = top.values.get("tasks", {})
    files = [value for task in tasks.values() if isinstance(task, dict) for value in task.values()]
    names = [name for value in files if isinstance(value, dict) for name in value]
    if langs is None and names:
        for name in dict.fromkeys(names):
            source, _, target = name.partition("-")
            codes = (source, target) if target else SIDES
            yield CorpusSource(name, (), codes, 1)
        return
    if langs is None:
        spaces = (row.get("space") for row in top.values["models"])
        named = [os.path.expanduser(one) for one in spaces if isinstance(one, str)]
        saved = [top.path.parent / one for one in named if os.path.isdir(top.path.parent / one)]
        langs = BilingualSpace.load(saved[0]).langs if saved else SIDES
    yield CorpusSource("-".join(langs), (), langs, 1)


def _langs(fields: Fields) -> tuple[str, str]:
    langs = fields.require("langs", list, ', such as langs = ["es", "en"]')
    if len(langs) != 2 or not all(isinstance(lang, str) and lang for lang in langs):
        raise fields.error(f"langs must be two language codes, not {langs}", "langs")
    if langs[0] == langs[1]:
        raise fields.error(f"the two languages have the same code {langs[0]!r}", "langs")
    return langs[0], langs[1]


def _corpus(fields: Fields) -> CorpusSource:
    langs = _langs(fields)
    names = ["table"] if "table" in fields else ["source", "target"]
    files = [fields.file(name, fields.require(name, str)) for name in names]
    min_count = fields.take("min_count", int, 5)
    if min_count < 1:
        raise fields.error(f"min_count must be at least 1, not {min_count}", "min_count")
    name = fields.take("name", str, "-".join(langs))
    fields.finish(also_known=("source", "target", "table"))
    return CorpusSource(name, tuple(files), langs, min_count)


def _tasks(top: Fields, pairs: list[str]) -> Iterable[TaskSource]:
    headers = " or ".join(f"[tasks.{name}]" for name in TASKS.names())
    tasks = top.table("tasks", top.require("tasks", dict, f" with {headers}"))
    given = {name: tasks.take(name) for name in TASKS.names()}
    tasks.finish()
    if all(values is None for values in given.values()):
        raise tasks.error(f"[tasks] needs {headers}")
    for name, values in given.items():
        if values is not None:
            yield from _task(TASKS.get(name), tasks.table(name, values), pairs)


def _task(kind: type[Task], fields: Fields, pairs: list[str]) -> Iterable[TaskSource]:
    """Read the files and options of one task; a list of options makes a task of each."""
    key = kind.file_key
    fields.require(key, (str, dict))
    files, dev = fields.files_by_pair(key, pairs), fields.files_by_pair("dev", pairs)
    axes = []
    for option in kind.options:
        values = fields.strings(option.name) or [option.default]
        for value in values:
            fields.choice(option.name, value, option.choices)
        axes.append([(option.name, value) for value in dict.fromkeys(values)])
    fields.finish()
    for point in itertools.product(*axes):
        options = dict(point)
        yield TaskSource(kind.name, kind.filed_as(options), files, dev, options)


def _table(top: Fields) -> dict[str, Any]:
    fields = top.table("table", top.take("table", dict, {}))
    found: dict[str, Any] = {}
    for key in TABLE_KEYS:
        value = fields.take(key)
        if value is not None:
            try:
                KINDS[key].check(key, value)
                found[key] = tested_measure(value).name if key == "measure" else value
            except InputError as error:
                raise fields.error(error.message, key) from error
    if found.get("baseline") == "all":
        found["baseline"] = None
    if "test_seed" in fields:
        raise fields.error(
            'test_seed is no longer a key: tests see every seed (claim = "runs" tests these very'
            " runs)",
            "test_seed",
        )
    scores = fields.strings("scores")
    if scores:
        try:
            found["scores"] = list(check_columns(scores))
        except InputError as error:
            raise fields.error(error.message, "scores") from error
    columns = fields.strings("columns")
    if columns:
        found["columns"] = columns
    fields.finish()
    return found


def _every_row(top: Fields, tasks: Sequence[TaskSource]) -> EveryRow:
    """Read what all rows share: the retrievals and the number of trials."""
    retrievals = tuple(read_retrievals(top))
    if "tune" not in top:
        return EveryRow(retrievals)
    fields = top.table("tune", top.take("tune", dict))
    trials = fields.require("trials", int, ", the number of settings tried for every model")
    if trials < 1:
        raise fields.error(f"trials must be at least 1, not {trials}", "trials")
    require_dev(fields, "trials", tasks)
    fields.finish()
    return EveryRow(retrievals, trials)


def _rows(
    top: Fields, pairs: list[str], tasks: Sequence[TaskSource], every: EveryRow
) -> Iterable[RowSource]:
    models = top.require("models", list, " ([[models]], one for each row)")
    if not models:
        raise top.error("the config needs at least one [[models]]", "models")
    tables = [top.table("models", table, index) for index, table in enumerate(models)]
    rows = [read_row(fields, pairs, tasks, every) for fields in tables]
    rows = with_labels(rows)
    seen: dict[str, int | None] = {}
    for row, fields in zip(rows, tables, strict=True):
        if row.label in seen:
            raise fields.error(
                f"the label {row.label!r} stands already in the row of line"
                f" {seen[row.label]}; give every row its own",
                "label",
            )
        seen[row.label] = row.line
    return rows
