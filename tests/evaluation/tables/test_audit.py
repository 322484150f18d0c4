from made_outcomes import outcome_of

from evaluation import Comparison, Item, Outcome
from evaluation.tables.audit import audit
from evaluation.tasks.scores import measure


def notes_of(*outcomes):
    return audit(outcomes, measure("acc1"))


def find(notes, start):
    found = [note for note in notes if note.startswith(start)]
    assert len(found) == 1, notes
    return found[0]


def test_supervision():
    a = outcome_of("a", [1], supervision=["documents"])
    b = outcome_of("b", [1], supervision=["lexicon", "documents"])
    c = outcome_of("c", [1], supervision=["documents"])
    d = outcome_of("d", [1])
    note = find(notes_of(a, b, c, d), "Supervision")
    assert note == ("Supervision differs: a, c: documents; b: documents + lexicon; d: not stated.")
    assert find(notes_of(a, c), "Supervision") == "Supervision of every row: documents."
    assert not [note for note in notes_of(d) if "Supervision" in note]


def test_gold_in_the_seed_lexicon():
    a = outcome_of("a", [1, 2], seed_lexicon_gold=1, seed_lexicon_size=50)
    given = a.relabelled("given", supervision=["documents", "lexicon"])
    none = outcome_of("none", [1, 2], seed_lexicon_gold=0, seed_lexicon_size=50)
    notes = notes_of(a, given, none)
    note = find(notes, "Gold pairs in the seed lexicon that the model found by itself")
    assert note.endswith("a: 1 of 2 gold items among its 50.")
    note = find(notes, "Gold pairs in the seed lexicon that the model was given")
    assert note.endswith("given: 1 of 2 gold items among its 50.")


def test_identical_strings():
    items = [Item("piano", "oov", gold=("piano",)), Item("casa", "oov", gold=("house",))]
    note = find(notes_of(Outcome("a", items)), "Gold: the right answer is the source word")
    assert "1 of 2 items (50.0%)" in note
    assert not any("source word" in note for note in notes_of(Outcome("a", items[1:])))


def test_coverage_per_row():
    a, b = outcome_of("a", [1, None, 2]), outcome_of("b", [1, 1, 2])
    assert find(notes_of(a, b), "Coverage") == "Coverage: a: 2/3; b: 3/3."
    assert not any("Coverage" in note for note in notes_of(b))  # nothing to say


def test_items_without_any_context():
    a = outcome_of("a", [1, 1, 2], items_without_context=2)
    b = outcome_of("b", [1, 1, 2], items_without_context=0)
    note = find(notes_of(a, b), "Items of whose context no word is known")
    assert note.endswith("the word alone decides: a: 2 of 3 items.")
    assert not any("context" in note for note in notes_of(b))


def test_mixed_retrievals_are_never_silent():
    a = outcome_of("a", [1], retrieval="csls")
    b = outcome_of("b", [1], retrieval="nn")
    table = Comparison([a, b]).table()
    assert any("differ in retrieval" in note and "a: csls; b: nn" in note for note in table.notes)
    assert not any("retrieval" in note for note in notes_of(a, a))


def test_ties_and_tuning_and_repeated_gold():
    tied = Outcome("t", [Item("x", "ranked", 3, 1, ties=2), Item("y", "ranked", 1, 1)])
    assert "t 0.500 to 1.000" in find(notes_of(tied), "Equal scores")
    clean = outcome_of("a", [1], dev_overlap=0)
    assert "share no item" in find(notes_of(clean), "Tuning")
    leaky = outcome_of("b", [1], dev_overlap=3)
    assert "b: 3 items" in find(notes_of(clean, leaky), "Tuning")
    assert "2 lines" in find(notes_of(outcome_of("g", [1], gold_duplicates=2)), "Gold: 2")


def test_rows_that_cannot_be_repeated_are_named():
    a, b = outcome_of("a", [1], deterministic=True), outcome_of("b", [1], deterministic=False)
    assert find(notes_of(a, b), "Trained with threads").endswith("same seed: b.")
    assert not any("threads" in note for note in notes_of(a))


def test_of_several_seeds_no_single_one_is_told_as_if_it_were_the_row():
    gold, tied = [3, 1, 2], Item("w003", "ranked", 2, 1, gold=("g003",), answers=("a", "b"))
    runs = []
    for seed in (1, 2, 3):
        items = list(outcome_of("a", [1, 2, None if seed == 2 else 1, 2]).items)
        if seed == 3:
            items[-1] = tied
        facts = {"seed": seed, "seed_lexicon_gold": gold[seed - 1], "seed_lexicon_size": 40 + seed}
        runs.append(Outcome("a", items, "ble", metadata=facts))
    other = outcome_of("b", [1, 1, 1, 1], seed_lexicon_gold=1, seed_lexicon_size=50)
    notes = Comparison([*runs, other]).table().notes
    found = find(notes, "Gold pairs in the seed lexicon that the model found by itself")
    assert found.endswith(
        "a: 1 to 3 of 4 gold items among its 41 to 43; b: 1 of 4 gold items among its 50."
    )
    assert find(notes, "Coverage") == "Coverage: a: 3 to 4/4; b: 4/4."
    # the table shows the average over seeds, (2 + 1 + 2) / 12, and so do its bounds
    assert find(notes, "Equal scores") == (
        "Equal scores leave Acc@1 open within these bounds: a 0.417 to 0.500."
    )


def test_a_row_with_several_seeds_is_described_by_all_of_them():
    def run(seed, context, best):
        items = [Item("x", "ranked", 2, best), Item("y", "ranked", 1, 1)]
        return Outcome("a", items, metadata={"seed": seed, "context": context})

    runs = [run(1, "add(weight=0.8)", 1), run(2, "add(weight=0.6)", 2)]
    other = Outcome("b", runs[0].items, metadata={"context": "none"})
    table = Comparison([*runs, other]).table(scores=["acc1"])
    assert "a 0.500 to 0.750; b 0.500 to 1.000" in find(table.notes, "Equal scores")
    said = find(table.notes, "Rows differ in context")
    assert "a: add(weight=0.8) with seed 1, add(weight=0.6) with seed 2; b: none" in said
    signed = table.rows[0].signature
    assert "|context:add(weight=0.8);add(weight=0.6)|" in signed and "|seed:1;2|" in signed


def test_seed_lexicons_of_several_seeds():
    runs = [
        outcome_of("a", [1, 2], seed=seed, seed_lexicon_gold=gold, seed_lexicon_size=50)
        for seed, gold in ((1, 1), (2, 0))
    ]
    note = find(notes_of(*runs), "Gold pairs in the seed lexicon")
    assert note.endswith("a: 0 to 1 of 2 gold items among its 50.")
