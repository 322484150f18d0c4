"""Facts come from files that may be anybody's: each is of the type that its field declares."""

import numpy as np
import pytest

from clss.errors import InputError
from evaluation.tasks.facts import Facts


def test_what_is_known_survives_and_what_is_unknown_is_kept_apart():
    known = {"pair": "es-en", "seed": 3, "grid": {"dim": 4}, "supervision": ["documents"]}
    facts = Facts.from_json({**known, "weather": "fine", "keep": None})
    assert facts.supervision == ("documents",) and facts.other == {"weather": "fine"}
    assert facts.to_json() == {**known, "supervision": ("documents",), "weather": "fine"}


def test_a_context_of_all_words_says_so():
    assert Facts(context="add").to_json() == {"context": "add", "keep": None}


@pytest.mark.parametrize(
    "wrong",
    [
        {"pair": 3},
        {"seed": True},
        {"seed": 1.0},
        {"baseline": 1},
        {"grid": [1]},
        {"supervision": "documents"},
        {"supervision": [1]},
        {"dev_items": "3"},
        {"parameters": "dim=3"},
    ],
)
def test_a_fact_of_another_type_is_refused(wrong):
    (name,) = wrong
    with pytest.raises(InputError, match=f"{name} = .* is of another type"):
        Facts.from_json(wrong)


def test_whole_numbers_of_numpy_are_whole_numbers():
    assert Facts.from_json({"trials": np.int64(3)}).trials == 3
