"""Rows that are given as files: saved spaces, vector files, ranked lists, saved outcomes."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from clss.errors import InputError
from clss.formats import import_space
from clss.formats.sniff import vector_format
from clss.persistence import read_json
from clss.space import BilingualSpace
from clss.textfile import plain_name, read_lines
from evaluation.runs.grid import full_label
from evaluation.runs.recognition import is_run_directory
from evaluation.runs.rows import spaces_of
from evaluation.tasks.outcome import FORMAT, Outcome
from evaluation.tasks.ranked_lists import read_ranked_lists
from evaluation.tasks.task import EvaluationSettings, Task

#: ranked lists may be piped in
STDIN = Path("-")
RankedLists = Mapping[str, tuple[str, ...]]

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class Given:
    """Something that takes part in a comparison: files, and the name of its row.

    Attributes
    ----------
    paths : tuple of Path
        One file or directory, or the two vector files of a space.
    label : str
        What the user calls it, "" for a name of its own.
    seed : int, optional
        Of the model, if it is one of several runs of a row.
    """

    paths: tuple[Path, ...]
    label: str = ""
    seed: int | None = None

    @property
    def is_space(self) -> bool:
        """Whether it is a space, which is asked, and not answers that somebody has already."""
        return self.paths[0].is_dir() or self.is_vectors

    @property
    def is_vectors(self) -> bool:
        """Whether it is a space in vector files."""
        return len(self.paths) == 2

    def name(self) -> str:
        """Return what its row is called: as the user says, by its model, or by its file."""
        return self.label or _own_name(self.paths)

    def read(
        self,
        langs: tuple[str, str] | None = None,
        words: tuple[Collection[str], Collection[str]] | None = None,
    ) -> BilingualSpace | RankedLists | Outcome:
        """Read it; what it is shows from the directory or the beginning of the file.

        A fastText model makes vectors for those of `words` that it does not know.
        """
        first = self.paths[0]
        if first.is_dir():
            return BilingualSpace.load(first)
        if is_outcome(first):
            return Outcome.load(first)
        if _is_table(first):
            return read_ranked_lists(first)
        format = vector_format(first)
        return import_space(
            self.paths, format, langs, words=words if format == "fasttext" else None
        )


def read_arguments(arguments: Sequence[str], rows: Sequence[str] = ()) -> list[Given]:
    """Read what a user names: ``PATH`` or ``LABEL=PATH``; two vector files in a row are a space.

    Of a run directory all rows that have a space take part, or those that `rows` name.

    Raises
    ------
    InputError
        For a path that is not there, and for a vector file without its other language.
    """
    found: list[Given] = []
    waiting: Given | None = None
    for argument in arguments:
        label, path = _split(argument)
        if not _is_vector_file(path):
            _refuse_alone(waiting)
            waiting = None
            found += (
                _of_run(path, label, rows) if is_run_directory(path) else [Given((path,), label)]
            )
        elif waiting is None:
            waiting = Given((path,), label)
        else:
            if label:
                raise InputError(
                    f"{argument}: the label of a pair of vector files stands before the first"
                )
            found.append(Given((waiting.paths[0], path), waiting.label))
            waiting = None
    _refuse_alone(waiting)
    if rows and not any(is_run_directory(_split(argument)[1]) for argument in arguments):
        raise InputError("--row is for the rows of a run directory, and none is named")
    return found


def _of_run(path: Path, label: str, rows: Sequence[str]) -> list[Given]:
    spaces = {space.path: space for space in reversed(spaces_of(path, rows))}
    prefix = f"{label}: " if label else ""
    return [
        Given((place,), prefix + space.name, space.seed)
        for place, space in reversed(spaces.items())
    ]


def _split(argument: str) -> tuple[str, Path]:
    """Split ``LABEL=PATH``; the path of a file that is there may have ``=`` in its name."""
    label, sign, rest = argument.partition("=")
    if not sign or Path(argument).exists():
        label, rest = "", argument
    path = Path(rest).expanduser()
    if not (path.exists() or path == STDIN):
        raise InputError(
            "no such file or directory; a saved space, vector files, ranked lists (.tsv) or a"
            " saved outcome (.jsonl) were expected",
            path,
        )
    return label, path


def _refuse_alone(waiting: Given | None) -> None:
    if waiting is not None:
        raise InputError(
            "is the vector file of one language; name the other one right after it",
            waiting.paths[0],
        )


def _is_vector_file(path: Path) -> bool:
    return path.is_file() and not _is_table(path) and not is_outcome(path)


def _is_table(path: Path) -> bool:
    return path == STDIN or plain_name(path).endswith(".tsv")


def is_outcome(path: Path) -> bool:
    """Tell whether a file is a saved outcome, by its first line."""
    if not path.is_file() or not plain_name(path).endswith((".jsonl", ".json")):
        return False
    first = next(islice(read_lines(path), 1), "")
    try:
        header = json.loads(first)
    except ValueError:
        header = None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise InputError("is not a saved outcome (clss score --save FILE.jsonl)", path, 1)
    return True


def _own_name(paths: Sequence[Path]) -> str:
    first = paths[0]
    if first == STDIN:
        return "standard input"
    if first.is_dir():
        header = first / "format.json"
        saved = read_json(header) if header.exists() else {}
        if isinstance(saved, dict) and saved.get("kind") == "model":
            return str(saved["spec"]["model"])
        return first.resolve().name
    return Path(plain_name(first)).stem


def outcomes_of(
    given: Sequence[Given],
    task: Task,
    ways: Sequence[EvaluationSettings],
    dev: Task | None = None,
    langs: tuple[str, str] | None = None,
    say: Callable[[str], None] = lambda remark: None,
) -> Iterator[Outcome]:
    """Ask everything that is given the questions of a task, one after the other.

    Parameters
    ----------
    given : sequence of Given
    task : Task
    ways : sequence of EvaluationSettings
        How spaces are asked, each way a row of its own.
    dev : Task, optional
        See :meth:`Task.ask`.
    langs : (str, str), optional
        The languages of vector files.
    say : callable
        Gets a line about a space that the questions hardly fit.
    """
    names = _distinct(given)
    for one, name in zip(given, names, strict=True):
        answers = one.read(langs, task.asked_words())
        _LOG.info("%s: %r", name, answers if not isinstance(answers, Mapping) else "ranked lists")
        if isinstance(answers, Outcome):
            yield answers.relabelled(one.label or None)
        elif isinstance(answers, BilingualSpace):
            try:
                remarks = task.diagnose(answers.source, answers.target, answers.langs)
            except InputError as error:
                raise InputError(f"{name}: {error.message}") from error
            for remark in remarks:
                say(f"warning: {name}: {remark}")
            for settings in ways:
                way = {"retrieval": settings.retrieval} if len(ways) > 1 else {}
                outcome = task.ask(answers, settings, dev)
                seed = {} if one.seed is None else {"seed": one.seed}
                yield outcome.relabelled(full_label(name, {}, way), row=name, **seed)
        else:
            try:
                yield task.ask_lists(answers).relabelled(name, row=name)
            except InputError as error:
                raise InputError(error.message, one.paths[0]) from error


def _one_row(name: str, names: Sequence[str], seeds: Sequence[int | None]) -> bool:
    """Whether a name is that of one thing, or of several runs with seeds of their own."""
    own = [seed for one, seed in zip(names, seeds, strict=True) if one == name]
    return len(own) == 1 or (None not in own and len(set(own)) == len(own))


def _distinct(given: Sequence[Given]) -> list[str]:
    """Return the names of rows; where two are the same, directories and paths tell them apart.

    Seeds of one row have one name.
    """
    names = [one.name() for one in given]
    seeds = [one.seed for one in given]
    shown = [one.paths[0].resolve() for one in given]
    for tell in (lambda path: path.name, str):
        doubled = {name for name in names if not _one_row(name, names, seeds)}
        names = [
            tell(path) if name in doubled else name for name, path in zip(names, shown, strict=True)
        ]
    return names
