import gc
import json

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from made_outcomes import outcome_of

from clss.errors import InputError
from evaluation import Comparison, Outcome, mcnemar
from evaluation.stats.significance import METHODS, adjust


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
    assert (result.pvalue, result.p_adjusted, result.difference) == (1, 1, 0)
    assert result.ci[0] < 0 < result.ci[1] == pytest.approx(-result.ci[0])  # never [0, 0]
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
    # it was picked among four rows: the correction covers the six pairs
    assert len(strongest) == 3 and strongest.method.size == 6 and strongest.method.selected
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
    assert declared.method.size == 4  # two rows, each against either baseline
    only = comparison.tests("strongest", baselines=["row 1"])
    assert only.method.size == 3 and not only.method.selected  # nothing was picked


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
        for notes in ("full", "short"):
            assert any(policy in note for note in comparison.table(notes=notes).notes)
        assert policy in comparison.table(notes="none").caption
        assert policy.replace("=", ":") in comparison.table().to_csv()
    assert not any("oov=" in note for note in error.table().notes)


def seeded(label, *runs, **options):
    return [outcome_of(label, right, seed=seed, **options) for seed, right in enumerate(runs, 1)]


def test_several_seeds_are_one_row_and_all_of_them_are_tested():
    runs = [[1, 1, 2, 2], [1, 1, 1, 2], [1, 2, 1, 2]]
    outcomes = [*seeded("many", *runs)[::-1], outcome_of("one", [2, 2, 2, 2])]
    comparison = Comparison(outcomes)
    assert comparison.labels == ("many", "one")
    assert comparison.score("many") == pytest.approx((2 + 3 + 2) / 12)
    result = comparison.pair("many", "one")
    assert result.difference == pytest.approx(comparison.score("many") - comparison.score("one"))
    assert (result.b, result.c) == (3, 0)  # items on which the average is higher
    with pytest.raises(InputError, match="own label"):
        Comparison([outcome_of("same", [1]), outcome_of("same", [2])])
    with pytest.raises(InputError, match="own label"):
        Comparison([outcome_of("same", [1], seed=1), outcome_of("same", [2], seed=1)])


def test_the_claim_about_the_algorithm_pays_for_the_spread_of_its_seeds():
    lucky, unlucky = [1] * 60 + [2] * 40, [1] * 25 + [2] * 75
    noisy = seeded("noisy", lucky, unlucky, unlucky)
    one = outcome_of("one", [1] * 20 + [2] * 80)
    algorithm, runs = (Comparison([*noisy, one], claim=c) for c in ("algorithm", "runs"))
    family = runs.tests()
    assert family.better("noisy") and not algorithm.tests().better("noisy")
    assert any("inside the seed noise" in note for note in runs.table().notes)
    assert not any("seed noise" in note for note in algorithm.table().notes)
    assert any("about the algorithm" in note for note in algorithm.table().notes)
    wide, narrow = algorithm.pair("noisy", "one").ci, runs.pair("noisy", "one").ci
    assert wide[1] - wide[0] > 2 * (narrow[1] - narrow[0])
    calm = seeded("calm", lucky, lucky, lucky)
    assert Comparison([*calm, one]).tests().better("calm")


def test_a_row_of_one_seed_supports_no_claim_about_its_algorithm():
    many = seeded("many", [1] * 40 + [2] * 10, [1] * 42 + [2] * 8)
    poor = seeded("poor", [1] * 20 + [2] * 30, [1] * 22 + [2] * 28)
    one = outcome_of("one", [2] * 50, seed=1)
    comparison = Comparison([*many, *poor, one])
    family = comparison.tests(None)
    assert family.method.size == 1 and family.find("many", "poor").tested
    assert not family.find("many", "one").tested and not family.find("poor", "one").tested
    assert comparison.letters(family) == {"many": "a", "poor": "b"}
    table = comparison.table("many")
    assert any("so not tested: one; " in note for note in table.notes)
    cells = {row.label: row.cells for row in table.rows}
    assert [cell.text for cell in cells["one"][-2:]] == ["–", "–"] and cells["one"][0].mark == ""
    assert json.loads(table.to_json())["rows"][-1]["against"]["many"]["p"] is None
    # nothing at all can be tested, or these very runs are
    alone = Comparison([*many, one]).table()
    assert "not tested" in alone.caption and "CI" not in str(alone.columns)
    assert Comparison([*many, one], claim="runs").tests().better("many")


def test_one_word_says_nothing_about_others():
    one = ["noun"] * 30
    outcomes = [
        outcome_of(x, [v] * 30, clusters=one, task="swtc") for x, v in (("A", True), ("B", False))
    ]
    comparison = Comparison(outcomes)
    result = comparison.pair("A", "B")
    assert result.units == 1 and result.pvalue == 1 and result.ci == (-1, 1)
    assert any("1 word cannot give p < 0.05" in note for note in comparison.table().notes)
    by_item = Comparison(outcomes, unit="item").table()
    assert "*" in by_item.caption
    assert any("further sentences of the word" in note for note in by_item.notes)


NOUNS = [f"noun{i // 20}" for i in range(200)]
GOOD = [i // 20 in (0, 1, 4) for i in range(200)]
POOR = [i // 20 == 2 for i in range(200)]


def test_the_test_by_word_gives_mark_p_and_interval():
    comparison = Comparison(
        [
            outcome_of("good", GOOD, clusters=NOUNS, task="swtc"),
            outcome_of("poor", POOR, clusters=NOUNS, task="swtc"),
        ]
    )
    result = comparison.pair("good", "poor")
    # four words differ, 20 items each: of 16 signs, 10 give a sum of 40 or more either way
    assert result.units == 10 and result.pvalue == pytest.approx(10 / 16)
    assert result.ci[0] < 0 < result.ci[1]
    table = comparison.table()
    assert "▼" not in str(table) and "No row differs" in table.caption
    assert any("belong to 10 words" in note for note in table.notes)
    by_item = comparison.pair("good", "poor", test="exact")
    assert by_item.pvalue < 1e-5 and by_item.units == 200 and by_item.ci[0] > 0
    labelled = comparison.table(test="exact")
    assert "as if items of one word were independent" in labelled.caption
    assert any("By item, as asked" in note for note in labelled.notes)


def test_clusters_of_a_permutation_by_item_on_request():
    outcomes = [
        outcome_of("good", GOOD, clusters=NOUNS, task="swtc"),
        outcome_of("poor", POOR, clusters=NOUNS, task="swtc"),
    ]
    found = Comparison(outcomes, unit="item").tests()
    assert found.method.unit == "item" and found.method.clustered
    assert found.results[0].pvalue == mcnemar(60, 20).pvalue


def test_too_few_words_are_said_to_be():
    nouns = [f"noun{i // 10}" for i in range(40)]
    outcomes = [
        outcome_of(label, [value] * 40, clusters=nouns, task="swtc")
        for label, value in (("all", True), ("none", False))
    ]
    table = Comparison(outcomes).table()
    assert any("4 words cannot give p < 0.05" in note for note in table.notes)
    assert "*" not in table.caption


def test_reciprocal_ranks_are_tested_too():
    random = np.random.default_rng(4)
    low, high = (random.integers(1, top, size=200).tolist() for top in (30, 6))
    comparison = Comparison([outcome_of("low", low), outcome_of("high", high)], measure="mrr")
    result = comparison.pair("high", "low")
    expected = np.mean(1 / np.array(high)) - np.mean(1 / np.array(low))
    assert result.difference == pytest.approx(expected)
    assert result.pvalue < 0.01 and result.ci[0] > 0
    assert comparison.tests().better("high")
    asked = comparison.tests(test="exact")
    assert asked.method.test == "permutation"
    assert any("takes single runs" in note for note in comparison.table(test="exact").notes)


UNEVEN = [[False] * 19, [True] * 10 + [False] * 9]
FEW = [[False] * 10, [False] * 10, [False] * 5 + [True] * 5]


@settings(max_examples=40, deadline=None)
@given(SYSTEMS, st.sampled_from(["max-t", "bh", "none", "holm"]), st.booleans(), st.booleans())
@example(FEW, "holm", True, False)  # five of nine words differ: the smallest p is 1/16
@example(FEW, "none", True, False)
@example(UNEVEN, "max-t", True, True)  # the last of ten words holds half of the items
def test_intervals_agree_with_the_marks(systems, correction, clustered, uneven):
    nouns = [f"n{min(i, 9) if uneven else i % 9}" for i in range(len(systems[0]))]
    nouns = nouns if clustered else None
    outcomes = [outcome_of(f"row {i}", right, clusters=nouns) for i, right in enumerate(systems)]
    family = Comparison(outcomes, resamples=200).tests("row 0", correction=correction)
    for result in family:
        assert result.ci[0] < result.ci[1]
        assert result.ci[0] <= result.difference + 1e-12
        assert result.difference <= result.ci[1] + 1e-12
        if correction == "max-t":
            assert family.significant(result) == (not result.ci[0] <= 0 <= result.ci[1])
        if not result.ci[0] <= 0 <= result.ci[1]:
            assert result.pvalue < 0.05


def test_one_test_by_max_t_is_mcnemars_exact_test():
    right = [True] * 15 + [False] * 25
    other = [False] * 15 + [True] * 5 + [False] * 20
    family = compare([right, other]).tests("row 0")
    assert family.results[0].p_adjusted == mcnemar(15, 5).pvalue
    assert family.method.draws == 0


def test_a_picked_baseline_without_correction_has_no_p():
    random = np.random.default_rng(2)
    systems = [(random.random(200) < p).tolist() for p in (0.3, 0.5, 0.62)]
    comparison = compare(systems)
    family = comparison.tests("strongest", correction="none")
    assert all(np.isnan(r.p_adjusted) and np.isnan(r.pvalue) for r in family)
    table = comparison.table(correction="none")
    assert "*" not in str(table) and "▼" not in str(table)
    assert any("No p-value" in note for note in table.notes)
    assert not any(column.title.startswith("p") for column in table.columns)
    named = comparison.tests("row 0", correction="none")
    assert all(r.p_adjusted == r.pvalue for r in named)


def test_equivalence_within_a_margin():
    random = np.random.default_rng(8)
    base = random.random(2000) < 0.5
    near = np.where(random.random(2000) < 0.02, ~base, base)
    far = np.where(random.random(2000) < 0.2, False, base)
    comparison = Comparison(
        [outcome_of(n, v.tolist()) for n, v in (("base", base), ("near", near), ("far", far))],
        margin=0.03,
        resamples=500,
    )
    family = comparison.tests("base")
    assert family.as_good("near") and not family.as_good("far")
    table = comparison.table("base")
    assert (
        "≈" in str(table) and "≈ as good as" in table.caption and "less than 0.03" in table.caption
    )
    assert "≈" not in Comparison([s.first for s in comparison.systems]).table("base").caption


def test_bad_options():
    outcomes = [outcome_of("a", [1, 2]), outcome_of("b", [2, 2])]
    for options in (
        {"measure": "coverage"},
        {"claim": "best"},
        {"unit": "sentence"},
        {"margin": 0},
        {"free_hits": "drop"},
        {"oov": "drop"},
        {"ties": "random"},
        {"alpha": 0},
        {"interval": "wald"},
        {"resamples": 10},
    ):
        with pytest.raises(InputError):
            Comparison(outcomes, **options)
    comparison = Comparison(outcomes)
    with pytest.raises(InputError, match="no row is labelled 'c'"):
        comparison.table(baseline="c")
    for options in ({"test": "t"}, {"correction": "bonferoni"}, {"scores": ["acc1", "f1"]}):
        with pytest.raises(InputError):
            comparison.table(**options)
    with pytest.raises(InputError, match="goes with the permutation test"):
        comparison.tests(test="exact", correction="max-t")
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
