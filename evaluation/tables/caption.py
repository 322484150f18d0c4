"""The sentences over a table: what it shows, and what the marks that occur in it mean."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from evaluation.stats.comparison import Comparison
from evaluation.stats.pairs import Family, Method
from evaluation.stats.significance import CORRECTIONS, METHODS, TESTS
from evaluation.tables.columns import AS_GOOD, BETTER, WORSE


def caption(
    comparisons: Sequence[Comparison],
    families: Sequence[Family],
    titles: Sequence[str],
    marks: Collection[str],
    bold: bool,
    in_parts: bool,
) -> str:
    """Say what the table shows and what the marks that occur in it mean.

    Parameters
    ----------
    comparisons, families
        Of every part.
    titles : sequence of str
        Of the scores.
    marks : collection of str
        Those that stand beside any score.
    bold : bool
        Whether anything is bold.
    in_parts : bool
        Whether the parts have headings of their own.
    """
    first = comparisons[0]
    outcome = first.systems[0].first
    shown = " and ".join([", ".join(titles[:-1]), titles[-1]] if len(titles) > 1 else titles)
    where = [outcome.task.upper()]
    if not in_parts:
        where += [outcome.facts.pair] if outcome.facts.pair else []
        where.append(f"{first.n} items")
    if first.oov != "error":
        where.append(f"oov={first.oov}")
    sentences = [f"{shown} ({', '.join(where)})." if shown else f"{', '.join(where)}."]
    if bold:
        sentences.append("Highest score per column in bold.")
    tested = [family for family in families if family.results]
    if tested:
        sentences.append(_mark_sentence(comparisons, tested, marks, in_parts))
        sentences += _margin_sentence(tested[0].method, any(AS_GOOD in mark for mark in marks))
    return " ".join(sentences)


def _mark_sentence(
    comparisons: Sequence[Comparison],
    tested: Sequence[Family],
    marks: Collection[str],
    in_parts: bool,
) -> str:
    title = comparisons[0].measure.title
    method = tested[0].method
    column = " within a column" if in_parts else ""
    if not tested[0].references and method.withheld:
        return "Not tested."
    if not tested[0].references:
        return (
            f"Rows that share a letter{column} do not differ significantly in {title} (all pairs;"
            f" {phrase_of_test(method)})."
        )
    over = _reference(tested, method, in_parts)
    # of a family of which every test counts for the correction only nothing is said
    if method.withheld or not any(result.tested for family in tested for result in family):
        return f"Differences are to {over}; not tested."
    found = [
        phrase
        for mark, phrase in (
            (BETTER, f"{BETTER} significantly better"),
            (WORSE, f"{WORSE} significantly worse"),
        )
        if any(mark in shown for shown in marks)
    ]
    if not found:
        return f"No row differs significantly in {title} from {over} ({phrase_of_test(method)})."
    return f"{', '.join(found)} in {title} than {over} ({phrase_of_test(method)})."


def _margin_sentence(method: Method, found: bool) -> list[str]:
    """Say what the test of equivalence found, if there was one."""
    if method.margin is None or method.withheld:
        return []
    holm = "" if method.correction == "none" or method.size == 1 else "Holm, "
    within = f"by less than {method.margin:g} (two one-sided tests, {holm}p < {method.alpha:g})"
    if found:
        return [f"{AS_GOOD} as good as what it is tested against: differs {within}."]
    return [f"No row is shown to differ from what it is tested against {within}."]


def _reference(tested: Sequence[Family], method: Method, in_parts: bool) -> str:
    targets = {other for family in tested for other in family.references.values()}
    everybody = {label for family in tested for label in family.references}
    if len(targets) == 1:
        picked = " (the strongest baseline)" if method.selected else ""
        return f"{targets.pop()}{picked}"
    of = " of its column" if in_parts else ""
    if not method.selected and method.baseline not in (None, "strongest"):
        return f"{method.baseline} with the same retrieval"
    return f"the strongest {'other row' if targets <= everybody else 'baseline'}{of}"


def phrase_of_test(method: Method) -> str:
    """Name the test and the correction that were used."""
    title = TESTS[method.test]
    if method.test not in METHODS:
        title += f" by {method.unit}"
        if method.claim == "algorithm":
            title += " with new seeds"
    elif method.clustered:
        title += " by item, as if items of one word were independent"
    if method.size == 1:
        corrected = "one test"
    elif method.correction == "none":
        corrected = f"not corrected for {method.size} tests"
    else:
        corrected = f"{CORRECTIONS[method.correction]} correction over {method.size} tests"
        corrected += ", with and without seeds apart" if method.fixed_size else ""
    return f"{title}, {corrected}, p < {method.alpha:g}"
