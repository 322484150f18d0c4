"""The corpora of a config: read once, kept in the store, identified by their fingerprint."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from clss.corpus import AlignedCorpus, CorpusStatistics
from evaluation.runs.directory import RunDirectory, Say
from evaluation.runs.disk import hash_file
from evaluation.runs.record import CorpusRecord
from evaluation.runs.schema import CorpusSource
from evaluation.runs.stage import CORPUS
from evaluation.runs.store import stage_key


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

    @property
    def name(self) -> str:
        """What tables call the language pair."""
        return self.record.name

    @property
    def key(self) -> str:
        """Its key in the store."""
        return self.record.key

    @property
    def fingerprint(self) -> str:
        """The hash of what a model can learn from."""
        return self.record.fingerprint


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
    hashes = [hash_file(path) for path in source.files]
    key = stage_key(kind=CORPUS, files=hashes, langs=source.langs, min_count=source.min_count)
    entry = run.usable(CORPUS, key, say, repair=write)
    if entry is not None:
        about = entry.about
    else:
        say(f"reading {source.name} ({', '.join(path.name for path in source.files)})")
        corpus = read_corpus(source)
        about = {
            "name": source.name,
            "fingerprint": corpus.fingerprint,
            "statistics": asdict(corpus.statistics()),
        }
        if write:
            run.keep_corpus(key, corpus, about)
    numbers: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in about["statistics"].items()
    }
    files = tuple(zip(map(str, source.files), hashes, strict=True))
    record = CorpusRecord(
        source.name, key, about["fingerprint"], files, source.langs, source.min_count
    )
    return PlannedCorpus(record, CorpusStatistics(**numbers), stored=entry is not None)
