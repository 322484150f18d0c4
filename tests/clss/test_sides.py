"""A side is named "source" or "target", everywhere the same, and nothing else is taken for one."""

from __future__ import annotations

import ast
from pathlib import Path

import numpy as np
import pytest

from clss import BilingualSpace, InputError, Vocabulary
from clss.context.occurrences import Occurrences
from clss.scoring import Scorer
from clss.sides import SIDES, other_side, side_index, sides_of
from evaluation import BLE, SWTC

ROOT = Path(__file__).parents[2]
SPACE = BilingualSpace(
    Vocabulary(["rey", "pan"]), Vocabulary(["king", "bread"]), np.eye(2), np.eye(2)
)


def test_across_and_back():
    assert [other_side(side) for side in SIDES] == list(SIDES[::-1])
    assert [side_index(side) for side in SIDES] == [0, 1]
    assert sides_of("both") == SIDES


@pytest.mark.parametrize(
    "make",
    [
        lambda: SPACE.matrix("es"),
        lambda: SPACE.vocabulary("es"),
        lambda: SPACE.lang("es"),
        lambda: Occurrences.from_lists([0], [[1]], [[0]], side="es"),
        lambda: BLE([("rey", "king")], side="es"),
        lambda: SWTC(
            [
                {
                    "word": "a",
                    "sentence": ["a", "b"],
                    "position": 0,
                    "candidates": ["x", "y"],
                    "gold": "x",
                }
            ],
            side="es",
        ),
    ],
)
def test_the_name_of_a_language_is_no_side(make):
    with pytest.raises(InputError, match="a side is 'source' or 'target', not 'es'"):
        make()


@pytest.mark.parametrize(
    "ask", [lambda: Scorer(SPACE, "source", "fr"), lambda: SPACE.neighbors("rey", into="fr")]
)
def test_answers_come_from_a_side_or_both(ask):
    with pytest.raises(InputError, match="into is 'target', 'source' or 'both', not 'fr'"):
        ask()


def test_the_two_names_stand_in_one_place():
    """Three modules had a tuple of their own."""
    homes = {
        path.name
        for package in ("clss", "baselines", "evaluation")
        for path in (ROOT / package).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Tuple)
        and [getattr(one, "value", None) for one in node.elts] == ["source", "target"]
    }
    assert homes == {"sides.py"}
