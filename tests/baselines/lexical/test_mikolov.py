"""The mapping on spaces whose right map is known; sources of lexicon and vectors; the contract."""

from __future__ import annotations

import runpy
from pathlib import Path

import numpy as np
import pytest
from sklearn.linear_model import Ridge
from toy_accuracy import accuracy

from baselines.documents.cooccurrence import DocumentCooccurrence
from baselines.lexical.mikolov import MikolovMapping, fit_map
from baselines.lexical.traditional_ppmi import TraditionalPPMI
from clss.errors import InputError
from clss.formats import write_word2vec_text
from clss.formats.vectors import WordVectors
from clss.model import MODELS, load_model
from clss.space import BilingualSpace
from clss.toy import toy_corpus
from clss.vocabulary import Vocabulary

WORDS = 80
CORPUS = toy_corpus(pairs=20)  # required by fit, unused where vectors and lexicon are given


def rotated_pair(noise: float = 0.05, dim: int = 6) -> BilingualSpace:
    """Target vectors are source vectors turned round, with some noise; words are in one order."""
    generator = np.random.default_rng(2)
    source = generator.normal(size=(WORDS, dim))
    turn, _ = np.linalg.qr(generator.normal(size=(dim, dim)))
    target = source @ turn + noise * generator.normal(size=(WORDS, dim))
    return BilingualSpace(
        Vocabulary([f"s{i}" for i in range(WORDS)]),
        Vocabulary([f"t{i}" for i in range(WORDS)]),
        source,
        target,
        langs=("es", "en"),
    )


PAIRS = [(f"s{i}", f"t{i}") for i in range(30)]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"orthogonal": True},
        {"regularization": 0.1},
        {"regularization": "loo-retrieval"},
        {"center": True},
        {"normalize": False},
    ],
)
def test_the_turn_is_found_for_words_outside_the_lexicon(options):
    vectors = rotated_pair()
    assert accuracy(vectors) < 0.2
    model = MikolovMapping(lexicon=PAIRS, vectors=vectors, **options).fit(CORPUS)
    assert accuracy(model.space_) == 1.0
    assert model.space_.langs == ("es", "en")
    assert len(model.lexicon_) == 30


def test_the_map_is_ridge_on_unit_rows():
    vectors = rotated_pair(noise=0.5)
    model = MikolovMapping(lexicon=PAIRS, vectors=vectors, regularization=0.3).fit(CORPUS)
    x, y = (vectors.matrix(side) for side in ("source", "target"))
    x, y = (rows / np.linalg.norm(rows, axis=1, keepdims=True) for rows in (x, y))
    theirs = Ridge(alpha=0.3, fit_intercept=False, solver="svd").fit(x[:30], y[:30]).coef_.T
    np.testing.assert_allclose(model.map_, theirs, rtol=0, atol=1e-8)
    np.testing.assert_allclose(model.space_.matrix("source"), x @ theirs, atol=1e-6)
    np.testing.assert_allclose(model.space_.matrix("target"), y, atol=1e-6)


def test_options_differ():
    vectors = rotated_pair(noise=0.5)
    variants = [
        {},
        {"center": True},
        {"normalize": False},
        {"orthogonal": True},
        {"regularization": 5.0},
    ]
    maps = [MikolovMapping(PAIRS, vectors, **v).fit(CORPUS).space_.fingerprint for v in variants]
    assert len(set(maps)) == len(maps)


def test_the_chosen_penalty_is_reported():
    model = MikolovMapping(lexicon=PAIRS, vectors=rotated_pair(noise=1.0)).fit(CORPUS)
    assert model.penalty_ == model.space_.metadata["penalty"]
    assert model.space_.metadata["supervision"] == ["lexicon"]
    assert model.space_.metadata["seed_lexicon"] == [list(pair) for pair in PAIRS]
    turned = MikolovMapping(PAIRS, rotated_pair(), orthogonal=True).fit(CORPUS)
    assert turned.penalty_ is None
    np.testing.assert_allclose(turned.map_ @ turned.map_.T, np.eye(6), atol=1e-12)


def test_pretrained_vectors_of_unequal_dimensions_need_no_corpus():
    space = rotated_pair()
    wide = np.hstack((space.matrix("source"), np.zeros((WORDS, 3)))).astype(np.float32)
    source = WordVectors(space.source.words, wide)
    target = WordVectors(space.target.words, np.asarray(space.matrix("target"), np.float32))
    model = MikolovMapping(lexicon=PAIRS, regularization=0.01)
    assert model.fit_vectors(source, target, langs=("es", "en")) is model
    assert model.map_.shape == (9, 6)
    assert accuracy(model.space_) == 1.0
    with pytest.raises(InputError, match="without a corpus the lexicon must be given"):
        MikolovMapping().fit_vectors(source, target)


def test_the_lexicon_of_a_model_is_taken_not_computed_again(monkeypatch):
    corpus = toy_corpus()
    seed = TraditionalPPMI(**TraditionalPPMI.toy_parameters()).fit(corpus)
    monkeypatch.setattr(TraditionalPPMI, "_fit", lambda *_: pytest.fail("fitted twice"))
    vectors = DocumentCooccurrence("log", dim=10).fit(corpus).space_
    model = MikolovMapping(lexicon=TraditionalPPMI(), vectors=vectors)
    model.fit(corpus, components={"lexicon": seed})
    assert model.lexicon_.pairs == seed.lexicon_.pairs
    assert model.supervision == {"documents"}
    # a fitted model given as the parameter is used as it is, too
    assert MikolovMapping(seed, vectors).fit(corpus).lexicon_.pairs == seed.lexicon_.pairs


def test_a_model_without_a_lexicon_gives_its_mutual_neighbours():
    corpus = toy_corpus()
    source = DocumentCooccurrence().fit(corpus)
    model = MikolovMapping(source, source.space_, regularization=1.0).fit(corpus)
    assert len(model.lexicon_) > 20


def test_default_components():
    components = MikolovMapping(dim=50, window=5, seed=3).components()
    assert components["lexicon"].name == "traditional-ppmi"
    assert components["lexicon"].get_params(deep=False) == (
        TraditionalPPMI(seed=3).get_params(deep=False)
    )
    vectors = components["vectors"]
    assert (vectors.name, vectors.dim, vectors.window, vectors.seed) == ("monolingual", 50, 5, 3)
    assert MikolovMapping().supervision == {"documents"}
    assert MikolovMapping(lexicon="identical").supervision == {"spelling"}
    assert list(MikolovMapping(lexicon=PAIRS).components()) == ["vectors"]


def test_pairs_whose_word_has_no_vector_are_left_out():
    space = rotated_pair()
    source = np.array(space.matrix("source"))
    source[0] = 0.0
    damaged = BilingualSpace(space.source, space.target, source, np.array(space.matrix("target")))
    for center in (False, True):
        model = MikolovMapping(PAIRS, damaged, center=center).fit(CORPUS)
        assert "s0" not in {word for word, _ in model.lexicon_.pairs}
        assert not np.asarray(model.space_.matrix("source"))[0].any()
    with pytest.raises(InputError, match="has a vector on both sides"):
        MikolovMapping([("s0", "t0")], damaged).fit(CORPUS)


def test_saved_map_comes_back(tmp_path):
    MODELS.add(MikolovMapping)
    model = MikolovMapping(PAIRS, rotated_pair()).fit(CORPUS)
    model.save(tmp_path / "model")
    loaded = load_model(tmp_path / "model")
    np.testing.assert_array_equal(loaded.map_, model.map_)
    assert (loaded.penalty_, loaded.lexicon_.pairs) == (model.penalty_, model.lexicon_.pairs)


def test_unequal_dimensions_of_the_map():
    generator = np.random.default_rng(0)
    x, truth = generator.normal(size=(40, 3)), generator.normal(size=(3, 5))
    found, penalty = fit_map(x, x @ truth, regularization=0.0)
    np.testing.assert_allclose(found, truth, atol=1e-12)
    assert penalty == 0.0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"regularization": "cv"},
            "regularization must be a number of at least 0 or one of loo, loo-retrieval",
        ),
        ({"regularization": -1.0}, "regularization must be a number of at least 0"),
        ({"regularization": 1.0, "orthogonal": True}, "an orthogonal map has no penalty"),
        ({"lexicon": PAIRS[:3], "regularization": 0.0}, "needs 6 independent pairs"),
        ({"lexicon": [("x", "y")]}, "gives no translation pair"),
        ({"dim": 0}, "dim must be"),
    ],
)
def test_bad_parameters(options, message):
    with pytest.raises(InputError, match=message):
        MikolovMapping(**{"lexicon": PAIRS, "vectors": rotated_pair(), **options}).fit(CORPUS)


@pytest.mark.parametrize("method", ["ridge", "rotation", "cca"])
def test_the_example_maps_two_files(method, tmp_path, capsys):
    script = Path(__file__).parents[3] / "examples" / "mapping" / "map_vectors.py"
    space = rotated_pair()
    for side in ("source", "target"):
        write_word2vec_text(
            tmp_path / f"{side}.vec", space.vocabulary(side).words, space.matrix(side)
        )
    lexicon = tmp_path / "seed.tsv"
    lexicon.write_text("".join(f"{s}\t{t}\n" for s, t in PAIRS))
    files = [str(tmp_path / name) for name in ("source.vec", "target.vec", "seed.tsv")]
    out = tmp_path / "mapped"
    runpy.run_path(str(script))["main"](
        [*files, "--langs", "es,en", "--method", method, "-o", str(out)]
    )
    assert "from 30 pairs (0 unknown)" in capsys.readouterr().out
    mapped = BilingualSpace.load(out)
    assert mapped.langs == ("es", "en")
    assert accuracy(mapped) > 0.9
