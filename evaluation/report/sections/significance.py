"""Who differs from whom: the heat map of all pairs and the critical-difference diagram."""

from __future__ import annotations

from evaluation.report.markup import Markup, element, join, paragraph, scrolling
from evaluation.report.numbers.ranks import Ranks
from evaluation.report.numbers.significance import Significance
from evaluation.report.sections.details import lines_of_test
from evaluation.report.sortable_table import Cell, number, numbers_below, sortable_table
from evaluation.report.strips import group_bars
from evaluation.tables.numbers import p_text, signed_text


def ranks_section(found: Ranks) -> Markup:
    """Show rows by score, with a bar beside those that the tests cannot tell apart."""
    rows = [
        element(
            "tr",
            element("td", str(place), class_="n"),
            element("th", label, scope="row"),
            element("td", f"{score:.3f}", class_="n"),
            element("td", group_bars(label, found.groups), class_="groups"),
        )
        for place, (label, score) in enumerate(found.places, 1)
    ]
    heads = [
        element("th", t, scope="col") for t in ("Place", "Row", found.measure, "No difference")
    ]
    table = element(
        "table",
        element("thead", element("tr", *heads)),
        element("tbody", *rows),
        class_="ranks",
    )
    how = "in the tests of all pairs" if found.descending else f"by mean rank. {found.caption}"
    # mean ranks that no bar joins do differ: what counts there is their distance alone
    unjoined = (
        " Rows that no bar joins may still not differ, because bars join neighbours only; the"
        " matrix under All pairs has every pair."
        if found.descending
        else ""
    )
    return join(
        paragraph(
            f"Rows that a bar joins do not differ significantly from each other, {how.rstrip('.')}."
            f" That is not to say that they are equal.{unjoined}{_left_out(found.left_out)}"
        ),
        scrolling(table, "Critical differences"),
    )


def heat_map_section(found: Significance, stricter: bool = False) -> Markup:
    """Show all pairs: colour by p, sign by direction.

    Parameters
    ----------
    found : Significance
    stricter : bool
        Whether the correction is stricter than that of the table with the marks.
    """
    fewer = (
        " That is stricter than the correction under Scores and marks, so what is marked there may"
        " not be marked here."
        if stricter
        else ""
    )
    tests = _tests(found)
    titles = ("Row", "Other row", "Difference", "b", "c", "p", "p corrected")
    return join(
        paragraph(
            f"Rows by {found.measure}, best first; p corrected for all pairs.{fewer}"
            f"{_left_out(found.left_out)} Hover or tap a cell, or move through the table with the"
            " arrow keys, for the test behind it."
        ),
        _legend(found),
        scrolling(_matrix(found), "All pairs"),
        numbers_below(sortable_table(titles, tests), f"All {len(tests)} tests"),
    )


def _left_out(count: int) -> str:
    """Say how many rows are not shown."""
    if not count:
        return ""
    if count == 1:
        return " The row with the lowest score is left out."
    return f" The {count} rows with the lowest scores are left out."


def _matrix(found: Significance) -> Markup:
    """Make a square of every row with every other; columns have the numbers of the rows."""
    numbered = list(enumerate(found.labels, 1))
    names = (
        element("th", element("abbr", str(i), title=label), scope="col") for i, label in numbered
    )
    rows = [
        element(
            "tr",
            element("th", f"{i} {label}", scope="row"),
            *(_square(found, label, other) for other in found.labels),
        )
        for i, label in numbered
    ]
    head = element("tr", element("td", ""), *names)
    return element(
        "table", element("thead", head), element("tbody", *rows), class_="matrix", data_grid=True
    )


def _legend(found: Significance) -> Markup:
    """Say what shades and signs mean: the strictest level first."""
    better = [
        (f"w{3 - i}", "▲", f"{'' if i else 'row better, '}p < {level:g}")
        for i, level in enumerate(found.levels)
    ]
    untested = any(pair.get("p_adjusted") is None for pair in found.pairs.values())
    kinds = [
        *better,
        ("none", "·", "no significant difference"),
        *([("none", "–", "not tested")] if untested else []),
        ("l1", "▼", "row worse"),
    ]
    swatches = (
        element("li", element("span", sign, class_=f"swatch {name}"), text)
        for name, sign, text in kinds
    )
    return element("ul", *swatches, class_="legend")


def _tests(found: Significance) -> list[list[Cell]]:
    """Return every test once, as a row of numbers."""
    place = {label: i for i, label in enumerate(found.labels)}
    return [
        [
            Cell(first),
            Cell(second),
            _difference(pair.get("difference")),
            Cell(str(pair.get("b", "")), sort=pair.get("b"), numeric=True),
            Cell(str(pair.get("c", "")), sort=pair.get("c"), numeric=True),
            _p(pair.get("p"), found.alpha),
            _p(pair.get("p_adjusted"), found.alpha),
        ]
        for (first, second), pair in found.pairs.items()
        if place[first] < place[second]
    ]


def _difference(value: float | None) -> Cell:
    return number(value) if value is None else Cell(signed_text(value), sort=value, numeric=True)


def _p(value: float | None, alpha: float) -> Cell:
    """Return the cell of a p-value; what was not tested stands after what was."""
    if value is None:
        return Cell("–", sort=float("inf"), numeric=True)
    return Cell(p_text(value, alpha), sort=value, numeric=True)


def _square(found: Significance, label: str, other: str) -> Markup:
    if label == other:
        return element("td", "", class_="self")
    pair = found.pairs.get((label, other))
    if pair is None:
        return element("td", "")
    p = found.p(label, other)
    strength = 0
    if p is not None and found.significant(label, other):
        strength = 3 - next(i for i, level in enumerate(found.levels) if p < level)
    better = float(pair.get("difference") or 0) > 0
    kind = f"{'w' if better else 'l'}{strength}" if strength else "none"
    sign = ("▲" if better else "▼") if strength else "–" if p is None else "·"
    detail = "\n".join(lines_of_test(label, other, pair, found.alpha))
    return element("td", sign, class_=kind, tabindex="-1", aria_label=detail, data_detail=detail)
