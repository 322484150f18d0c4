import gc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_outcomes import outcome_of

from clss.errors import InputError
from evaluation import Comparison, Outcome, mcnemar
from evaluation.stats.tests import METHODS, adjust


@pytest.fixture(autouse=True, scope="module")
def quick_garbage_collection():
    """statsmodels collects garbage at every correction; spare it the objects of other modules."""
    gc.freeze()
    yield
    gc.unfreeze()


# the right answers of up to six systems on the same items
SYSTEMS = st.integers(2, 6).flatmap(
    lambda rows: st.integers(3, 25).flatmap(
        lambda n: st.lists(
            st.lists(st.booleans(), min_size=n, max_size=n), min_size=rows, max_size=rows
        )
    )
)


def compare(systems, names=None, **options):
    names = names or [f"row {i}" for i in range(len(systems))]
    outcomes = [outcome_of(name, right) for name, right in zip(names, systems, strict=True)]
    return Comparison(outcomes, resamples=200, **options)


def facts(comparison, baseline, names):
    """Everything a table would show, by the rows' own names."""
    family = comparison.tests(baseline)
    letters = comparison.letters(comparison.tests(None))
    pairs = {
        frozenset([names[r.first], names[r.second]]): (
            {names[r.first]: r.b, names[r.second]: r.c},
            abs(r.difference),
            sorted(map(abs, r.ci)),
            r.pvalue,
            r.p_adjusted,
        )
        for r in comparison.tests(None)
    }
    better = {names[label] for label in comparison.labels if family.better(label)}
    return pairs, better, {names[label]: letter for label, letter in letters.items()}


@settings(max_examples=60, deadline=None)
@given(SYSTEMS, st.randoms(use_true_random=False), st.sampled_from(["strongest", "row 1"]))
def test_relabelling_and_reordering_rows_changes_nothing(systems, random, baseline):
    first = compare(systems)
    order = list(range(len(systems)))
    random.shuffle(order)
    new = [f"{chr(122 - i)} {i}" for i in order]  # other names, other alphabetical order
    second = compare([systems[i] for i in order], new)
    back = {name: f"row {i}" for name, i in zip(new, order, strict=True)}
    same = {label: label for label in first.labels}
    renamed = baseline if baseline == "strongest" else new[order.index(1)]
    assert facts(first, baseline, same) == facts(second, renamed, back)


@settings(max_examples=60, deadline=None)
@given(SYSTEMS, st.sampled_from(METHODS))
def test_a_system_against_itself(systems, method):
    comparison = compare([*systems, systems[0]])
    twin = f"row {len(systems)}"
    family = comparison.tests(None, test=method)
    result = family.find("row 0", twin)
    assert (result.pvalue, result.p_adjusted, result.difference, result.ci) == (1, 1, 0, (0, 0))
    letters = comparison.letters(family)
    assert letters["row 0"] == letters[twin]


@settings(max_examples=60, deadline=None)
@given(SYSTEMS, st.randoms(use_true_random=False))
def test_the_order_of_items_changes_nothing(systems, random):
    first = compare(systems)
    outcomes = []
    for system in first.systems:
        items = list(system.first.items)
        random.shuffle(items)
        outcomes.append(Outcome(system.label, items))
    second = Comparison(outcomes, resamples=200)
    assert first.tests(None).results == second.tests(None).results


def test_pair_by_hand():
    a = [True] * 15 + [False] * 5 + [True] * 10 + [False] * 10
    b = [False] * 15 + [True] * 5 + [True] * 10 + [False] * 10
    result = compare([a, b]).pair("row 0", "row 1")
    assert (result.b, result.c, result.n) == (15, 5, 40)
    assert result.difference == 0.25 and result.odds_ratio == 3
    assert result.pvalue == mcnemar(15, 5).pvalue
    mirror = result.mirrored()
    assert (mirror.first, mirror.b, mirror.difference) == ("row 1", 5, -0.25)
    assert mirror.ci == (-result.ci[1], -result.ci[0]) and mirror.mirrored() == result


def test_families_and_their_correction():
    random = np.random.default_rng(2)
    systems = [(random.random(200) < p).tolist() for p in (0.3, 0.42, 0.5, 0.62)]
    comparison = compare(systems)
    strongest = comparison.tests("strongest")
    # the best row against the second, every other row against the best: three pairs
    assert strongest.references == {
        "row 0": "row 3",
        "row 1": "row 3",
        "row 2": "row 3",
        "row 3": "row 2",
    }
    assert len(strongest) == strongest.size == 3
    named = comparison.tests("row 0", correction="bh")
    assert set(named.references.values()) == {"row 0"} and len(named) == 3
    every = comparison.tests(None, correction="none")
    assert len(every) == 6 and all(r.pvalue == r.p_adjusted for r in every)
    raw = [r.pvalue for r in named]
    assert [r.p_adjusted for r in named] == pytest.approx(adjust(raw, "bh").tolist())
    declared = comparison.tests("strongest", baselines=["row 0", "row 1"])
    assert declared.references == {"row 2": "row 1", "row 3": "row 1"}
    assert declared.better("row 3") and not declared.better("row 1")
    assert declared.find("row 0") is None


def test_baselines_declared_in_the_metadata():
    outcomes = [
        outcome_of("ours", [1] * 9),
        outcome_of("b1", [2] * 9, baseline=True),
        outcome_of("b2", [1] + [2] * 8, baseline=True),
    ]
    assert Comparison(outcomes).references() == {"ours": "b2"}


def test_different_items_are_refused_with_numbers_and_a_way_out():
    long, short = outcome_of("long", [1] * 10), outcome_of("short", [1] * 7)
    with pytest.raises(InputError) as caught:
        Comparison([long, short])
    message = str(caught.value)
    assert "3 stand only in the first, 0 only in the second, 7 in both" in message
    assert "oov='intersect'" in message
    assert Comparison([long, short], oov="intersect").n == 7
    other = Outcome("other", [type(i)(i.key, "ranked", 1, 1, gold=("else",)) for i in short])
    with pytest.raises(InputError, match="different right answers for 7 of 7 common items"):
        Comparison([short, other], oov="intersect")
    apart = Outcome("apart", [type(i)(f"x{i.key}", "oov") for i in short])
    with pytest.raises(InputError, match="no item that all"):
        Comparison([short, apart], oov="intersect")


def test_oov_policies_change_denominators_and_say_so():
    a, b = outcome_of("a", [1, 1, None, 2, 1]), outcome_of("b", [1, None, None, 1, 2])
    error, skip, intersect = (
        Comparison([a, b], oov=policy) for policy in ("error", "skip", "intersect")
    )
    assert [error.score("a"), error.score("b")] == pytest.approx([3 / 5, 2 / 5])
    assert [skip.score("a"), skip.score("b")] == pytest.approx([3 / 4, 2 / 3])
    assert [intersect.score("a"), intersect.score("b")] == pytest.approx([2 / 3, 2 / 3])
    assert [c.pair("a", "b").n for c in (error, skip, intersect)] == [5, 3, 3]
    assert intersect.dropped == 2
    for comparison, policy in ((skip, "oov=skip"), (intersect, "oov=intersect")):
        for notes in (True, False):
            assert any(policy in note for note in comparison.table(notes=notes).notes)
        assert policy.replace("=", ":") in comparison.table().to_csv()
    assert not any("oov=" in note for note in error.table().notes)


def seeded(label, *runs, **options):
    return [outcome_of(label, right, seed=seed, **options) for seed, right in enumerate(runs, 1)]


def test_several_seeds_are_one_row_and_the_tested_run_is_declared():
    runs = [[1, 1, 2, 2], [1, 1, 1, 2], [1, 2, 1, 2]]
    outcomes = [*seeded("many", *runs)[::-1], outcome_of("one", [2, 2, 2, 2])]
    comparison = Comparison(outcomes)
    assert comparison.labels == ("many", "one")
    assert comparison.score("many") == pytest.approx((2 + 3 + 2) / 12)
    assert comparison.pair("many", "one").b == 2  # seed 1
    assert Comparison(outcomes, test_seed=2).pair("many", "one").b == 3
    assert Comparison(outcomes, test_seed="majority").pair("many", "one").b == 3
    with pytest.raises(InputError, match="no run with seed 9"):
        Comparison(outcomes, test_seed=9).pair("many", "one")
    with pytest.raises(InputError, match="own label"):
        Comparison([outcome_of("same", [1]), outcome_of("same", [2])])
    with pytest.raises(InputError, match="own label"):
        Comparison([outcome_of("same", [1], seed=1), outcome_of("same", [2], seed=1)])


def test_an_even_split_of_seeds_is_no_majority():
    comparison = Comparison(
        [*seeded("many", [1, 1], [2, 1]), outcome_of("one", [2, 2])], test_seed="majority"
    )
    assert comparison.pair("many", "one").b == 1


def test_a_significant_gap_inside_the_seed_noise_is_noted():
    lucky = [1] * 60 + [2] * 40
    unlucky = [1] * 20 + [2] * 80
    noisy = seeded("noisy", lucky, unlucky, unlucky)
    table = Comparison([*noisy, outcome_of("one", [1] * 30 + [2] * 70)]).table()
    assert any("inside the seed noise" in note and "noisy" in note for note in table.notes)
    calm = seeded("calm", lucky, lucky, lucky)
    quiet = Comparison([*calm, outcome_of("one", [1] * 30 + [2] * 70)]).table()
    assert not any("seed noise" in note for note in quiet.notes)
    assert any("smallest seed" in note for note in quiet.notes)


def test_clusters_come_beside_the_item_test():
    nouns = [f"noun{i // 20}" for i in range(200)]
    good = [i // 20 in (0, 1, 4) for i in range(200)]
    poor = [i // 20 == 2 for i in range(200)]
    comparison = Comparison(
        [
            outcome_of("good", good, clusters=nouns, task="swtc"),
            outcome_of("poor", poor, clusters=nouns, task="swtc"),
        ]
    )
    result = comparison.pair("good", "poor")
    assert result.pvalue < 1e-5 and result.cluster.clusters == 10 and result.cluster.pvalue > 0.05
    table = comparison.table()
    assert "p by word" in [column.title for column in table.columns]
    assert any("Significant by items, but not by words: good and poor" in n for n in table.notes)
    assert compare([good, poor]).pair("row 0", "row 1").cluster is None


def test_bad_options():
    outcomes = [outcome_of("a", [1, 2]), outcome_of("b", [2, 2])]
    for options in (
        {"measure": "mrr"},
        {"oov": "drop"},
        {"ties": "random"},
        {"alpha": 0},
        {"test_seed": "best"},
        {"interval": "wald"},
        {"resamples": 10},
    ):
        with pytest.raises(InputError):
            Comparison(outcomes, **options)
    comparison = Comparison(outcomes)
    with pytest.raises(InputError, match="no row is labelled 'c'"):
        comparison.table(baseline="c")
    for options in ({"test": "t"}, {"correction": "bonferoni"}, {"columns": ["acc1", "f1"]}):
        with pytest.raises(InputError):
            comparison.table(**options)
    with pytest.raises(InputError):
        Comparison([])


def test_one_row_has_scores_and_no_tests():
    table = Comparison([outcome_of("alone", [1, 2])]).table()
    assert table.rows[0].cells[0].value == 0.5 and "McNemar" not in table.caption
    assert Comparison([outcome_of("alone", [1, 2])]).table(baseline=None).rows[0].label == "alone"


def test_a_row_that_covers_nothing_has_no_score_under_skip():
    empty, some = outcome_of("empty", [None, None]), outcome_of("some", [1, None])
    with pytest.raises(InputError, match="no item in common that both cover"):
        Comparison([empty, some], oov="skip").table()
    table = Comparison([empty], oov="skip").table()
    assert [table.rows[0].cells[0].value, table.rows[0].cells[0].text] == [None, "–"]
    assert not table.rows[0].cells[0].bold
    assert '"acc1": null' in table.to_json()
