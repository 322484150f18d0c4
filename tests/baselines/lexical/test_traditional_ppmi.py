"""Traditional-PPMI as a model: contract, seeds, what the fit reads, what it reports."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from toy_accuracy import accuracy

from baselines.counting.ppmi import ppmi
from baselines.counting.windows import window_counts
from baselines.documents.cooccurrence import DocumentCooccurrence
from baselines.lexical.traditional_ppmi import TraditionalPPMI
from clss.checks import check_model
from clss.corpus import AlignedCorpus
from clss.errors import InputError
from clss.model import MODELS, load_model
from clss.toy import toy_corpus, toy_gold

SEED = [(f"s{i:02d}", f"t{i:02d}") for i in range(15)]


def chained_corpus(words: int = 40, pairs: int = 300, length: int = 30) -> AlignedCorpus:
    """Two languages in which a word follows another as its translation follows the other's.

    The documents of a pair share nothing: only local company tells what a word means, which is
    what Traditional-PPMI learns from.
    """
    generator = np.random.default_rng(11)
    successors = np.array([generator.choice(words, size=5, replace=False) for _ in range(words)])
    texts = []
    for prefix in "st":
        states = generator.integers(0, words, size=pairs)
        steps = [states]
        for _ in range(length - 1):
            states = successors[states, generator.integers(0, 5, size=pairs)]
            steps.append(states)
        texts.append([[f"{prefix}{w:02d}" for w in line] for line in np.array(steps).T])
    return AlignedCorpus.from_documents(*texts, langs=("s", "t"))


def model(**parameters) -> TraditionalPPMI:
    return TraditionalPPMI(**{"min_count_seed": 1, **parameters})


@pytest.fixture(scope="module")
def corpus() -> AlignedCorpus:
    return toy_corpus(pairs=400)


def test_contract_with_a_given_lexicon():
    check_model(model(lexicon=SEED, confidence="margin"))


def test_vectors_are_the_selected_columns_of_the_whole_matrix(corpus):
    fitted = TraditionalPPMI(lexicon=SEED, bootstrap=False, window=3, weighting="ppmi").fit(corpus)
    lexicon = fitted.lexicon_
    for side, ids in (("source", lexicon.source_ids), ("target", lexicon.target_ids)):
        whole = ppmi(window_counts(getattr(corpus, side), 3), "ppmi").toarray()
        np.testing.assert_array_equal(
            fitted.space_.matrix(side).toarray(), whole[:, ids].astype(np.float32)
        )
    assert fitted.space_.kind == "count"
    assert fitted.log_ == ()
    assert sorted(fitted.lexicon_.pairs) == SEED


@pytest.mark.parametrize(
    ("confidence", "pairs"), [("similarity", 300), ("margin", 300), ("entropy", 600)]
)
def test_bootstrapping_beats_the_seed_alone(confidence, pairs):
    # entropy judges words, not pairs: with 300 pairs s15-t25, mutual in the second iteration only,
    # stays ahead of s15-t15 and s25-t25, the mutual pairs of the last one
    chained = chained_corpus(pairs=pairs)
    alone = TraditionalPPMI(lexicon=SEED[:5], window=2, bootstrap=False).fit(chained)
    grown = model(lexicon=SEED[:5], window=2, confidence=confidence).fit(chained)
    assert accuracy(alone.space_) < 0.5
    assert accuracy(grown.space_) == 1.0
    assert sorted(grown.lexicon_.pairs) == sorted(toy_gold(chained))
    assert grown.seed_lexicon_.pairs == alone.lexicon_.pairs


def test_seed_from_a_model_is_its_mutual_neighbours(corpus):
    seed_model = DocumentCooccurrence().fit(corpus)
    fitted = model(seed_model=seed_model, bootstrap=False).fit(corpus)
    assert fitted.components_["seed"] is seed_model
    assert set(fitted.lexicon_.pairs) <= set(toy_gold(corpus))
    assert len(fitted.lexicon_) > 20
    few = model(seed_model=seed_model, bootstrap=False, max_seed=7).fit(corpus)
    assert few.space_.dimensions == 7


def test_supervision_is_that_of_the_seed():
    assert model(seed_model=DocumentCooccurrence()).supervision == {"documents"}
    assert model(lexicon="lexicon.tsv").supervision == {"lexicon"}
    assert model(lexicon="identical").supervision == {"spelling"}
    assert TraditionalPPMI().supervision == {"documents"}
    assert TraditionalPPMI(seed=7).components()["seed"].seed == 7


def test_identical_strings(corpus):
    both = AlignedCorpus.from_documents(
        [["piano", "a", "b"], ["a", "c"]], [["piano", "x"], ["y", "piano"]], langs=("es", "en")
    )
    fitted = model(lexicon="identical", bootstrap=False).fit(both)
    assert fitted.lexicon_.pairs == (("piano", "piano"),)
    with pytest.raises(InputError, match="identical spelling gives no translation pair"):
        model(lexicon="identical").fit(corpus)


def test_the_space_tells_which_pairs_it_rests_on(corpus):
    fitted = model(lexicon=SEED).fit(corpus)
    metadata = fitted.space_.metadata
    # what was known beforehand; what bootstrapping has added was found without being told
    assert {tuple(pair) for pair in metadata["seed_lexicon"]} == set(SEED)
    assert len(fitted.lexicon_) > len(SEED)
    alone = model(seed_model=DocumentCooccurrence()).fit(corpus)
    found = [tuple(pair) for pair in alone.space_.metadata["seed_lexicon"]]
    assert found == list(alone.lexicon_.pairs)
    assert metadata["initial_seed_pairs"] == len(SEED)
    assert [record["pairs"] for record in metadata["bootstrapping"]] == [
        record.pairs for record in fitted.log_
    ]


def test_saved_lexicons_and_log_come_back(corpus, tmp_path):
    MODELS.add(TraditionalPPMI)
    fitted = model(lexicon=SEED).fit(corpus)
    fitted.save(tmp_path / "model")
    loaded = load_model(tmp_path / "model")
    assert loaded.lexicon_.pairs == fitted.lexicon_.pairs
    assert loaded.seed_lexicon_.pairs == fitted.seed_lexicon_.pairs
    assert loaded.log_ == fitted.log_


def test_workers_change_nothing(corpus):
    one, two = (model(lexicon=SEED, workers=n, confidence="entropy").fit(corpus) for n in (1, 2))
    assert one.space_.fingerprint == two.space_.fingerprint


_opened: list[str] | None = None


def _note_opened(event: str, arguments: tuple) -> None:
    if _opened is not None and event == "open":
        _opened.append(str(arguments[0]))


def test_no_gold_lexicon_is_read(corpus):
    """With a seed from a model, a fit opens no data file at all."""
    global _opened
    sys.addaudithook(_note_opened)  # cannot be taken away again, only told to do nothing
    seeded = model(seed_model=DocumentCooccurrence())
    _opened = []
    try:
        seeded.fit(corpus)
        opened = _opened
    finally:
        _opened = None
    code = (".py", ".pyc", ".nbi", ".nbc", ".so")
    assert [path for path in opened if not path.endswith(code) and "/proc/" not in path] == []


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"lexicon": SEED, "seed_model": DocumentCooccurrence()}, "seed_model does nothing"),
        (
            {"lexicon": DocumentCooccurrence()},
            "lexicon must be 'identical' or a path or a list of word pairs or none",
        ),
        ({"lexicon": SEED, "window": 0}, "window must be a whole number of at least 1, not 0"),
        ({"lexicon": SEED, "weighting": "pmi"}, "weighting must be one of"),
        ({"lexicon": SEED, "confidence": "sim"}, "confidence must be one of"),
        ({"lexicon": SEED, "best": 1}, "best must be a whole number of at least 2"),
        ({"lexicon": SEED, "max_new": 0}, "max_new must be"),
        ({"seed_model": DocumentCooccurrence(), "min_count_seed": 10**6}, "lower min_count_seed"),
    ],
)
def test_bad_parameters(parameters, message, corpus):
    with pytest.raises(InputError, match=message):
        model(**parameters).fit(corpus)
