"""The model: words as a pretrained encoder sees them, in their contexts or alone."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from itertools import chain
from os import PathLike
from pathlib import Path
from typing import Any, ClassVar, get_args

import numpy as np

from baselines.encoders.contexts import Contexts, CorpusContexts, RawContexts, choose_occurrences
from baselines.encoders.directory import EncoderDirectory
from baselines.encoders.passages import Passage
from baselines.encoders.runner import OF_WHOLE_TEXTS, EncoderRunner, EncoderSettings, Pooling
from clss.corpus import AlignedCorpus, CorpusStatistics, Side
from clss.errors import ClssWarning, InputError
from clss.matrices import unit_rows
from clss.model import IDLE_MEMORY, IDLE_SECONDS, RepresentationModel
from clss.parameters import Choice, DirectoryPath, FilePath, Flag, Kind, Nothing, Text, Whole
from clss.progress import Progress, ProgressCallback
from clss.space import BilingualSpace
from clss.vocabulary import Vocabulary

#: One thread, as measured once (benchmarks/encoder.py). A table of embeddings adds to the bytes but
#: takes no time, so encoders of many languages, whose tables are large, are faster than this says.
SECONDS_PER_PIECE_AND_BYTE = 6e-12


class PretrainedEncoder(RepresentationModel):
    """A multilingual encoder from a local directory (LaBSE, multilingual-e5, XLM-R, …).

    A word's vector is the mean, over some of its occurrences in the text, of the mean of its
    pieces at one layer of the encoder. Nothing is learned from the corpus, and its alignment is not
    looked at: what such a row knows it has from other data, and tables say so.

    Parameters
    ----------
    path : path-like
        A directory with an ONNX graph (``model.onnx`` or ``onnx/model.onnx``) and
        ``tokenizer.json``. Nothing is ever downloaded; docs/encoders.md says how to export one.
    layer : int
        0 is the embeddings, 1 the first layer, -1 the last. Others than the last must be among the
        outputs of the graph.
    pooling : {"mean", "first", "cls", "sequence", "sentence"}
        Which vectors make a word's: the mean of its pieces, or the first of them. For words alone
        (``occurrences=0``) also "cls", the piece that begins the text; "sequence", the mean of all
        pieces with those around the text, as many sentence encoders do; "sentence", the graph's
        own output for the whole text.
    occurrences : int
        At most so many contexts of every word, drawn by the seed; 0 encodes the word alone, as a
        text of its own. A word that has no context is encoded alone, too.
    source_text, target_text : path-like, optional
        Raw text to look for contexts in, a line each; by default the documents of the corpus, their
        words joined by blanks. A word occurs where the text has its very form, in lower case.
    prefix : str
        Put before every text, such as "query: " for e5.
    normalize : bool
        Give every word's vector length one.
    max_length : int, optional
        The most pieces of a text; a longer one is split between words. By default what the
        directory says, 512 if it says nothing.
    batch : int
        Texts encoded at a time; of texts of more than 128 pieces fewer.
    threads : int
        Of the computation.
    seed : int
        Of the drawing of contexts.

    Attributes
    ----------
    occurrences_ : tuple of two ndarrays
        Of how many vectors each word's vector is the mean.

    Notes
    -----
    The vectors are the same bytes every time on one machine with the same `batch` and `threads`;
    another version of onnxruntime, or another processor, may round otherwise, so the version and
    the execution provider are part of a row's signature.

    References
    ----------
    I. Vulić, E. M. Ponti, R. Litschko, G. Glavaš and A. Korhonen (2020). Probing pretrained
    language models for lexical semantics. EMNLP. F. Feng, Y. Yang, D. Cer, N. Arivazhagan and W.
    Wang (2022). Language-agnostic BERT sentence embedding. ACL.
    """

    name: ClassVar[str] = "encoder"
    citations = ("vulic2020probing",)
    required: ClassVar[tuple[str, ...]] = ("path",)
    parameters: ClassVar[Mapping[str, Kind]] = {
        "path": DirectoryPath() | Nothing(),
        "layer": Whole(),
        "pooling": Choice(*get_args(Pooling)),
        "occurrences": Whole(at_least=0),
        "source_text": FilePath() | Nothing(),
        "target_text": FilePath() | Nothing(),
        "prefix": Text(),
        "normalize": Flag(),
        "max_length": Whole(at_least=4) | Nothing(),
        "batch": Whole(at_least=1),
        "threads": Whole(at_least=1),
        "seed": Whole(at_least=0),
    }
    #: The parameter takes the place of the property: a run reserves as many threads as are given.
    threads: int = 1

    occurrences_: tuple[np.ndarray, np.ndarray]

    def __init__(
        self,
        path: str | PathLike[str] | None = None,
        layer: int = -1,
        pooling: Pooling = "mean",
        occurrences: int = 10,
        source_text: str | PathLike[str] | None = None,
        target_text: str | PathLike[str] | None = None,
        prefix: str = "",
        normalize: bool = False,
        max_length: int | None = None,
        batch: int = 32,
        threads: int = 1,
        seed: int = 1,
    ) -> None:
        self.path = path
        self.layer = layer
        self.pooling = pooling
        self.occurrences = occurrences
        self.source_text = source_text
        self.target_text = target_text
        self.prefix = prefix
        self.normalize = normalize
        self.max_length = max_length
        self.batch = batch
        self.threads = threads
        self.seed = seed

    @property
    def supervision(self) -> frozenset[str]:
        """That it was trained elsewhere: the encoder's name and the beginning of its hash."""
        if self.path is None:
            return frozenset({"pretrained"})
        found = self._directory()
        return frozenset({f"pretrained ({found.name}, {found.fingerprint[:8]})"})

    @property
    def seed_matters(self) -> bool:
        """Whether contexts are drawn at all."""
        return self.occurrences > 0

    def content_hashes(self) -> dict[str, str]:
        """Return the hash of the encoder."""
        return {} if self.path is None else {"path": self._directory().fingerprint}

    def estimate_memory(self, statistics: CorpusStatistics) -> int:
        """Estimate the graph, which is held twice while it is loaded, a batch, and the results."""
        graph = 0 if self.path is None else self._directory().size
        activations = self.batch * 128 * (512 << 10)
        results = 2 * 8 * 1024 * sum(statistics.vocabulary)
        text = self.bytes_per_token * sum(statistics.tokens)
        return IDLE_MEMORY + 2 * graph + activations + results + text

    def estimate_seconds(self, statistics: CorpusStatistics) -> float:
        """Estimate by the size of the graph and the pieces that it has to read."""
        if self.path is None:
            return IDLE_SECONDS
        words, tokens = sum(statistics.vocabulary), sum(statistics.tokens)
        pieces = min(2 * tokens, 64 * words * self.occurrences) if self.occurrences else 5 * words
        work = SECONDS_PER_PIECE_AND_BYTE * pieces * self._directory().size
        return IDLE_SECONDS + work / self.threads

    def _directory(self) -> EncoderDirectory:
        assert self.path is not None, "check_parameters refuses None"
        return EncoderDirectory.open(self.path)

    def _check_combination(self) -> None:
        if self.occurrences and self.pooling in OF_WHOLE_TEXTS:
            raise InputError(
                f"pooling {self.pooling!r} is a vector of the whole text and not of a word in it;"
                " it goes with occurrences = 0, words alone"
            )
        texts = (self.source_text, self.target_text)
        if self.occurrences == 0 and any(text is not None for text in texts):
            raise InputError("occurrences = 0 takes words alone; leave source_text and target_text")
        if self.pooling == "sentence" and self.layer != -1:
            raise InputError("layer has no meaning with pooling 'sentence'; leave it out")
        if self.path is not None:
            self._directory()

    def _fit(self, corpus: AlignedCorpus, progress: ProgressCallback | None) -> BilingualSpace:
        settings = EncoderSettings(
            self.layer, self.pooling, self.prefix, self.max_length, self.batch, self.threads
        )
        runner = EncoderRunner(self._directory(), settings)
        texts = (self.source_text, self.target_text)
        found = [
            self._side(runner, side, text, number, progress)
            for number, (side, text) in enumerate(zip(corpus.sides, texts, strict=True))
        ]
        (source, counts), (target, other) = found
        self.occurrences_ = (counts, other)
        return self._space_of(corpus, source, target, metadata=self._about(runner))

    def _side(
        self,
        runner: EncoderRunner,
        side: Side,
        text: str | PathLike[str] | None,
        number: int,
        progress: ProgressCallback | None,
    ) -> tuple[np.ndarray, np.ndarray]:
        """Encode the words of one language."""
        chosen, passages = self._passages(side, text, number)
        alone = np.ones(len(side.vocabulary), dtype=bool)
        alone[chosen] = False
        if self.occurrences and alone.any():
            _warn(
                f"{int(alone.sum())} of {len(alone)} {side.lang} words do not occur in"
                f" {'the corpus' if text is None else Path(text).name}; they are encoded alone"
            )
        words = _alone(side.vocabulary, alone)
        total, done = len(chosen) + int(alone.sum()), 0

        def count(words: int) -> None:
            nonlocal done
            done += words
            if progress is not None:
                progress(Progress(f"encoding {side.lang}", done, total, "words"))

        before = runner.tokenizer.split
        means, counts = runner.means(chain(passages, words), len(alone), count)
        if split := runner.tokenizer.split - before:
            _warn(
                f"{split} {side.lang} texts are longer than the {runner.tokenizer.longest} pieces"
                " that the encoder takes and were split"
            )
        if nothing := int((counts == 0).sum()):
            _warn(
                f"the tokenizer makes nothing of {nothing} {side.lang} words; they have no vector"
            )
        rows = means.astype(np.float32)
        return (unit_rows(rows) if self.normalize else rows), counts

    def _passages(
        self, side: Side, text: str | PathLike[str] | None, number: int
    ) -> tuple[np.ndarray, Iterator[Passage]]:
        """Return the word of every occurrence that was drawn, and the texts that hold them."""
        if not self.occurrences:
            return np.zeros(0, dtype=np.int64), iter(())
        contexts: Contexts
        if text is None:
            contexts = CorpusContexts(side)
        else:
            contexts = RawContexts(text, side.vocabulary, side.lang)
        generator = np.random.default_rng([self.seed, number])
        chosen = choose_occurrences(contexts.words, self.occurrences, generator)
        return contexts.words[chosen], contexts.passages(chosen)

    def _about(self, runner: EncoderRunner) -> dict[str, Any]:
        """Return what one must know to encode more words in the same way, and for the signature."""
        directory, settings = runner.directory, runner.settings
        return {
            "runtime": runner.graph.runtime,
            "encoder": {
                "path": str(directory.path.resolve()),
                "fingerprint": directory.fingerprint,
                "settings": {**vars(settings), "max_length": runner.tokenizer.longest},
            },
        }

    def _extra_arrays(self) -> dict[str, np.ndarray]:
        source, target = self.occurrences_
        return {"source_occurrences": source, "target_occurrences": target}

    def _restore_arrays(self, arrays: Mapping[str, np.ndarray]) -> None:
        self.occurrences_ = (arrays["source_occurrences"], arrays["target_occurrences"])


def _alone(vocabulary: Vocabulary, wanted: np.ndarray) -> Iterator[Passage]:
    return (Passage.word(vocabulary[i], i) for i in np.flatnonzero(wanted).tolist())


def _warn(message: str) -> None:
    warnings.warn(message, ClssWarning, stacklevel=2)
