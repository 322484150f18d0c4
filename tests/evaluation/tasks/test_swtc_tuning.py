"""Tuning on a development set, and only there."""

from __future__ import annotations

import json

import numpy as np
import pytest

from clss.errors import InputError
from clss.space import BilingualSpace
from clss.vocabulary import Vocabulary
from evaluation.tasks.scores import score
from evaluation.tasks.swtc import SWTC
from evaluation.tasks.swtc_tuning import KEEPS, WEIGHTS, require_disjoint, tune


def item(name, sentence, gold, word="banco"):
    words = sentence.split()
    return {
        "id": name,
        "word": word,
        "sentence": words,
        "position": words.index(word),
        "candidates": ["bank", "bench"],
        "gold": gold,
    }


@pytest.fixture
def space():
    source = {
        "banco": [1, 0.8],
        "dinero": [1, 0],
        "parque": [0, 1],
        "luz": [0.5, 1.1],
        "sol": [0.4, 1.0],
        "oro": [1, 0.5],
    }
    return BilingualSpace(
        Vocabulary(source),
        Vocabulary(["bank", "bench"]),
        np.array(list(source.values()), dtype=float),
        np.eye(2),
    )


DEV = [item("d1", "banco parque", "bench"), item("d2", "dinero banco", "bank")]
TEST = [item("t1", "parque banco", "bench"), item("t2", "banco dinero dinero", "bank")]


def test_the_grid_is_the_articles(space):
    tuning = tune(space, SWTC(DEV))
    assert WEIGHTS == (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
    assert KEEPS == (1, 2, 3, 5, 7, 10, 15, 20, None)
    assert len(tuning.trials) == 99
    assert (tuning.model.weight, tuning.keep, tuning.accuracy) == (1.0, None, 1.0)


def test_the_best_setting_is_found_by_trying_all(space):
    """Only one word of the context helps, and not the first: the others must be cut off."""
    noisy = [item("d1", "luz sol luz banco oro", "bank"), item("d2", "banco sol", "bench")]
    tuning = tune(space, SWTC(noisy), weights=[0.0, 0.7, 1.0], keeps=[1, 2, "all"])
    trials = {(t.model.weight, t.keep): t.correct for t in tuning.trials}
    for (weight, keep), correct in trials.items():
        outcome = SWTC(noisy).evaluate(space, weight=weight, keep=keep)
        assert outcome.correct().sum() == correct
    best = max(trials.values())
    assert trials[tuning.model.weight, tuning.keep] == best == 2
    assert min(trials.values()) < best
    assert tuning.keep == 1


def test_among_equals_all_words_and_the_usual_weight(space):
    plain = [item("d", "dinero banco", "bank")]
    tuning = tune(space, SWTC(plain), "late-fusion")
    assert tuning.accuracy == 1.0
    assert (tuning.model.weight, tuning.keep) == (0.9, None)
    assert tune(space, SWTC(plain), "late-fusion", keeps=[1, 3, 2]).keep == 3


def test_other_parameters_are_axes_too(space):
    tuning = tune(space, SWTC(DEV), weights=[0.5], keeps=[None], normalize=["sum", "unit"])
    assert [t.model.normalize for t in tuning.trials] == ["sum", "unit"]
    fixed = tune(space, SWTC(DEV), weight=0.25, normalize="mean")
    assert {(t.model.weight, t.model.normalize) for t in fixed.trials} == {(0.25, "mean")}
    assert len(fixed.trials) == len(KEEPS)


def test_models_without_lambda_or_context(space):
    assert len(tune(space, SWTC(DEV), "add-melamud").trials) == len(KEEPS)
    assert len(tune(space, SWTC(DEV), "none").trials) == 1


def test_the_result_is_used_on_other_items(space):
    tuning = tune(space, SWTC(DEV), test=SWTC(TEST))
    outcome = SWTC(TEST).evaluate(space, tuning=tuning)
    assert score(outcome, "acc1") == 1.0
    assert outcome.metadata["dev_overlap"] == 0 and outcome.metadata["dev_items"] == 2
    assert outcome.metadata["tuned_on"] == SWTC(DEV).fingerprint
    assert outcome.items == SWTC(TEST).evaluate(space, tuning.model, keep=tuning.keep).items


@pytest.mark.parametrize(
    "shared",
    [
        {**TEST[0], "id": "d1"},  # the same id, another sentence
        {**DEV[0], "id": "t9"},  # the same occurrence under another id
        {name: value for name, value in DEV[0].items() if name != "id"},
    ],
)
def test_test_items_are_refused(space, shared):
    test = SWTC([TEST[1], shared])
    with pytest.raises(InputError, match="1 of the test items also stand in the development set"):
        tune(space, SWTC(DEV), test=test)
    with pytest.raises(InputError, match="must not be chosen on test items"):
        test.evaluate(space, tuning=tune(space, SWTC(DEV)))
    with pytest.raises(InputError, match="development set"):
        require_disjoint(SWTC(DEV).items, test.items)


def test_the_same_noun_in_other_sentences_is_no_overlap():
    require_disjoint(SWTC(DEV).items, SWTC(TEST).items)


def test_settings_beside_a_tuning_are_refused(space):
    tuning = tune(space, SWTC(DEV))
    with pytest.raises(InputError, match="leave out weight, keep"):
        SWTC(TEST).evaluate(space, tuning=tuning, weight=0.5, keep=2)


@pytest.mark.parametrize(
    ("grid", "reason"),
    [
        ({"weights": []}, "no weight to try"),
        ({"keeps": []}, "no context size to try"),
        ({"keeps": [0]}, "whole number from 1"),
        ({"weights": [2.0]}, "at least 0 and at most 1, not 2.0"),
        ({"context": "add-melamud", "weights": [0.5]}, "no parameter 'weight'"),
        ({"context": "none", "keeps": [3]}, "looks at no context"),
        ({"normalize": []}, "no normalize to try"),
    ],
)
def test_wrong_grids(space, grid, reason):
    with pytest.raises(InputError, match=reason):
        tune(space, SWTC(DEV), **grid)


def test_a_model_of_context_by_its_text(space):
    found = tune(space, SWTC(DEV), "add(normalize=unit)", weights=[0.0, 0.5])
    same = tune(space, SWTC(DEV), "add", weights=[0.0, 0.5], normalize="unit")
    assert found.to_json() == same.to_json()
    fixed = tune(space, SWTC(DEV), "add(weight=0.5)")
    assert {trial.model.parameters["weight"] for trial in fixed.trials} == {0.5}
    with pytest.raises(InputError, match="given twice"):
        tune(space, SWTC(DEV), "add(weight=0.5)", weights=[0.5])


def test_what_was_tried_has_a_json_form(space):
    found = json.loads(json.dumps(tune(space, SWTC(DEV)).to_json()))
    assert found["parameters"] == {"weight": 1.0, "normalize": "sum", "background": 0.0}
    assert found["keep"] is None and found["accuracy"] == 1.0 and len(found["trials"]) == 99
