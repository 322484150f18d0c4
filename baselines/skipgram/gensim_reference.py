"""gensim's word2vec on the same documents, ids and initial vectors: the reference for our kernel.

Only the kernel differs. gensim discards what a text has beyond 10,000 tokens and knows no other
limit, so documents are cut before they are given to it (and before its subsampling).
"""

from __future__ import annotations

import time
from itertools import pairwise
from typing import Any

import numpy as np

from baselines.skipgram.trainer import SkipGramParameters, divergence, initial_vectors
from clss.progress import Progress, ProgressCallback, per_second

_GENSIM_LIMIT = 10_000


def cut_documents(tokens: np.ndarray, offsets: np.ndarray, limit: int) -> list[list[str]]:
    """Return documents of at most `limit` tokens (0: as long as gensim takes), ids as strings.

    Examples
    --------
    >>> cut_documents(np.array([5, 6, 7, 8]), np.array([0, 3, 4]), limit=2)
    [['5', '6'], ['7'], ['8']]
    """
    limit = min(limit or _GENSIM_LIMIT, _GENSIM_LIMIT)
    names = [str(i) for i in range(int(tokens.max(initial=-1)) + 1)]
    return [
        [names[i] for i in tokens[start : min(start + limit, end)]]
        for begin, end in pairwise(offsets.tolist())
        for start in range(begin, end, limit)
    ]


def make_model(counts: np.ndarray, parameters: SkipGramParameters) -> Any:
    """Return gensim's model, ready to train: our vocabulary and our initial vectors."""
    from gensim.models import Word2Vec  # takes a second to import, and few runs need it

    model = Word2Vec(
        vector_size=parameters.dim,
        window=parameters.window,
        sg=parameters.backbone == "sgns",
        cbow_mean=1,
        hs=0,
        negative=parameters.negative,
        ns_exponent=0.75,
        min_count=1,
        sample=parameters.sample,
        alpha=parameters.alpha,
        min_alpha=parameters.final_alpha,
        seed=parameters.seed,
        workers=parameters.workers,
        shrink_windows=True,
    )
    model.build_vocab_from_freq({str(i): int(n) for i, n in enumerate(counts) if n})
    order = np.array(model.wv.index_to_key, dtype=np.int64)
    model.wv.vectors[:] = initial_vectors(counts, parameters)[0][order, : parameters.dim]
    return model


def train_with_gensim(
    tokens: np.ndarray,
    offsets: np.ndarray,
    n_words: int,
    parameters: SkipGramParameters,
    progress: ProgressCallback | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """Train with gensim; return input and output vectors, rows by our ids."""
    parameters.check()
    counts = np.bincount(tokens, minlength=n_words)
    documents = cut_documents(tokens, offsets, parameters.max_sentence)
    model = make_model(counts, parameters)
    reporters = [] if progress is None else [_reporter(progress, len(tokens), parameters)]
    model.train(
        documents,
        total_examples=len(documents),
        total_words=len(tokens),
        epochs=parameters.epochs,
        callbacks=reporters,
    )
    order = np.array(model.wv.index_to_key, dtype=np.int64)
    inputs, outputs = (np.zeros((n_words, parameters.dim), dtype=np.float32) for _ in range(2))
    inputs[order], outputs[order] = model.wv.vectors, model.syn1neg
    if not (np.isfinite(inputs).all() and np.isfinite(outputs).all()):
        raise divergence(parameters)
    return inputs, outputs


def _reporter(progress: ProgressCallback, n_tokens: int, parameters: SkipGramParameters) -> Any:
    from gensim.models.callbacks import CallbackAny2Vec

    class Reporter(CallbackAny2Vec):
        """Reports after every epoch: gensim tells nothing in between."""

        def __init__(self) -> None:
            self.begun, self.read = time.monotonic(), 0

        def on_epoch_end(self, model: Any) -> None:
            self.read += n_tokens
            speed = per_second(self.read, self.begun)
            total = parameters.epochs * n_tokens
            progress(Progress("training", self.read, total, "tokens", {"tokens/s": speed}))

    return Reporter()
