"""The table of one statement over several corpora: each score, their mean, the combined test."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from evaluation.stats.across import average_ranks, combined_family, common_rows
from evaluation.stats.comparison import Comparison
from evaluation.stats.pairs import group_letters
from evaluation.tables.caption import phrase_of_test
from evaluation.tables.columns import BETTER, WORSE, number_cell, p_cell
from evaluation.tables.notes import one_seed_note
from evaluation.tables.numbers import interval_text, signed_text
from evaluation.tables.options import TableOptions
from evaluation.tables.table import Column, ResultTable, Row, TableCell
from evaluation.tasks.outcome import Outcome


def across_table(
    groups: Sequence[tuple[str, Iterable[Outcome]]], options: TableOptions | None = None
) -> ResultTable:
    """Compare rows over several corpora, each of the same weight.

    Parameters
    ----------
    groups : sequence of (str, outcomes)
        The corpora (language pairs, tasks) by their titles. Rows that one lacks are left out.
    options : TableOptions, optional
        Its test is the permutation test, stratified by corpus, corrected by max-t.
    """
    options = options or TableOptions()
    titles = [title for title, _ in groups]
    comparisons = [options.compare(list(outcomes)) for _, outcomes in groups]
    labels = common_rows(comparisons)
    family = combined_family(comparisons, options.baseline, options.baselines)
    ranks = average_ranks(comparisons, options.alpha)
    means = {label: sum(c.score(label) for c in comparisons) / len(titles) for label in labels}
    best = [max(c.score(label) for label in labels) for c in comparisons]
    top, alpha, digits = max(means.values()), family.method.alpha, options.digits
    letters = {} if family.references else group_letters(labels, family, means)
    rows = []
    order = sorted(labels, key=lambda label: -means[label]) if options.sort == "score" else labels
    for label in order:
        cells = [
            _score(c.score(label), c.score(label) >= high - 1e-12, digits)
            for c, high in zip(comparisons, best, strict=True)
        ]
        mark = BETTER if family.better(label) else WORSE if family.worse(label) else ""
        mean = _score(means[label], means[label] >= top - 1e-12, digits)
        cells.append(replace(mean, mark=mark, letters=letters.get(label, "")))
        cells.append(TableCell(ranks.ranks[label], f"{ranks.ranks[label]:.2f}"))
        result = family.find(label)
        if family.references:
            cells += (
                [TableCell()] * 3
                if result is None
                else [
                    TableCell(result.difference, signed_text(result.difference, digits)),
                    TableCell(result.ci, interval_text(result.ci, digits)),
                    p_cell(result.p_adjusted, alpha),
                ]
            )
        rows.append(Row(label, tuple(cells)))
    heads = [*titles, "Mean", "Rank"]
    if family.references:
        heads += ["Diff.", f"{1 - alpha:.0%} CI", "p" if family.method.size == 1 else "p (max-t)"]
    left_out = sorted({label for c in comparisons for label in c.labels} - set(labels))
    units = {result.units for result in family}
    notes = [
        "Every corpus has the same weight; systems are exchanged within each"
        f" ({', '.join(f'{t}: {c.n} items' for t, c in zip(titles, comparisons, strict=True))}).",
        f"Rank: average over {ranks.corpora} corpora; by Nemenyi's test ranks differ"
        f" significantly from {ranks.critical_difference:.2f} on.",
    ]
    if family.results and max(units) < sum(c.n for c in comparisons):
        notes.append(
            "Items of one word, and items of different corpora that share a word, are not"
            f" independent and are exchanged together: {' or '.join(map(str, sorted(units)))}"
            " groups."
        )
    notes += _unasked(options)
    single = [label for label in labels if any(c.system(label).one_draw for c in comparisons)]
    if single and family.method.claim == "algorithm":
        notes.append(one_seed_note(single))
    if left_out:
        notes.append(f"Not in every corpus, so left out: {', '.join(left_out)}.")
    return ResultTable(
        columns=tuple(Column(title) for title in heads),
        rows=tuple(rows),
        caption=_caption(comparisons, family, titles, rows),
        notes=() if options.notes == "none" else tuple(notes),
        about=_about(comparisons, family, ranks.ranks, ranks.critical_difference),
        records=tuple(
            _record(c, t, label)
            for c, t in zip(comparisons, titles, strict=True)
            for label in labels
        ),
        label=options.label or "tab:across",
        wide=options.wide,
    )


def _score(value: float, bold: bool, digits: int) -> TableCell:
    return replace(number_cell(value, digits), bold=bold)


def _unasked(options: TableOptions) -> list[str]:
    """Say which options of a table the statement over corpora does not know."""
    asked = [
        f"{name} {value}"
        for name, value, usual in (
            ("test", options.test, (None, "permutation")),
            ("correction", options.correction, (None, "max-t")),
            ("interval", options.interval, ("score",)),
            ("margin", options.margin, (None,)),
        )
        if value not in usual
    ]
    if not asked:
        return []
    return [
        "Over corpora there is the permutation test corrected by max-t with its intervals, whatever"
        f" else is asked for ({', '.join(asked)})."
    ]


def _caption(
    comparisons: Sequence[Comparison], family: Any, titles: Sequence[str], rows: Sequence[Row]
) -> str:
    measure = comparisons[0].measure.title
    marks = {cell.mark for row in rows for cell in row.cells}
    meanings = [
        meaning
        for mark, meaning in (
            (BETTER, f"{BETTER} significantly better"),
            (WORSE, f"{WORSE} significantly worse"),
        )
        if mark in marks
    ]
    targets = sorted(set(family.references.values()))
    against = targets[0] if len(targets) == 1 else "the strongest other row"
    if len(targets) > 1 and family.method.baseline not in (None, "strongest"):
        against = f"{family.method.baseline} with the same retrieval"
    if len(targets) == 1 and family.method.selected:
        against += " (the strongest baseline)"
    test = f"{phrase_of_test(family.method)}, stratified by corpus"
    if family.method.withheld:
        tested = "Not tested."
    elif not family.references:
        tested = f"Means that share a letter do not differ significantly (all pairs; {test})."
    elif meanings:
        tested = f"{', '.join(meanings)} on average than {against} ({test})."
    else:
        tested = f"No row differs significantly on average from {against} ({test})."
    return (
        f"{measure} over {', '.join(titles)}, with mean and average rank. Highest in bold. {tested}"
    )


def _about(
    comparisons: Sequence[Comparison], family: Any, ranks: dict[str, float], critical: float
) -> dict[str, Any]:
    method = family.method
    return {
        "task": "+".join(dict.fromkeys(c.systems[0].first.task for c in comparisons)),
        "measure": comparisons[0].measure.name,
        "items": sum(c.n for c in comparisons),
        "test": method.test,
        "unit": method.unit,
        "claim": method.claim,
        "correction": method.correction,
        "family_size": method.size,
        "alpha": method.alpha,
        "average_ranks": ranks,
        "critical_difference": critical,
        "combined": {f"{result.first} - {result.second}": result.to_json() for result in family},
    }


def _record(comparison: Comparison, title: str, label: str) -> dict[str, Any]:
    system = comparison.system(label)
    scores = system.scores(comparison.measure, comparison.score_oov, comparison.ties)
    name = comparison.measure.name
    return {
        "label": label,
        "model": system.first.model,
        "task": system.first.task,
        "pair": system.first.facts.pair,
        "column": {"corpus": title},
        "n": comparison.n,
        "scores": {name: float(scores.mean())},
        "seeds": [
            {"seed": run.seed, "scores": {name: float(value)}}
            for run, value in zip(system.runs, scores, strict=True)
        ],
    }
