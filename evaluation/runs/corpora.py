"""The corpora of a config: read once, kept in the store, known by their fingerprint."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from clss.corpus import AlignedCorpus, CorpusStatistics
from evaluation.runs import disk
from evaluation.runs.schema import CorpusSource
from evaluation.runs.stage import CORPUS
from evaluation.runs.store import DamagedEntry, Store, hash_file, stage_key

Say = Callable[[str], None]


@dataclass(frozen=True)
class KnownCorpus:
    """A corpus of the plan.

    Attributes
    ----------
    source : CorpusSource
        Where it comes from.
    key : str
        Its key in the store, made of the files' hashes and how they are read.
    fingerprint : str
        The hash of what a model can learn from; the same for the same text in another file.
    statistics : CorpusStatistics
    stored : bool
        Whether the store had it already.
    """

    source: CorpusSource
    key: str
    fingerprint: str
    statistics: CorpusStatistics
    stored: bool

    @property
    def name(self) -> str:
        """What tables call the language pair."""
        return self.source.name


def read(source: CorpusSource) -> AlignedCorpus:
    """Read the text that a config names."""
    options: dict[str, Any] = {"langs": source.langs, "min_count": source.min_count}
    if len(source.files) == 1:
        return AlignedCorpus.from_table(source.files[0], **options)
    first, second = source.files
    return AlignedCorpus.from_files(first, second, **options)


def corpus_key(source: CorpusSource) -> str:
    """Return the key of a corpus in the store."""
    return stage_key(
        kind=CORPUS,
        files=[hash_file(path) for path in source.files],
        langs=source.langs,
        min_count=source.min_count,
    )


def know(source: CorpusSource, store: Store, say: Say, write: bool = True) -> KnownCorpus:
    """Make sure that a corpus is in the store (or, without `write`, only look at it)."""
    key = corpus_key(source)
    try:
        entry = store.get(CORPUS, key)
    except DamagedEntry as damage:
        say(f"damaged: {damage}; it is computed again")
        entry = None
        if write:
            store.discard(CORPUS, key)
    if entry is None:
        say(f"reading {source.name} ({', '.join(path.name for path in source.files)})")
        corpus = read(source)
        about: dict[str, Any] = {
            "name": source.name,
            "fingerprint": corpus.fingerprint,
            "statistics": asdict(corpus.statistics()),
        }
        if write:
            try:
                with store.writing(CORPUS, key, about) as directory:
                    corpus.save(directory / "corpus")
            except OSError as error:
                raise disk.disk_error(error, store.root) from error
    else:
        about = entry.about
    numbers: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in about["statistics"].items()
    }
    return KnownCorpus(
        source, key, about["fingerprint"], CorpusStatistics(**numbers), stored=entry is not None
    )
