"""The sentences over and under a table: what was counted, what was tested, how sure one can be."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import median

from evaluation.stats.comparison import Comparison
from evaluation.stats.intervals import smallest_detectable
from evaluation.stats.pairs import Family
from evaluation.stats.tests import CORRECTION_NAMES, TESTS, McNemar
from evaluation.tables.audit import audit

POWER = 0.8


def caption(
    comparison: Comparison, family: Family, baseline: str | None, titles: Sequence[str]
) -> str:
    """Say what the table of one comparison shows and what its marks mean."""
    first = comparison.systems[0].first
    pair = f", {first.facts.pair}" if first.facts.pair else ""
    shown = " and ".join([", ".join(titles[:-1]), titles[-1]] if len(titles) > 1 else titles)
    sentences = [f"{shown} ({first.task.upper()}{pair}, {comparison.n} items)."]
    if len(comparison.systems) > 1:
        sentences.append("Highest score per column in bold.")
    sentences.append(mark_phrase(comparison, family, baseline))
    return " ".join(sentence for sentence in sentences if sentence)


def caption_of_parts(
    comparisons: Sequence[Comparison],
    families: Sequence[Family],
    baseline: str | None,
    titles: Sequence[str],
) -> str:
    """Say what a table of several comparisons shows and what its marks mean."""
    first = comparisons[0]
    sentences = [
        f"{' and '.join(titles)} ({first.systems[0].first.task.upper()}).",
        "Highest score per column in bold.",
    ]
    tested = [family for family in families if family.results]
    if not tested:
        return " ".join(sentences)
    references = {other for family in tested for other in family.references.values()}
    if not tested[0].references:
        sentences.append(
            "Rows that share a letter within a column do not differ significantly"
            f" (all pairs, {phrase_of_test(tested[0])})."
        )
    elif len(references) == 1:
        sentences.append(mark_phrase(first, tested[0], baseline))
    else:
        declared = any(
            label not in family.references
            for comparison, family in zip(comparisons, families, strict=True)
            if family.results
            for label in comparison.labels
        )
        over = "baseline" if declared else "other row"
        sentences.append(
            f"* significantly better than the strongest {over} of its column:"
            f" {phrase_of_test(tested[0])}."
        )
    return " ".join(sentences)


def table_notes(
    comparison: Comparison, family: Family, columns: Sequence[str], *, full: bool
) -> list[str]:
    """Return the notes of the table of one comparison; the indispensable ones first."""
    notes = _reading_notes(comparison, family, columns)
    if full:
        notes += detectable_note(family)
        notes += audit([s.first for s in comparison.systems], comparison.measure, comparison.oov)
    return notes


def part_notes(
    comparison: Comparison, family: Family, columns: Sequence[str], full: bool, one_of_many: bool
) -> list[str]:
    """Return the notes of one part of a table, without what is said once for all parts."""
    notes = _reading_notes(comparison, family, columns, one_of_many)
    if full:
        rows = [system.first for system in comparison.systems]
        notes += audit(rows, comparison.measure, comparison.oov, full=False)
    return notes


def _reading_notes(
    comparison: Comparison, family: Family, columns: Sequence[str], one_of_many: bool = False
) -> list[str]:
    """Return what one needs to read the numbers."""
    notes = counting_notes(comparison, one_of_many)
    if any(name in ("difference", "ci") for name in columns) and family.results:
        notes.append(interval_note(comparison))
    notes += seed_notes(comparison, family)
    return notes + cluster_notes(comparison, family, one_of_many)


def counting_notes(comparison: Comparison, one_of_many: bool = False) -> list[str]:
    """Say what the denominators are; of one column among many without its number."""
    n = comparison.n
    notes = []
    if comparison.oov == "error":
        every = "all items of the column" if one_of_many else f"all {n} items"
        notes.append(
            f"Scores are over {every}; an item that is out of vocabulary or has no"
            " answer counts as wrong."
        )
    elif comparison.oov == "skip":
        notes.append(
            f"oov=skip: each score leaves out those of the {n} items that its system does"
            " not cover, so the rows have different denominators (see the coverage); a"
            " test takes the items that both systems cover."
        )
    else:
        notes.append(
            f"oov=intersect: {comparison.dropped} of {n + comparison.dropped} items are"
            f" left out because not every system covers them; scores are over the {n}"
            " that remain."
        )
    if comparison.ties == "optimistic":
        notes.append(
            "ties=optimistic: a right answer that ties with wrong ones is ranked before"
            " them, which favours systems with many equal scores."
        )
    return notes


def phrase_of_test(family: Family) -> str:
    """Name the test and the correction that were used."""
    count = f"{family.size} test{'s' if family.size != 1 else ''}"
    if family.correction == "none":
        corrected = f"not corrected for {count}"
    else:
        corrected = f"{CORRECTION_NAMES[family.correction]} correction over {count}"
    return f"{TESTS[family.test].title}, {corrected}, p < {family.alpha:g}"


def mark_phrase(comparison: Comparison, family: Family, baseline: str | None) -> str:
    """Say what the asterisk or the letters mean, from the tests that were made."""
    if not family.results:
        return ""
    title = comparison.measure.title
    if not family.references:
        return (
            f"Rows that share a letter do not differ significantly in {title} (all pairs,"
            f" {phrase_of_test(family)})."
        )
    targets = set(family.references.values())
    if len(targets) == 1:
        other = targets.pop()
        reason = " (the strongest baseline)" if other != baseline else ""
        over = f"{other}{reason}"
    elif baseline not in (None, "strongest"):
        over = f"{baseline} with the same retrieval"
    else:
        over = "the strongest other row"
    return f"* significantly better in {title} than {over}: {phrase_of_test(family)}."


def interval_note(comparison: Comparison) -> str:
    """Say which interval stands beside a difference."""
    level = f"{1 - comparison.alpha:.0%}"
    if comparison.interval == "score":
        return f"Differences: {level} paired score interval (Tango)."
    return (
        f"Differences: {level} paired percentile bootstrap over items"
        f" ({comparison.resamples:,} resamples, seed {comparison.seed})."
    )


def detectable_note(family: Family) -> list[str]:
    """Say how small a difference tests of this size can see; known for McNemar's test."""
    if not isinstance(TESTS[family.test], McNemar):
        return []
    phrases = []
    sizes = sorted({result.n for result in family}, reverse=True)
    for n in dict.fromkeys((*sizes[:1], *sizes[-1:])):  # the largest and the smallest
        share = median((r.b + r.c) / r.n for r in family if r.n == n)
        if share == 0:
            continue
        found = smallest_detectable(share, n, alpha=family.alpha, power=POWER, method=family.test)
        given = f"with {n} items, of which two systems here typically differ on {share:.1%},"
        phrases.append(
            f"{given} a true difference of {found:.3f} is found with {POWER:.0%} power"
            if found is not None
            else f"{given} the power is below {POWER:.0%} for any difference"
        )
    if not phrases:
        return []
    return [
        f"Smallest detectable difference (one uncorrected test at {family.alpha:g}):"
        f" {'; '.join(phrases)}. Smaller ones are mostly missed: a row without a mark is not"
        " thereby as good."
    ]


def cluster_notes(comparison: Comparison, family: Family, one_of_many: bool = False) -> list[str]:
    """Say what remains of the marks when items of one noun are not taken for independent."""
    judged = [result for result in family if result.cluster is not None]
    if not judged:
        return []
    count = judged[0].cluster.clusters if judged[0].cluster else 0
    if one_of_many:
        notes = [
            "Items of one word are not independent, as McNemar's test assumes; marks that fail"
            " when the systems are exchanged word by word are named here."
        ]
    else:
        notes = [
            f"The {comparison.n} items belong to {count} words. Items of one word are not"
            " independent, as McNemar's test assumes; beside it, intervals resample whole words"
            f" ({comparison.resamples:,} resamples) and p-values exchange the systems word by word"
            " (not corrected)."
        ]
    fallen = [
        f"{result.first} and {result.second}"
        for result in judged
        if family.significant(result) and result.cluster and result.cluster.pvalue >= family.alpha
    ]
    if fallen:
        notes.append(f"Significant by items, but not by words: {'; '.join(fallen)}.")
    return notes


def seed_notes(comparison: Comparison, family: Family) -> list[str]:
    """Say what was tested where there are several seeds, and which gaps they could explain."""
    several = [system for system in comparison.systems if len(system.runs) > 1]
    if not several:
        return []
    tested = {
        "first": "the run with the smallest seed",
        "majority": "the majority of the runs, item by item",
    }.get(str(comparison.test_seed), f"the run with seed {comparison.test_seed}")
    counts = sorted({len(system.runs) for system in several})
    runs = " or ".join(map(str, counts))
    notes = [
        f"Rows with {runs} seeds: the score is the average, ± the standard deviation over seeds;"
        f" tests and differences are on {tested}. MIN and MAX are never bold."
    ]
    measure, oov, ties = comparison.measure, comparison.score_oov, comparison.ties
    spread = {s.label: s.spread(measure, oov, ties) for s in comparison.systems}
    inside = []
    for result in family:
        noise = 2 * math.hypot(spread[result.first], spread[result.second])
        gap = abs(comparison.score(result.first) - comparison.score(result.second))
        if family.significant(result) and gap < noise:
            inside.append(f"{result.first} and {result.second} (gap {gap:.3f}, noise {noise:.3f})")
    if inside:
        notes.append(
            "Significant on these items, yet inside the seed noise (two standard deviations of"
            f" the difference of two runs): {'; '.join(inside)}."
        )
    return notes
