"""What could make a comparison unfair, said beside its numbers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from statistics import fmean
from typing import Any

from evaluation.tables.numbers import span_text
from evaluation.tasks.outcome import Outcome
from evaluation.tasks.scores import Measure, score

SUPERVISION = ("documents", "sentences", "lexicon", "spelling")


def audit(outcomes: Sequence[Outcome], measure: Measure, oov: str = "error") -> list[str]:
    """Return notes on supervision, leaks, coverage and ways of asking.

    Parameters
    ----------
    outcomes : sequence of Outcome
        Those of the table, on the same items; outcomes of one label are the seeds of one row.
    measure : Measure
        What the table tests.
    oov : str
        How scores treat uncovered items.
    """
    seeds: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        seeds.setdefault(outcome.label, []).append(outcome)
    rows = list(seeds.values())
    firsts = [runs[0] for runs in rows]
    notes = [
        *_supervision(firsts),
        *_pretrained(firsts),
        *_not_repeatable(firsts),
        *_processors(outcomes),
        *_asked_differently(rows),
        *_seed_lexicons(rows),
        *_identical_strings(firsts[0]),
        *_coverage(rows),
        *_subwords(firsts),
        *_without_context(firsts),
        *_ties(rows, measure, oov),
        *_tuning(firsts),
        *_foreign_lists(firsts),
    ]
    duplicates = max((o.facts.gold_duplicates or 0 for o in outcomes), default=0)
    if duplicates:
        notes.append(f"Gold: {duplicates} lines repeat an earlier pair and count once.")
    return notes


def listed(labels: Collection[str]) -> str:
    """Join the labels of rows so that one can tell them apart.

    Examples
    --------
    >>> listed(["LSA", "BMu"]), listed(["LSA, nn", "LSA, csls"])
    ('LSA, BMu', 'LSA, nn / LSA, csls')
    """
    return _between(labels).join(labels)


def _between(labels: Iterable[str]) -> str:
    """Return what separates labels: those of a grid have commas themselves."""
    return " / " if any("," in label for label in labels) else ", "


def _listing(parts: Iterable[tuple[str, str]]) -> str:
    """Join labels with the same value: 'A, B: documents; C: lexicon'."""
    groups: dict[str, list[str]] = {}
    for label, value in parts:
        groups.setdefault(value, []).append(label)
    between = _between(label for group in groups.values() for label in group)
    return "; ".join(f"{between.join(labels)}: {value}" for value, labels in groups.items())


def _supervision(outcomes: Sequence[Outcome]) -> list[str]:
    def words(outcome: Outcome) -> str:
        given = outcome.facts.supervision
        if given is None:
            return "not stated"
        known = [name for name in SUPERVISION if name in given]
        return " + ".join(known + sorted(set(given) - set(known))) or "none"

    rows = [(outcome.label, words(outcome)) for outcome in outcomes]
    if all(value == "not stated" for _, value in rows):
        return []
    values = {value for _, value in rows}
    if len(values) == 1:
        return [f"Supervision of every row: {values.pop()}."]
    return [f"Supervision differs: {_listing(rows)}."]


def _pretrained(outcomes: Sequence[Outcome]) -> list[str]:
    """Name the rows whose vectors were trained on data that the others have not seen."""
    rows = [
        outcome.label
        for outcome in outcomes
        if any(name.startswith("pretrained") for name in outcome.facts.supervision or ())
    ]
    if not rows:
        return []
    return [
        f"Pretrained elsewhere: {' / '.join(rows)}. Such a row has seen other data, which may hold"
        " the test items and their translations; its difference to the others is one of data, not"
        " of models alone."
    ]


def _not_repeatable(outcomes: Sequence[Outcome]) -> list[str]:
    rows = [o.label for o in outcomes if o.facts.deterministic is False]
    if not rows:
        return []
    return [
        f"Trained with threads whose order matters, so not repeatable to the last digit even "
        f"with the same seed: {' / '.join(rows)}."
    ]


def _processors(outcomes: Sequence[Outcome]) -> list[str]:
    """Say that rounding plays a part where rows come from several kinds of processor."""
    kinds = {kind for o in outcomes for kind in (o.facts.processor or "").split("+") if kind}
    if len(kinds) < 2:
        return []
    return [
        f"Computed on several kinds of processor ({', '.join(sorted(kinds))}), which round"
        " otherwise: with one seed that alone moves Acc@1 on a few hundred items by hundredths."
    ]


def by_seed(runs: Sequence[Outcome], fact: str) -> str:
    """Return a fact about a row; where its seeds differ in it, that of each.

    Examples
    --------
    >>> from evaluation.tasks.outcome import Item
    >>> items = [Item("casa", "ranked", 1, 1)]
    >>> runs = [Outcome("A", items, metadata={"seed": seed, "context": f"add(weight={weight})"})
    ...         for seed, weight in ((1, 0.8), (2, 0.6), (3, 0.8))]
    >>> by_seed(runs, "context")
    'add(weight=0.8) with seeds 1 and 3, add(weight=0.6) with seed 2'
    """
    found: dict[str, list[str]] = {}
    for run in runs:
        found.setdefault(str(getattr(run.facts, fact) or "not stated"), []).append(str(run.seed))
    if len(found) == 1:
        return next(iter(found))
    return ", ".join(f"{value} with {_seeds(seeds)}" for value, seeds in found.items())


def _seeds(seeds: Sequence[str]) -> str:
    if len(seeds) == 1:
        return f"seed {seeds[0]}"
    return f"seeds {', '.join(seeds[:-1])} and {seeds[-1]}"


def _asked_differently(rows: Sequence[Sequence[Outcome]]) -> list[str]:
    notes = []
    for name in ("retrieval", "context"):
        ways: dict[str, list[str]] = {}
        for runs in rows:
            ways.setdefault(runs[0].facts.row or runs[0].label, []).append(by_seed(runs, name))
        # a row that is asked in every way is not favoured over another one that is
        asked = [(row, " and ".join(dict.fromkeys(values))) for row, values in ways.items()]
        if len({value for _, value in asked}) > 1:
            said = f"Rows differ in {name}, not only in what they learned"
            notes.append(f"{said}: {_listing(asked)}.")
    return notes


def _seed_lexicons(rows: Sequence[Sequence[Outcome]]) -> list[str]:
    """Tell a lexicon that the user gave, which may leak, from one that the model found."""
    given: list[tuple[str, str]] = []
    found: list[tuple[str, str]] = []
    for runs in rows:
        gold = [run.facts.seed_lexicon_gold or 0 for run in runs]
        if not any(gold):
            continue
        sizes = [run.facts.seed_lexicon_size for run in runs]
        known = [size for size in sizes if size is not None]
        of = f" among its {span_text(known)}" if known else ""
        held = (runs[0].label, f"{span_text(gold)} of {len(runs[0])} gold items{of}")
        (given if "lexicon" in (runs[0].facts.supervision or ()) else found).append(held)
    notes = []
    if given:
        notes.append(
            "Gold pairs in the seed lexicon that the model was given, so known beforehand:"
            f" {_listing(given)}."
        )
    if found:
        notes.append(
            "Gold pairs in the seed lexicon that the model found by itself, without seeing the"
            f" gold: {_listing(found)}."
        )
    return notes


def _identical_strings(outcome: Outcome) -> list[str]:
    asked = [item for item in outcome if item.gold]
    same = sum(item.word in item.gold for item in asked)
    if not same:
        return []
    return [
        f"Gold: the right answer is the source word itself in {same} of {len(asked)} items"
        f" ({same / len(asked):.1%}); copying the word would score that."
    ]


def _coverage(rows: Sequence[Sequence[Outcome]]) -> list[str]:
    counts = [(runs[0].label, [int(run.covered.sum()) for run in runs]) for runs in rows]
    n = len(rows[0][0])
    if all(count == n for _, some in counts for count in some):
        return []
    return [f"Coverage: {_listing((label, f'{span_text(some)}/{n}') for label, some in counts)}."]


def _subwords(outcomes: Sequence[Outcome]) -> list[str]:
    n = len(outcomes[0])
    rows = [
        (o.label, f"{o.facts.items_from_subwords} of {n} items")
        for o in outcomes
        if o.facts.items_from_subwords
    ]
    if not rows:
        return []
    return [
        "Words that the model does not know, or such answers, by a vector made of their subwords:"
        f" {_listing(rows)}."
    ]


def _without_context(outcomes: Sequence[Outcome]) -> list[str]:
    n = len(outcomes[0])
    rows = [
        (o.label, f"{o.facts.items_without_context} of {n} items")
        for o in outcomes
        if o.facts.items_without_context
    ]
    if not rows:
        return []
    said = "Items of whose context no word is known, so that the word alone decides"
    return [f"{said}: {_listing(rows)}."]


def _ties(rows: Sequence[Sequence[Outcome]], measure: Measure, oov: str) -> list[str]:
    """Say how low and how high a score may be, depending on how ties are ranked."""
    policy = "skip" if oov == "skip" else "error"
    found = []
    for runs in rows:
        low, high = (
            fmean(score(run, measure, oov=policy, ties=ties) for run in runs)
            for ties in ("pessimistic", "optimistic")
        )
        if high > low:
            found.append(f"{runs[0].label} {low:.3f} to {high:.3f}")
    if not found:
        return []
    return [f"Equal scores leave {measure.title} open within these bounds: {'; '.join(found)}."]


def _tuning(outcomes: Sequence[Outcome]) -> list[str]:
    notes = _trials(outcomes)
    rows = [(o.label, o.facts.dev_overlap) for o in outcomes if o.facts.dev_overlap is not None]
    if not rows:
        return notes
    if not any(shared for _, shared in rows):
        answers = max(o.facts.dev_shared_answers or 0 for o in outcomes)
        common = f", but {answers} right answers are right in both" if answers else ""
        return [*notes, f"Tuning: the development and the test set share no item{common}."]
    shared = _listing((label, f"{count} items") for label, count in rows if count)
    return [*notes, f"Tuning: test items that were also used for tuning, {shared}."]


def _trials(outcomes: Sequence[Outcome]) -> list[str]:
    """Say how many settings each model was tried with, and which were chosen."""
    rows = {o.facts.row or o.label: o.facts for o in outcomes}
    tried = {label: facts.trials for label, facts in rows.items() if facts.trials}
    if not tried:
        return []
    counts = set(tried.values())
    if len(counts) == 1:
        said = f"Trials on the development set: {counts.pop()} for every model that was tuned"
    else:
        said = "Trials on the development set: " + _listing(
            (label, str(count)) for label, count in tried.items()
        )
    notes = [f"{said}; in the ways in which its row is asked, by mean Acc@1."]
    if rest := [label for label in rows if label not in tried]:
        notes.append(f"Not tuned, with less of a chance therefore: {listed(rest)}.")
    chosen = [f"{label} {parameters_text(rows[label].tuned or {})}" for label in tried]
    return [*notes, f"Chosen there: {'; '.join(chosen)}."]


def parameters_text(values: Mapping[str, Any]) -> str:
    """Write parameters as in a call; a model within by its name and its own."""
    parts = []
    for name, value in values.items():
        if isinstance(value, Mapping):
            inner = {key: one for key, one in value.items() if key != "model"}
            value = f"{value['model']}({parameters_text(inner)})" if inner else value["model"]
        parts.append(f"{name}={value}")
    return ", ".join(parts) or "nothing to choose"


def _foreign_lists(outcomes: Sequence[Outcome]) -> list[str]:
    notes = []
    cut = [
        (o.label, f"{o.facts.longest_list} answers")
        for o in outcomes
        if o.facts.longest_list is not None
    ]
    if cut:
        notes.append(
            f"Ranked lists, as given, hold at most: {_listing(cut)}; a right answer beyond"
            " counts as wrong, also in MRR."
        )
    extra = [(o.label, str(o.facts.extra_items)) for o in outcomes if o.facts.extra_items]
    if extra:
        notes.append(f"Ranked lists about items that the gold does not ask: {_listing(extra)}.")
    return notes
