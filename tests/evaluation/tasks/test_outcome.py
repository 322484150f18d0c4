import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_outcomes import outcome_of

from clss.errors import InputError
from evaluation import Item, Outcome, score, scores
from evaluation.tasks.scores import measure
from evaluation.tasks.signature import row_signature, signature


def test_save_and_load_give_the_same_value_and_the_same_bytes(tmp_path):
    items = [
        Item("casa", "ranked", 3, 1, ("house", "home"), ("hogar", "ñu"), 2, 40, "n", 12),
        Item("\u2028 odd\tkey", "oov", gold=("x",), frequency=0),
        Item("b", "missed", gold=("y",), answers=("z",)),
        Item("c", "unanswered", gold=("y",)),
    ]
    outcome = Outcome("A & B", items, "ble", "bwesg", {"seed": 1, "supervision": {"documents"}})
    outcome.save(tmp_path / "one.jsonl")
    loaded = Outcome.load(tmp_path / "one.jsonl")
    assert loaded == outcome and loaded.fingerprint == outcome.fingerprint
    assert loaded.metadata["supervision"] == ["documents"]
    loaded.save(tmp_path / "two.jsonl")
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()
    assert len((tmp_path / "one.jsonl").read_text("utf-8").split("\n")) == 6


def test_damaged_files_are_refused_with_the_line(tmp_path):
    path = tmp_path / "o.jsonl"
    outcome_of("A", [1, 2, None]).save(path)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:-1]))
    with pytest.raises(InputError, match="expected 3 items, found 2"):
        Outcome.load(path)
    path.write_text("".join([*lines[:2], "{broken\n", lines[3]]))
    with pytest.raises(InputError, match="line 3"):
        Outcome.load(path)
    path.write_text("".join([lines[0], lines[1].replace("w000", "other"), *lines[2:]]))
    with pytest.raises(InputError, match="not those it was saved with"):
        Outcome.load(path)
    path.write_text("".join([lines[0], lines[1].replace('"ranked"', '"great"'), *lines[2:]]))
    with pytest.raises(InputError, match=r"line 2.*status"):
        Outcome.load(path)
    path.write_text(json.dumps({"rows": []}) + "\n")
    with pytest.raises(InputError, match="not a saved outcome"):
        Outcome.load(path)
    path.write_text("")
    with pytest.raises(InputError):
        Outcome.load(path)
    with pytest.raises(InputError, match="no such file"):
        Outcome.load(tmp_path / "absent.jsonl")


def test_impossible_items_are_refused():
    for arguments in [
        ("k", "ranked"),
        ("k", "ranked", 1, 2),
        ("k", "ranked", 0, 0),
        ("k", "oov", 1, 1),
        ("k", "fine"),
    ]:
        with pytest.raises(InputError):
            Item(*arguments)
    with pytest.raises(InputError, match="twice"):
        Outcome("A", [Item("k", "oov"), Item("k", "oov")])
    with pytest.raises(InputError, match="no items"):
        Outcome("A", [])
    with pytest.raises(InputError, match="JSON"):
        Outcome("A", [Item("k", "oov")], metadata={"f": object()})


def test_frequencies_from_elsewhere():
    """A message of ``clss table --by frequency`` sends people to it."""
    given = outcome_of("A", [1, None, 3])
    filled = given.with_frequencies({given.items[0].word: 7, given.items[2].word: 90})
    assert [item.frequency for item in filled] == [7, 0, 90]
    assert (filled.label, filled.metadata) == (given.label, given.metadata)
    assert (filled.correct() == given.correct()).all()


def test_items_are_known_by_question_and_answer_not_by_order_or_system():
    one, other = outcome_of("A", [1, 2, 3]), outcome_of("B", [None, 2, 9])
    shuffled = Outcome("C", reversed(one.items))
    assert one.item_fingerprint == other.item_fingerprint == shuffled.item_fingerprint
    assert one.fingerprint != shuffled.fingerprint


def test_out_of_vocabulary_counts_as_wrong():
    outcome = outcome_of("A", [1, None])
    assert score(outcome, "acc1") == 0.5
    assert score(outcome, "acc1", oov="skip") == 1.0
    assert score(outcome, "coverage", oov="skip") == 0.5


def test_scores_by_hand():
    outcome = outcome_of("A", [1, 2, 6, 11, None])
    found = scores(outcome)
    assert found == pytest.approx(
        {
            "acc1": 0.2,
            "acc5": 0.4,
            "acc10": 0.6,
            "coverage": 0.8,
            "mrr": (1 + 1 / 2 + 1 / 6 + 1 / 11) / 5,
        }
    )
    assert measure("ACC@3").values(outcome).tolist() == [1, 1, 0, 0, 0]
    with pytest.raises(InputError, match="acc1"):
        measure("acc0")
    with pytest.raises(InputError, match="Comparison"):
        score(outcome, "acc1", oov="intersect")


@given(
    st.lists(st.tuples(st.integers(1, 20), st.integers(0, 20)), min_size=1, max_size=30),
    st.sampled_from(["acc1", "acc5", "mrr"]),
)
def test_pessimistic_scores_never_exceed_optimistic_ones(ranks, name):
    items = [
        Item(str(i), "ranked", low + ties, low, ties=ties) for i, (low, ties) in enumerate(ranks)
    ]
    outcome = Outcome("A", items)
    low, high = (score(outcome, name, ties=ties) for ties in ("pessimistic", "optimistic"))
    assert low <= high
    assert (low == high) or any(ties for _, ties in ranks)


def test_an_outcome_without_any_answer_has_no_skip_score():
    assert np.isnan(score(outcome_of("A", [None, None]), "acc1", oov="skip"))


def test_a_given_signature_keeps_its_facts_but_not_another_policy():
    outcome = outcome_of("A", [1], signature="task:ble|model:x(a=1)|oov:error|seed:3")
    assert signature(outcome, "skip") == "task:ble|model:x(a=1)|oov:skip|seed:3|ties:pessimistic"
    other = outcome_of("A", [2], signature="task:ble|model:x(a=1)|oov:error|seed:4")
    averaged = row_signature([outcome, other], "skip")
    assert averaged == "task:ble|model:x(a=1)|oov:skip|seed:3;4|ties:pessimistic"


def test_a_part_does_not_inherit_counts_over_all_items():
    whole = Outcome(
        "A",
        [Item("x", "ranked", 1, 1), Item("y", "oov")],
        metadata={"seed_lexicon_gold": 2, "seed": 1},
    )
    part = whole.restricted(lambda item: item.key == "x")
    assert part.metadata == {"seed": 1}
