"""The sentences under a table: what was counted, what was tested, how sure one can be."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from statistics import median

from evaluation.stats.comparison import Comparison
from evaluation.stats.pairs import Family, Method, PairResult
from evaluation.stats.permutation import run_variance
from evaluation.stats.power import detectable_by_t, smallest_detectable
from evaluation.stats.significance import METHODS, TESTS
from evaluation.stats.systems import System
from evaluation.tables.audit import audit, listed
from evaluation.tables.hints import ALL_PAIRS, CLAIM, FREE_HITS, MARGIN

POWER = 0.8
BETWEEN_FIXED = "between rows without a seed"
RUNS_CLAIM = "Tests are about the average of these very runs, not of other seeds."


def table_notes(
    comparison: Comparison, family: Family, columns: Sequence[str], extent: str
) -> list[str]:
    """Return the notes of the table of one comparison; the indispensable ones first."""
    if extent == "none":
        return []
    notes = _reading_notes(comparison, family, columns)
    if extent == "full":
        notes += detectable_notes([family])
        notes += _audit_notes(comparison)
    return notes


def part_notes(
    comparison: Comparison, family: Family, columns: Sequence[str], extent: str, one_of_many: bool
) -> list[str]:
    """Return the notes of one part of a table, without what is said once for all parts."""
    if extent == "none":
        return []
    notes = _reading_notes(comparison, family, columns, one_of_many)
    if extent == "full":
        notes += _audit_notes(comparison)
    return notes


def _audit_notes(comparison: Comparison) -> list[str]:
    outcomes = [run for system in comparison.systems for run in system.runs]
    return audit(outcomes, comparison.measure, comparison.oov)


def _reading_notes(
    comparison: Comparison, family: Family, columns: Sequence[str], one_of_many: bool = False
) -> list[str]:
    """Return what one needs to read the numbers."""
    notes = counting_notes(comparison, one_of_many)
    if family.results:
        notes += significance_notes(comparison, family, one_of_many)
        if "ci" in columns:
            notes += interval_notes(family)
    return notes + seed_notes(comparison, family)


def counting_notes(comparison: Comparison, one_of_many: bool = False) -> list[str]:
    """Say which items the scores count.

    With `one_of_many` the number of items is left out: it is that of one column of several.
    """
    n = comparison.n
    notes = []
    covered = all(system.covered.all() for system in comparison.systems)
    if comparison.oov == "skip" and covered:
        notes.append(f"oov=skip: every row covers all {n} items, so none is left out.")
    elif comparison.oov == "skip":
        notes.append(
            f"oov=skip: each score leaves out those of the {n} items that its system does"
            " not cover, so the rows have different denominators (see the coverage); tests and"
            " differences are over the items that both systems cover, so a difference is not"
            " that of the printed scores."
        )
    elif comparison.oov == "intersect":
        notes.append(
            f"oov=intersect: {comparison.dropped} of {n + comparison.dropped} items are"
            f" left out because not every system covers them; scores are over the {n}"
            " that remain."
        )
    elif not covered:
        every = "all items of the column" if one_of_many else f"all {n} items"
        notes.append(
            f"Scores are over {every}; an item that is out of vocabulary or has no"
            " answer counts as wrong."
        )
    notes += _free_hits(comparison)
    if comparison.ties == "optimistic":
        notes.append(
            "ties=optimistic: a right answer that ties with wrong ones is ranked before"
            " them, which favours systems with many equal scores."
        )
    return notes


def _free_hits(comparison: Comparison) -> list[str]:
    if comparison.free_hits == "skip":
        if not comparison.dropped_free:
            return []
        return [
            f"Left out: {comparison.dropped_free} items that a row wins by default, because no"
            " other candidate is in its vocabulary."
        ]
    counts = {
        system.label: max(sum(item.won_by_default for item in run) for run in system.runs)
        for system in comparison.systems
    }
    found = [f"{label} {count}" for label, count in counts.items() if count]
    if not found:
        return []
    return [
        "Items won by default, because no other candidate is in the row's vocabulary:"
        f" {', '.join(found)} of {comparison.n}{FREE_HITS}."
    ]


def significance_notes(
    comparison: Comparison, family: Family, one_of_many: bool = False
) -> list[str]:
    """Say what is unusual about the tests: clusters, a picked baseline, another test than asked."""
    method = family.method
    notes = []
    if method.withheld and method.size:
        notes.append(
            "No p-value: the strongest row was picked on these very items, and without a"
            " correction for that its p-values mean nothing. Name a baseline or a correction."
        )
    elif method.selected and method.size > _tested(family) and not one_of_many:
        notes.append(
            "The strongest was picked on the test items, so the correction covers all"
            f" {method.size} pairs among which it was picked."
        )
    notes += kinds_notes(family)
    untested = [
        label
        for label in comparison.labels
        if label not in family.references and label not in family.references.values()
    ]
    if untested and family.references and not method.withheld:
        notes.append(f"Not tested, because they are baselines: {listed(untested)}{ALL_PAIRS}.")
    if method.asked_test != method.test:
        notes.append(
            f"{TESTS[method.asked_test]} takes single runs and an accuracy; the permutation"
            " test, which includes it, was made instead."
        )
    if method.clustered and method.unit == "word":
        units = median(result.units for result in family)
        notes.append(
            "Items of one word are not independent: the systems are exchanged, and intervals"
            " taken, word by word."
            if one_of_many
            else f"The {comparison.n} items belong to {_words(units)} and those of one word are"
            " not independent: the systems are exchanged, and intervals taken, word by word."
        )
        if 2.0 ** (1 - units) >= method.alpha:
            notes.append(f"{_words(units)} cannot give p < {method.alpha:g}, whatever the scores.")
    elif method.clustered and len(set(comparison.clusters or ())) == 1:
        notes.append(
            "By item: tests are about further sentences of the word, not about other words."
        )
    elif method.clustered:
        notes.append(
            "By item, as asked: items of one word are not independent, and with 24 sentences a"
            " word this test finds a difference between equally good systems in a third to a half"
            f" of tables, not in {method.alpha:.0%}."
        )
    return notes


def _tested(family: Family) -> int:
    return sum(result.tested for result in family)


def kinds_notes(family: Family) -> list[str]:
    """Say that tests with new seeds and tests of rows without any are corrected apart."""
    method = family.method
    if not method.fixed_size or not _tested(family):
        return []
    return [
        f"Tests with new seeds ({method.size - method.fixed_size}) and tests between rows without"
        f" a seed ({method.fixed_size}) are corrected apart, each kind at its share of"
        f" p < {method.alpha:g}."
    ]


def _words(count: float) -> str:
    return f"{count:g} word{'' if count == 1 else 's'}"


def interval_notes(family: Family) -> list[str]:
    """Say which interval stands beside a difference, and where it and p seem to disagree."""
    method = family.method
    shown = [result for result in family if result.has_interval]
    if not shown:
        return []
    level = f"{1 - method.alpha:.0%}"
    if method.interval == "bootstrap":
        kind = f"percentile bootstrap over {method.unit}s"
    elif all(result.is_mcnemar for result in shown):
        kind = "score interval (Tango for an accuracy)"
    else:
        kind = f"studentised interval over {method.unit}s"
        kind += " and seeds" if method.claim == "algorithm" else ""
        if any(result.is_mcnemar for result in shown):
            kind += " (between single runs Tango's score interval)"
    if method.size == 1:
        scope = ""
    elif method.intervals_corrected:
        scope = f", corrected for all {method.size} tests together"
    else:
        scope = ", uncorrected: each holds for its row alone"
    notes = [f"Intervals: {level} {kind}{scope}."]
    apart = [r for r in family if r.tested and family.significant(r) == (r.ci[0] <= 0 <= r.ci[1])]
    if apart:
        names = "; ".join(f"{r.first} and {r.second}" for r in apart)
        reason = (
            "the correction of p steps down, that of the intervals does not"
            if method.intervals_corrected
            else "the intervals are not corrected, p is"
            if method.correction != "none"
            else "they are made by different methods"
        )
        notes.append(f"Interval and p point different ways for {names}: {reason}.")
    return notes


def detectable_notes(families: Sequence[Family]) -> list[str]:
    """Say how small a difference the tests of a table detect, at the level that it uses."""
    tested = [family for family in families if family.results and not family.method.withheld]
    if not tested:
        return []
    method = tested[0].method
    results = [result for family in tested for result in family if result.tested]
    phrases = []
    sizes = sorted({result.n for result in results}, reverse=True)
    for n in dict.fromkeys((*sizes[:1], *sizes[-1:])):  # the largest and the smallest
        found = _detectable([result for result in results if result.n == n], method)
        if found is not None:
            phrases.append(f"with {n} items {found}")
    if not phrases:
        return []
    level = "" if method.size == 1 else f" at the corrected level (one test: {_level(results)})"
    advice = MARGIN if method.margin is None else ""
    return [
        f"Detectable with {POWER:.0%} power{level}: {'; '.join(phrases)}. A row without a mark"
        f" is not thereby as good{advice}.",
        *_out_of_reach(results, method),
    ]


def _by_kind(results: Sequence[PairResult]) -> tuple[list[PairResult], list[PairResult]]:
    """Return the tests with new seeds, and those between rows without a seed."""
    seeded = [result for result in results if result.with_seeds]
    return seeded, [result for result in results if not result.with_seeds]


def _level(results: Sequence[PairResult]) -> str:
    """Return the level of a typical test, of each kind where the kinds have levels of their own."""
    levels = [median(result.level for result in kind) for kind in _by_kind(results) if kind]
    if len(set(levels)) == 1:
        return f"{levels[0]:.2g}"
    return f"{levels[0]:.2g}; {BETWEEN_FIXED} {levels[1]:.2g}"


def _out_of_reach(results: Sequence[PairResult], method: Method) -> list[str]:
    """Say of which rows no difference can be marked, the share of their kind being too small."""
    if not method.fixed_size:
        return []
    seeded, fixed = _by_kind(results)
    return [
        f"In this table no difference {rows} can be marked: there are too few {method.unit}s{more}"
        f" for their share of p < {method.alpha:g}."
        for kind, rows, more in (
            (seeded, "of a row with seeds", ", seeds or draws"),
            (fixed, BETWEEN_FIXED, " or draws"),
        )
        if kind and all(result.level == 0 for result in kind)
    ]


def _detectable(results: Sequence[PairResult], method: Method) -> str | None:
    """Return the smallest difference that is detectable between typical rows."""
    seeded, fixed = _by_kind(results)
    if not seeded or not fixed:
        return _detectable_alike(results, method)
    found, between = (_detectable_alike(kind, method) for kind in (seeded, fixed))
    return found if between is None else f"{found}, {BETWEEN_FIXED} {between}"


def _detectable_alike(results: Sequence[PairResult], method: Method) -> str | None:
    """Return it of rows of one kind."""
    counted = [result for result in results if result.is_mcnemar]
    others = [result for result in results if not result.is_mcnemar]
    if not others:
        return _detectable_by_count(counted, method)
    level = median(result.level for result in others)
    error = median(result.error for result in others)
    degrees = median(result.degrees for result in others)
    found = _difference(detectable_by_t(error, degrees, level, POWER))
    if not counted or (between := _detectable_by_count(counted, method)) is None:
        return found
    return f"{found}, between single runs {between}"


def _detectable_by_count(results: Sequence[PairResult], method: Method) -> str | None:
    """Return what McNemar's test detects; nothing where typical rows agree everywhere."""
    share = median((r.b + r.c) / r.n for r in results)
    if share == 0:
        return None
    form = method.test if method.test in METHODS else "exact"
    level = median(result.level for result in results)
    found = smallest_detectable(share, results[0].n, alpha=level, power=POWER, method=form)
    return f"{_difference(found)} (two rows typically differ on {share:.0%} of them)"


def _difference(value: float | None) -> str:
    return "no difference" if value is None else f"a true difference of {value:.3f}"


def seed_notes(comparison: Comparison, family: Family) -> list[str]:
    """Say what is claimed where there are several seeds, and of which rows it cannot be."""
    averages = averages_note(comparison.systems, "± the standard deviation over seeds")
    if averages is None:
        drawn = any(system.first.seed is not None for system in comparison.systems)
        if not drawn or not family.results:
            return []
        return [
            "One run per row: tests are about these runs, not about what other seeds would give."
        ]
    notes = [averages]
    if not family.results:
        return notes
    if family.method.claim == "runs":
        notes.append(RUNS_CLAIM)
        return notes + _seed_noise(comparison, family)
    if any(result.has_interval for result in family):
        notes += claim_notes(comparison.systems)
    single = [system.label for system in comparison.systems if system.one_draw]
    if single:
        notes.append(one_seed_note(single))
    return notes


def averages_note(systems: Sequence[System], spread: str = "") -> str | None:
    """Say which scores are averages, if any are."""
    several = sorted({len(system.runs) for system in systems if len(system.runs) > 1})
    if not several:
        return None
    besides = f", {spread}" if spread else ""
    return f"Rows with {' or '.join(map(str, several))} seeds: the score is the average{besides}."


def claim_notes(systems: Sequence[System]) -> list[str]:
    """Say what tests with new seeds are about, also of rows that have none."""
    notes = ["Tests are about the algorithm: the average over seeds, of which these are a sample."]
    fixed = [system.first for system in systems if system.seeds == (None,)]
    if fixed:
        names = dict.fromkeys(outcome.facts.row or outcome.label for outcome in fixed)
        notes.append(
            f"Rows without a seed have one result, which is tested as it is: {listed(names)}."
        )
    return notes


def one_seed_note(labels: Collection[str]) -> str:
    """Name the rows that support no claim about their algorithm."""
    return (
        "One seed only, which says nothing of the spread over seeds, so not tested:"
        f" {listed(labels)}{CLAIM}."
    )


def _seed_noise(comparison: Comparison, family: Family) -> list[str]:
    """Name the significant gaps of averages that other seeds could close."""
    variance = {
        system.label: run_variance(
            system.scores(comparison.measure, comparison.score_oov, comparison.ties)
        )
        for system in comparison.systems
    }
    inside = []
    for result in family:
        noise = 2 * math.sqrt(variance[result.first] + variance[result.second])
        gap = abs(result.difference)
        if family.significant(result) and gap < noise:
            inside.append(f"{result.first} and {result.second} (gap {gap:.3f}, noise {noise:.3f})")
    if not inside:
        return []
    return [
        "Significant for these runs, yet inside the seed noise (two standard errors of the"
        f" difference of the averages): {'; '.join(inside)}."
    ]
