"""The inputs of a config: corpora and tasks, read and checked before anything is trained."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from clss.corpus import AlignedCorpus, CorpusStatistics
from clss.errors import InputError
from clss.text.remarks import corpus_remarks
from evaluation.runs.directory import RunDirectory, Say
from evaluation.runs.disk import hash_file
from evaluation.runs.record import CorpusRecord
from evaluation.runs.schema import CorpusSource, TaskSource
from evaluation.runs.stage import CORPUS, Questions, is_key
from evaluation.runs.store import stage_key
from evaluation.tasks import TASKS

#: Raise when the same space would get other answers than before, or say otherwise what it was
#: asked: cached outcomes expire. Where only one similarity or model of context is concerned, raise
#: its ``algorithm_version`` instead.
SCORE_VERSION = 3


@dataclass(frozen=True)
class PlannedCorpus:
    """A corpus of the plan.

    Attributes
    ----------
    record : CorpusRecord
        Its name, files with their hashes, how they are read, its key in the store, and its
        fingerprint: the hash of what a model can learn from, the same for the same text in
        another file.
    statistics : CorpusStatistics
    stored : bool
        Whether the store had it already.
    """

    record: CorpusRecord
    statistics: CorpusStatistics
    stored: bool


_NO_TEXT = CorpusStatistics(0, (0, 0), (0, 0), (0.0, 0.0), 0.0, (0, 0))


def read_corpus(source: CorpusSource) -> AlignedCorpus:
    """Read the text that a config names."""
    options: dict[str, Any] = {"langs": source.langs, "min_count": source.min_count}
    if len(source.files) == 1:
        return AlignedCorpus.from_table(source.files[0], **options)
    first, second = source.files
    return AlignedCorpus.from_files(first, second, **options)


def prepare_corpus(
    source: CorpusSource, run: RunDirectory, say: Say, write: bool = True
) -> PlannedCorpus:
    """Make sure that a corpus is in the store (or, without `write`, only look at it)."""
    if not source.files:  # a language pair all of whose rows were trained elsewhere
        key = stage_key(kind=CORPUS, files=[], langs=source.langs, min_count=source.min_count)
        record = CorpusRecord(source.name, key, key, (), source.langs, source.min_count)
        return PlannedCorpus(record, _NO_TEXT, stored=True)
    hashes = [hash_file(path) for path in source.files]
    key = stage_key(kind=CORPUS, files=hashes, langs=source.langs, min_count=source.min_count)
    entry = run.usable(CORPUS, key, say, repair=write)
    if entry is not None and _statistics(entry.about) is None:  # a manifest that somebody forged
        if write:
            run.store.discard(CORPUS, key)
        entry = None
    if entry is not None:
        about = entry.about
    else:
        say(f"reading {source.name} ({', '.join(path.name for path in source.files)})")
        corpus = read_corpus(source)
        for remark in corpus_remarks(corpus):
            say(f"warning: {source.name}: {remark}")
        about = {
            "name": source.name,
            "fingerprint": corpus.fingerprint,
            "statistics": asdict(corpus.statistics()),
        }
        if write:
            run.keep_corpus(key, corpus, about)
    statistics = _statistics(about)
    assert statistics is not None
    files = tuple(zip(map(str, source.files), hashes, strict=True))
    record = CorpusRecord(
        source.name, key, about["fingerprint"], files, source.langs, source.min_count
    )
    return PlannedCorpus(record, statistics, stored=entry is not None)


def _statistics(about: Mapping[str, Any]) -> CorpusStatistics | None:
    """Read the description of a stored corpus, None if it is of another form."""
    numbers = about.get("statistics")
    if not isinstance(numbers, dict) or not is_key(about.get("fingerprint")):
        return None
    if numbers.keys() != {f.name for f in fields(CorpusStatistics)}:
        return None
    for name, value in asdict(_NO_TEXT).items():
        given = numbers[name]
        pair = isinstance(value, tuple)
        figures = given if pair and isinstance(given, list | tuple) else [given]
        if len(figures) != 1 + pair or not all(type(one) in (int, float) for one in figures):
            return None
    made: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in numbers.items()
    }
    return CorpusStatistics(**made)


@dataclass(frozen=True)
class PlannedTask:
    """A task of one language pair whose files have been read.

    `shared_answers` counts the right answers that its development set has too.
    """

    source: TaskSource
    pair: str
    questions: Questions
    shared_answers: int = 0


def read_task(source: TaskSource, pair: str) -> PlannedTask:
    """Read a task's files; a wrong line is an error now and not after hours of training."""
    kind = TASKS.get(source.kind)
    task = kind.read(source.files[pair], source.options)
    path = source.dev.get(pair)
    dev_file, dev_fingerprint, shared_answers = None, "", 0
    if path is not None:
        dev = kind.read(path, source.options)
        try:
            task.require_disjoint(dev)
        except InputError as error:
            raise InputError(error.message, path) from error
        shared_answers = task.shared_answers(dev)
        if kind.dev_chooses == "context":
            dev_file, dev_fingerprint = str(path), dev.fingerprint
    questions = Questions(
        source.name,
        source.kind,
        str(source.files[pair]),
        task.fingerprint,
        dev_file,
        dev_fingerprint,
        source.options,
    )
    return PlannedTask(source, pair, questions, shared_answers)


def diagnose_task(task: PlannedTask, corpus: PlannedCorpus, run: RunDirectory) -> list[str]:
    """Say why the questions hardly fit the words of the corpus, if they do not."""
    record, source = corpus.record, task.source
    if not record.files or not run.store.has(CORPUS, record.key):
        return []
    text = run.corpus(record.key)
    asked = TASKS.get(source.kind).read(source.files[task.pair], source.options)
    try:
        return asked.diagnose(text.source.vocabulary, text.target.vocabulary, record.langs)
    except InputError as error:
        raise InputError(error.message, source.files[task.pair]) from error


def dev_task(task: PlannedTask) -> PlannedTask:
    """Return the development set of a task as a task of its own, for tuning."""
    files = task.source.dev
    source = TaskSource(task.source.kind, f"{task.source.name}-dev", files, {}, task.source.options)
    return read_task(source, task.pair)
