"""The table against IBM's first model written out, and the vectors that it gives."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse
from scipy.linalg import inv, sqrtm

from baselines.documents.lsa import LSA
from baselines.joined import translation_table as module
from baselines.joined._table_kernel import expected_counts
from baselines.joined.translation_table import (
    nearest_candidates,
    translated_rows,
    translation_table,
    whitened,
)
from clss.corpus import AlignedCorpus
from clss.matrices import unit_rows
from clss.toy import toy_corpus

CORPUS = toy_corpus(pairs=60)


def rows_of(corpus, dim=12):
    space = LSA(dim=dim).fit(corpus).space_
    return unit_rows(space.matrix("source")), unit_rows(space.matrix("target"))


def written_out(corpus, source, target, passes):
    """p(t|s) with dense tables, one document and one word after the other."""
    cosines = source @ target.T
    of_source = np.sort(cosines, axis=1)[:, -10:].mean(axis=1)
    of_target = np.sort(cosines, axis=0)[-10:].mean(axis=0)
    scores = 2 * cosines - of_source[:, None] - of_target
    table = np.exp(20 * (scores - scores.max(axis=1, keepdims=True)))
    table /= table.sum(axis=1, keepdims=True)
    documents = [side.document_term_matrix().toarray().astype(float) for side in corpus]
    background = documents[1].sum(axis=0) / documents[1].sum()
    for _ in range(passes):
        expected = np.zeros_like(table)
        for here, there in zip(*documents, strict=True):
            for word in np.nonzero(there)[0]:
                shares = here * table[:, word]
                whole = shares.sum() + here.sum() * background[word]
                expected[:, word] += there[word] * shares / whole
        table = expected / expected.sum(axis=1, keepdims=True)
    return table


@pytest.mark.parametrize("passes", [0, 1, 3])
def test_the_table_is_that_of_the_model_written_out(passes):
    source, target = rows_of(CORPUS)
    forth = written_out((CORPUS.source, CORPUS.target), source, target, passes)
    back = written_out((CORPUS.target, CORPUS.source), target, source, passes)
    found = translation_table(CORPUS, (source, target), passes, words=1000)
    np.testing.assert_allclose(found.toarray(), np.sqrt(forth * back.T), rtol=1e-4, atol=1e-7)


def test_languages_exchanged_have_the_same_table():
    source, target = rows_of(CORPUS)
    table = translation_table(CORPUS, (source, target), 2, words=25)
    turned = translation_table(AlignedCorpus(*CORPUS.sides[::-1]), (target, source), 2, words=25)
    np.testing.assert_allclose(turned.toarray().T, table.toarray(), rtol=1e-5, atol=1e-9)


def test_a_word_that_is_explained_no_longer_counts_for_its_companion():
    # b never comes without a, a comes without b; x is a's translation and y is b's
    corpus = AlignedCorpus.from_documents(
        [["a", "b"], ["a", "c"], ["a", "b"], ["a", "c"], ["a"]],
        [["x", "y"], ["x", "z"], ["x", "y"], ["x", "z"], ["x"]],
    )
    level = np.ones((3, 1), dtype=np.float32)  # a space that knows nothing
    once, often = (translation_table(corpus, (level, level), n, words=9) for n in (1, 8))
    b, x, y = (
        side.vocabulary.words.index(word)
        for side, word in ((corpus.source, "b"), (corpus.target, "x"), (corpus.target, "y"))
    )
    assert often[b, y] > 0.9 > once[b, y]
    assert often[b, x] < 0.05 < once[b, x]


def test_only_the_nearest_are_candidates(monkeypatch):
    monkeypatch.setattr(module, "CANDIDATES", 3)
    source, target = rows_of(CORPUS)
    ids, likely = nearest_candidates(source, target)
    assert ids.shape == likely.shape == (len(source), 3)
    np.testing.assert_allclose(likely.sum(axis=1), 1.0)
    assert (np.diff(likely, axis=1) <= 0).all()
    table = translation_table(CORPUS, (source, target), 2, words=1000)
    assert (np.diff(table.indptr) <= 3).all() and table.nnz


def test_rare_words_and_words_without_vectors_translate_nothing():
    source, target = (part.copy() for part in rows_of(CORPUS))
    source[2], target[4] = 0, 0
    table = translation_table(CORPUS, (source, target), 2, words=20).toarray()
    assert table.shape == (len(source), len(target))
    assert not table[20:].any() and not table[:, 20:].any()
    assert not table[2].any() and not table[:, 4].any()
    assert np.isfinite(table).all() and table.any()


def test_whitened_directions_have_the_same_variance():
    generator = np.random.default_rng(3)
    rows = tuple(generator.normal(size=(4000, 3)).astype(np.float32) * [5, 1, 0.2] for _ in "ab")
    both = np.vstack([whitened(part, rows) for part in rows])
    np.testing.assert_allclose(both.T @ both / len(both), np.eye(3) / 3, atol=0.02)


def test_whitening_is_by_the_moments_of_both_languages():
    generator = np.random.default_rng(4)
    rows = generator.normal(size=(30, 4)) * [4, 1, 1, 0.5], generator.normal(size=(50, 4)) + 1
    rows = tuple(unit_rows(part).astype(np.float32) for part in rows)
    both = np.vstack(rows).astype(np.float64)
    root = np.real(inv(sqrtm(both.T @ both)))  # about the origin, not about the mean
    for part in rows:
        np.testing.assert_allclose(whitened(part, rows), unit_rows(part @ root), atol=1e-5)


@pytest.mark.filterwarnings("error")
def test_words_without_vectors_stay_without():
    nothing = np.zeros((4, 3), dtype=np.float32)
    some = np.eye(3, dtype=np.float32)
    assert not whitened(nothing, (nothing, nothing)).any()
    for source, target in ((some, nothing), (nothing, some), (nothing, nothing)):
        ids, likely = nearest_candidates(source, target)
        assert (ids == -1).all() and not likely.any()


def test_offsets_beyond_31_bits_are_counted_alike():
    source, target = rows_of(CORPUS)
    candidates, table = nearest_candidates(source, target)
    background = np.full(len(target), 1 / len(target))
    found = []
    for offset in (np.int32, np.int64):
        documents = [side.document_term_matrix() for side in CORPUS.sides]
        texts = [(d.indptr.astype(offset), d.indices.astype(offset), d.data) for d in documents]
        found.append(expected_counts(*texts[0], *texts[1], candidates, table, background, 1.0))
    np.testing.assert_array_equal(*found)
    assert found[0].any()


def test_source_words_are_what_they_translate_to():
    source, target = rows_of(CORPUS)
    words = np.arange(len(source))
    wanted = np.roll(words, 1)
    sure = np.linspace(0.0, 1.0, len(words))
    table = sparse.csr_matrix((sure, (words, wanted)))
    found = translated_rows((source, target), table)
    np.testing.assert_allclose(found[1], whitened(target, (source, target)))
    np.testing.assert_allclose(found[0], sure[:, None] * found[1][wanted], atol=1e-6)
