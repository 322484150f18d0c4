"""The sentences under a table: what was counted, what was tested, how sure one can be."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import median

from evaluation.stats.comparison import Comparison
from evaluation.stats.pairs import Family, Method, PairResult
from evaluation.stats.permutation import run_variance
from evaluation.stats.power import detectable_by_t, smallest_detectable
from evaluation.stats.significance import METHODS, TESTS
from evaluation.tables.audit import audit

POWER = 0.8


def table_notes(
    comparison: Comparison, family: Family, columns: Sequence[str], extent: str
) -> list[str]:
    """Return the notes of the table of one comparison; the indispensable ones first."""
    if extent == "none":
        return []
    notes = _reading_notes(comparison, family, columns)
    if extent == "full":
        notes += detectable_notes([family])
        notes += audit([s.first for s in comparison.systems], comparison.measure, comparison.oov)
    return notes


def part_notes(
    comparison: Comparison, family: Family, columns: Sequence[str], extent: str, one_of_many: bool
) -> list[str]:
    """Return the notes of one part of a table, without what is said once for all parts."""
    if extent == "none":
        return []
    notes = _reading_notes(comparison, family, columns, one_of_many)
    if extent == "full":
        rows = [system.first for system in comparison.systems]
        notes += audit(rows, comparison.measure, comparison.oov)
    return notes


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
    """Say what the denominators are; of one column among many without its number."""
    n = comparison.n
    notes = []
    covered = all(system.covered.all() for system in comparison.systems)
    if comparison.oov == "skip":
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
        f" {', '.join(found)} of {comparison.n}; --no-free-hits leaves them out."
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
    elif method.selected and method.size > len(family.results) and not one_of_many:
        notes.append(
            "The strongest was picked on the test items, so the correction covers all"
            f" {method.size} pairs among which it was picked."
        )
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


def _words(count: float) -> str:
    return f"{count:g} word{'' if count == 1 else 's'}"


def interval_notes(family: Family) -> list[str]:
    """Say which interval stands beside a difference, and where it and p seem to disagree."""
    method = family.method
    if not method.size:
        return []
    level = f"{1 - method.alpha:.0%}"
    if method.interval == "bootstrap":
        kind = f"percentile bootstrap over {method.unit}s"
    elif method.claim == "run" and method.unit == "item":
        kind = "score interval (Tango for an accuracy)"
    else:
        kind = f"studentised interval over {method.unit}s"
        kind += " and seeds" if method.claim == "algorithm" else ""
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
    level = "" if method.size == 1 else f" at the corrected level (one test: {_level(method)})"
    return [
        f"Detectable with {POWER:.0%} power{level}: {'; '.join(phrases)}. A row without a mark"
        " is not thereby as good; --margin tests that."
    ]


def _level(method: Method) -> str:
    return f"{method.single_level:.2g}"


def _detectable(results: Sequence[PairResult], method: Method) -> str | None:
    """Return the smallest difference that is detectable between typical rows."""
    if method.claim == "run" and method.unit == "item" and all(r.is_count for r in results):
        share = median((r.b + r.c) / r.n for r in results)
        if share == 0:
            return None
        form = method.test if method.test in METHODS else "exact"
        found = smallest_detectable(
            share, results[0].n, alpha=method.single_level, power=POWER, method=form
        )
        typical = f" (two rows typically differ on {share:.0%} of them)"
    else:
        error = median(r.error for r in results)
        degrees = median(r.degrees for r in results)
        found = detectable_by_t(error, degrees, method.single_level, POWER)
        typical = ""
    if found is None:
        return f"no difference{typical}"
    return f"a true difference of {found:.3f}{typical}"


def seed_notes(comparison: Comparison, family: Family) -> list[str]:
    """Say what is claimed where there are several seeds, and of which rows it cannot be."""
    several = [system for system in comparison.systems if len(system.runs) > 1]
    if not several:
        drawn = any(system.first.seed is not None for system in comparison.systems)
        if not drawn or not family.results:
            return []
        return [
            "One run per row: tests are about these runs, not about what other seeds would give."
        ]
    runs = " or ".join(map(str, sorted({len(system.runs) for system in several})))
    notes = [
        f"Rows with {runs} seeds: the score is the average, ± the standard deviation over seeds."
        " MIN and MAX are never bold."
    ]
    if not family.results:
        return notes
    if family.method.claim == "runs":
        notes.append("Tests are about the average of these very runs, not of other seeds.")
        return notes + _seed_noise(comparison, family)
    notes.append(
        "Tests are about the algorithm: the average over seeds, of which these are a sample."
    )
    single = [system.label for system in comparison.systems if system.one_draw]
    if single:
        notes.append(one_seed_note(single))
    return notes


def one_seed_note(labels: Sequence[str]) -> str:
    """Name the rows that support no claim about their algorithm."""
    return (
        "One seed only, which says nothing of the spread over seeds, so not tested:"
        f" {', '.join(labels)}. --claim runs tests these very runs."
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
