"""What was tried on the way to `fusion` and is no model of the toolkit: each makes a space.

A trial takes `train`, which trains a model on the corpus at hand (once, however many trials ask for
it) and returns its space. See ``beyond.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np
from scipy import sparse

from baselines.counting.truncated_svd import reduce_rows
from baselines.documents.weighting import weighted_cells
from baselines.joined.count_vectors import CountVectors
from baselines.joined.csls import mutual_neighbors
from baselines.joined.fusion import Fusion
from baselines.joined.mapping import joined_rows, map_both
from baselines.joined.translation_table import translated_rows, translation_table, whitened
from baselines.lexical.lexicon_model import prepare
from baselines.lexical.linear_map import procrustes
from baselines.pseudo_bilingual import Shuffle, pseudo_bilingual
from baselines.skipgram.trainer import SkipGramParameters, SkipGramTrainer
from clss.corpus import AlignedCorpus
from clss.matrices import to_dense, unit_rows
from clss.model import RepresentationModel
from clss.sides import SIDES
from clss.space import BilingualSpace

Train = Callable[[RepresentationModel], BilingualSpace]
Rows = tuple[np.ndarray, np.ndarray]


def rows_of(space: BilingualSpace) -> Rows:
    """Return both languages' vectors, of length one."""
    source, target = (unit_rows(to_dense(space.matrix(side)).astype(np.float32)) for side in SIDES)
    return source, target


def centred(space: BilingualSpace) -> Rows:
    """Return both languages' vectors about their mean, of length one."""
    source, target = (unit_rows(prepare(space.matrix(side), center=True)) for side in SIDES)
    return source, target


def with_rows(space: BilingualSpace, rows: Rows) -> BilingualSpace:
    """Return a space of the same words with other vectors."""
    source, target = (np.ascontiguousarray(part, dtype=np.float32) for part in rows)
    return BilingualSpace(space.source, space.target, source, target, langs=space.langs)


def summed(*spaces: BilingualSpace) -> BilingualSpace:
    """Add the cosines of spaces of the same words."""
    parts = [rows_of(space) for space in spaces]
    source, target = (joined_rows(*(part[side] for part in parts)) for side in (0, 1))
    return with_rows(spaces[0], (source, target))


def rotated(vectors: BilingualSpace, documents: BilingualSpace, times: int) -> BilingualSpace:
    """Map monolingual vectors by a plain rotation, pairs found again with the documents."""
    source, target = centred(vectors)
    anchor, pairs = rows_of(documents), mutual_neighbors(*rows_of(documents))
    for time in range(times):
        turned = source @ procrustes(source[pairs[0]], target[pairs[1]]), target
        if time + 1 < times:
            both = [
                joined_rows(a, t.astype(np.float32)) for a, t in zip(anchor, turned, strict=True)
            ]
            pairs = mutual_neighbors(both[0], both[1])
    return with_rows(vectors, turned)


def unseeded(train: Train, times: int = 30) -> BilingualSpace:
    """Begin with words whose similarities to their own language are distributed alike (vecmap)."""
    space = train(CountVectors())
    words = min(2000, len(space.source), len(space.target))
    sides = centred(space)
    signs = []
    for rows in sides:
        u, singular, _ = np.linalg.svd(rows[:words], full_matrices=False)
        similar = np.sort((u * singular) @ u.T, axis=1)  # the square root of X Xᵀ
        signs.append(unit_rows(prepare(similar, center=True)).astype(np.float32))
    pairs = mutual_neighbors(signs[0], signs[1])
    return with_rows(space, _mapped(sides, pairs, times, np.random.default_rng(1)))


def _mapped(sides: Rows, pairs: Rows, times: int, generator: np.random.Generator) -> Rows:
    """Map and pair again; ever fewer pairs are dropped at random (vecmap's dropout)."""
    for time in range(times):
        mapped = map_both(*sides, *pairs)
        found = mutual_neighbors(*(unit_rows(part.astype(np.float32)) for part in mapped))
        kept = generator.random(len(found[0])) < 0.1 + 0.9 * (time + 1) / times
        pairs = found[0][kept], found[1][kept]
    return map_both(*sides, *pairs)


def sections(corpus: AlignedCorpus, tokens: int, dim: int, power: float) -> BilingualSpace:
    """LSA with sections of long documents as dimensions, at like places in both languages."""
    lengths = [side.lengths for side in corpus.sides]
    pieces = np.maximum(1, np.rint((lengths[0] + lengths[1]) / tokens)).astype(np.int64)
    first = np.concatenate(([0], np.cumsum(pieces)))
    weighted = []
    for side, own in zip(corpus.sides, lengths, strict=True):
        document = np.repeat(np.arange(len(own)), own)
        place = np.arange(side.n_tokens) - side.offsets[document]
        column = first[document] + (place + 0.5) * pieces[document] // own[document]
        cells = np.ones(side.n_tokens), (side.tokens, column.astype(np.int64))
        counts = sparse.csr_matrix(cells, shape=(len(side.vocabulary), first[-1]))
        weighted.append(weighted_cells(counts, "smoothed-ppmi"))
    return _space(corpus, reduce_rows(sparse.vstack(weighted).tocsr(), dim, power, seed=1))


def two_contexts(corpus: AlignedCorpus, orders: tuple[Shuffle, Shuffle]) -> BilingualSpace:
    """Skip-gram that sees every pair of documents twice: in one order, then in another.

    With a random permutation as the second, a word has neighbours of its window and words from
    anywhere in the document.
    """
    texts = [pseudo_bilingual(corpus, order) for order in orders]
    documents = [text.tokens[a:b] for a, b in pairwise(texts[0].offsets) for text in texts]
    tokens = np.concatenate(documents)
    offsets = np.concatenate(([0], np.cumsum([len(document) for document in documents])))
    parameters = SkipGramParameters(dim=100, window=16)
    trained = SkipGramTrainer(tokens, offsets, texts[0].n_words, parameters).train()
    return _space(corpus, trained.input_vectors)


def weighed(train: Train, fusion: Callable[..., Fusion]) -> BilingualSpace:
    """Fusion with the weight of its second part that makes most words mutual neighbours."""
    found = {}
    for weight in (0.5, 1.0, 2.0, 4.0):
        space = train(fusion(second_weight=weight, passes=0))
        found[weight] = len(mutual_neighbors(*rows_of(space))[0])
    return train(fusion(second_weight=max(found, key=found.__getitem__)))


def table_otherwise(
    joined: BilingualSpace, corpus: AlignedCorpus, change: Callable[..., Rows]
) -> BilingualSpace:
    """Fusion, with something else done with the table than fusion does."""
    rows = rows_of(joined)
    return with_rows(joined, change(rows, translation_table(corpus, rows, 2, 20_000)))


def proposed(
    proposing: BilingualSpace, compared: BilingualSpace, corpus: AlignedCorpus
) -> BilingualSpace:
    """One space proposes the table; another has the vectors, those of translations as well."""
    table = translation_table(corpus, rows_of(proposing), 2, 20_000)
    rows = rows_of(compared)
    return with_rows(compared, beside(rows, translated_rows(rows, table)))


def beside(rows: Rows, others: Rows) -> Rows:
    """Put vectors of the same words side by side, as they are."""
    return np.hstack([rows[0], others[0]]), np.hstack([rows[1], others[1]])


def full_weight(rows: Rows, table: sparse.csr_matrix) -> Rows:
    """Translations count the same, however sure the table is of them."""
    target = whitened(rows[1], rows)
    translated = unit_rows(np.asarray(table.astype(np.float32) @ target))
    return beside(rows, (translated, target))


def likeliest(rows: Rows, table: sparse.csr_matrix) -> Rows:
    """A source word is its likeliest translation and no other."""
    best = np.asarray(table.argmax(axis=1)).ravel()
    words = np.arange(len(best))
    values = np.asarray(table[words, best]).ravel() > 0
    only = sparse.csr_matrix((values.astype(np.float32), (words, best)), shape=table.shape)
    return full_weight(rows, only)


def moved(rows: Rows, table: sparse.csr_matrix) -> Rows:
    """Words move half way to the mean of their translations, in both languages."""
    source, target = (table.astype(np.float32) @ rows[1], table.T.astype(np.float32) @ rows[0])
    return unit_rows(rows[0] + unit_rows(source)), unit_rows(rows[1] + unit_rows(target))


def mapped_again(
    documents: BilingualSpace, counts: BilingualSpace, joined: BilingualSpace, corpus: AlignedCorpus
) -> BilingualSpace:
    """The table's mutual likeliest pairs map the count vectors once more, then fusion as it is."""
    table = translation_table(corpus, rows_of(joined), 2, 20_000)
    forth, back = (np.asarray(table.argmax(axis=axis)).ravel() for axis in (1, 0))
    words = np.arange(len(forth))
    sure = (back[forth] == words) & (np.asarray(table[words, forth]).ravel() > 0)
    mapped = with_rows(counts, map_both(*centred(counts), words[sure], forth[sure]))
    again = summed(documents, mapped, mapped)
    return proposed(again, again, corpus)


def _space(corpus: AlignedCorpus, rows: np.ndarray) -> BilingualSpace:
    cut = len(corpus.source.vocabulary)
    words = corpus.source.vocabulary, corpus.target.vocabulary
    return BilingualSpace(*words, rows[:cut].copy(), rows[cut:].copy(), langs=corpus.langs)
