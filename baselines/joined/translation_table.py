"""A table of translations, estimated from aligned documents, and the vectors it gives words."""

from __future__ import annotations

import numpy as np
from scipy import linalg, sparse

from baselines.joined._table_kernel import expected_counts
from baselines.joined.csls import BLOCK, csls_blocks, csls_means, row_blocks
from clss._topk import row_top_k
from clss.corpus import AlignedCorpus, CorpusStatistics, Side
from clss.matrices import unit_rows

#: translations of a word that are considered
CANDIDATES = 50
#: how sharply the first table prefers the nearest candidates
SHARPNESS = 20.0
#: words without a counterpart in the other document, as a multiple of those that may have one
NULL = 1.0
#: directions with a smaller second moment than this share of the largest are not blown up to it
SMALLEST = 1e-6

Rows = tuple[np.ndarray, np.ndarray]


def translation_table(
    corpus: AlignedCorpus, rows: Rows, passes: int, words: int
) -> sparse.csr_matrix:
    """Estimate how likely words translate each other, by who explains whom in aligned documents.

    A space proposes: every word has its nearest words by CSLS for candidates, the nearer the
    likelier. Documents decide: every word of a target document is shared out among the words of
    its source document by their probabilities of translating to it, as in IBM's first model but
    with a document for the sentence, and the shares are the next probabilities. A word whose
    occurrences are explained by its translation no longer counts for words that only stand with
    it. This is done in both directions; the table has the geometric mean of both probabilities.

    Parameters
    ----------
    corpus : AlignedCorpus
    rows : pair of ndarray of float32
        Vectors of length one.
    passes : int
        Over all documents. Few: documents are too long for the model to be trusted to the end.
    words : int
        Only so many most frequent words of each language take part; documents have no others.

    Returns
    -------
    csr_matrix, source words x target words

    References
    ----------
    P. F. Brown, S. A. Della Pietra, V. J. Della Pietra, R. L. Mercer (1993), The mathematics of
    statistical machine translation: parameter estimation. Computational Linguistics 19(2).

    Examples
    --------
    >>> from baselines import LSA
    >>> from clss.toy import toy_corpus
    >>> corpus = toy_corpus(pairs=400)
    >>> space = LSA(dim=25).fit(corpus).space_
    >>> rows = unit_rows(space.matrix("source")), unit_rows(space.matrix("target"))
    >>> table = translation_table(corpus, rows, passes=2, words=1000)
    >>> [side.vocabulary.words[i] for side, i in zip(corpus.sides, (3, table[[3]].argmax()))]
    ['s20', 't20']
    """
    source, target = (part[:words] for part in rows)
    documents = [_documents(side, words) for side in corpus.sides]
    forth = _probabilities(documents[0], documents[1], source, target, passes)
    back = _probabilities(documents[1], documents[0], target, source, passes)
    table = forth.multiply(back.T.tocsr()).sqrt().tocsr()
    table.resize(len(rows[0]), len(rows[1]))
    return table


def table_memory(statistics: CorpusStatistics, vocabulary: int) -> int:
    """Return the bytes that estimating a table takes at most, the vectors not included."""
    words = [min(size, vocabulary) for size in statistics.vocabulary]
    texts = 3 * 8 * sum(statistics.tokens)  # counts in documents, while cut to the words
    tables = 6 * 8 * CANDIDATES * sum(words)  # ids, probabilities and what they become
    return texts + tables + 3 * 4 * BLOCK * max(words)  # and a block of scores


def _documents(side: Side, words: int) -> sparse.csr_matrix:
    counts = side.document_term_matrix()
    return counts if words >= counts.shape[1] else counts[:, :words].tocsr()


def _probabilities(
    source_documents: sparse.csr_matrix,
    target_documents: sparse.csr_matrix,
    source: np.ndarray,
    target: np.ndarray,
    passes: int,
) -> sparse.csr_matrix:
    """Return the probability of every target word given a source word."""
    candidates, table = nearest_candidates(source, target)
    background = np.asarray(target_documents.sum(axis=0), dtype=np.float64).ravel()
    background /= max(background.sum(), 1.0)
    here, there = (
        (part.indptr, part.indices, part.data) for part in (source_documents, target_documents)
    )
    for _ in range(passes):
        table = expected_counts(*here, *there, candidates, table, background, NULL)
        total = table.sum(axis=1, keepdims=True)
        table = np.divide(table, total, out=np.zeros_like(table), where=total > 0)
    given = (candidates >= 0) & (table > 0)
    cells = np.nonzero(given)[0], candidates[given]
    return sparse.csr_matrix((table[given], cells), shape=(len(source), len(target)))


def nearest_candidates(source: np.ndarray, target: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the nearest target words of every source word by CSLS, and a first probability.

    Words without a vector have no candidates (-1) and are none.

    Examples
    --------
    >>> near = np.eye(3, dtype=np.float32)
    >>> nearest_candidates(near, near[[2, 0, 1]])[0][:, 0].tolist()
    [1, 2, 0]
    """
    kept = min(CANDIDATES, len(target))
    means = csls_means(source, target)
    ids = np.empty((len(source), kept), dtype=np.int64)
    likely = np.empty((len(source), kept))
    for rows, scores in csls_blocks(source, target, *means):
        ids[rows], likely[rows] = row_top_k(scores, kept, 0.0)
    best = np.where(ids[:, :1] < 0, 0.0, likely[:, :1])  # -inf where a word has no candidate
    likely = np.exp(SHARPNESS * (likely - best))
    likely[ids < 0] = 0.0
    return ids, likely / np.maximum(likely.sum(axis=1, keepdims=True), 1e-300)


def translated_rows(rows: Rows, table: sparse.csr_matrix) -> Rows:
    """Describe source words by the target words that a table takes for their translations.

    Vectors are whitened, both languages together, so that words are hardly alike that are not
    nearly the same. A target word is its whitened vector; a source word is the sum of those of
    its translations, each times its entry in the table: the surer the table, the longer.

    Examples
    --------
    >>> rows = np.array([[1.0, 0.0], [0.0, 1.0]], dtype=np.float32)
    >>> source, target = translated_rows((rows, rows), sparse.csr_matrix([[0.0, 0.5], [1.0, 0.0]]))
    >>> (source @ target.T).round(3).tolist()
    [[0.0, 0.5], [1.0, 0.0]]
    """
    target = whitened(rows[1], rows)
    return np.asarray(table.astype(np.float32) @ target), target


def whitened(part: np.ndarray, rows: Rows) -> np.ndarray:
    """Give all directions that both languages' vectors take the same weight; rows of length one.

    By the root of the inverse of their second moments, about the origin as cosines are.

    Examples
    --------
    >>> rows = np.array([[3.0, 0.1], [3.0, -0.1]], dtype=np.float32)
    >>> whitened(rows, (rows, rows)).astype(float).round(4).tolist()
    [[0.7071, 0.7071], [0.7071, -0.7071]]
    """
    moments = np.zeros((part.shape[1], part.shape[1]))
    for side in rows:
        for block in row_blocks(side):
            wide = side[block].astype(np.float64)
            moments += wide.T @ wide
    variance, directions = linalg.eigh(moments)
    smallest = max(variance[-1] * SMALLEST, np.finfo(np.float64).tiny)
    scale = 1 / np.sqrt(np.maximum(variance, smallest))
    # turned back: an eigenvector may point either way, and its sign would stay in the vectors
    whiten = (directions * scale) @ directions.T
    turned = np.empty(part.shape, dtype=np.float32)
    for block in row_blocks(part):
        turned[block] = unit_rows(part[block] @ whiten)
    return turned
