"""The methods paragraph of a paper: what was compared, on what, and how it was tested."""

from __future__ import annotations

import platform
from collections.abc import Collection, Iterable, Mapping, Sequence
from importlib.metadata import version
from typing import Any

from clss._version import __version__
from clss.errors import ClssError
from clss.model import model_from_spec
from evaluation.stats.comparison import Comparison
from evaluation.stats.pairs import Family
from evaluation.tables import citations
from evaluation.tables.audit import by_seed
from evaluation.tables.bibliography import Bibliography
from evaluation.tables.caption import phrase_of_test
from evaluation.tables.notes import claim_notes, interval_notes
from evaluation.tables.options import TableOptions
from evaluation.tables.render.latex_escape import escape_latex
from evaluation.tasks.outcome import Outcome

PACKAGES = ("numpy", "scipy", "statsmodels")
#: Parameters that do not change what is learned.
SILENT = ("checkpoint", "checkpoint_every", "seed")


def methods_paragraph(
    tasks: Sequence[tuple[str, Sequence[Outcome]]],
    options: TableOptions,
    corpora: Sequence[str] = (),
) -> str:
    """Return LaTeX text, ready to paste, followed by the BibTeX of what it cites.

    Parameters
    ----------
    tasks : sequence of (str, sequence of Outcome)
        Per task and language pair, all outcomes.
    options : TableOptions
        How they are compared.
    corpora : sequence of str
        A phrase per training corpus.
    """
    outcomes = [outcome for _, some in tasks for outcome in some]
    comparisons = [options.compare(some) for _, some in tasks]
    families = [
        one.tests(options.baseline, options.test, options.correction, options.baselines)
        for one in comparisons
    ]
    works = Bibliography()
    sentences = [
        *(f"Models were trained on {escape_latex(corpus)}." for corpus in corpora),
        *_items(tasks),
        *_models(tasks, works),
        *_pretrained(outcomes),
        *_tuning(outcomes),
        *_seeds(outcomes),
        *_tests(families, options, works),
        *_claims(comparisons, families),
        f"All figures were computed with clss {__version__} ({_software()}).",
    ]
    return " ".join(sentences) + "\n\n" + works.bibtex() + "\n"


def _items(tasks: Sequence[tuple[str, Sequence[Outcome]]]) -> Iterable[str]:
    for name, outcomes in tasks:
        first = outcomes[0]
        words = len({item.word for item in first})
        clustered = f" of {words} words" if words < len(first) else ""
        pair = f" ({first.facts.pair})" if first.facts.pair else ""
        yield escape_latex(
            f"{name.upper()}{pair} has {len(first)} test items{clustered}; an item that a model"
            " does not cover counts as wrong."
        )


def _models(tasks: Sequence[tuple[str, Sequence[Outcome]]], works: Bibliography) -> Iterable[str]:
    rows: dict[str, dict[str, list[Outcome]]] = {}
    for name, outcomes in tasks:
        for outcome in outcomes:
            title = f"{name.upper()} {outcome.facts.pair or ''}".rstrip()
            rows.setdefault(outcome.label, {}).setdefault(title, []).append(outcome)
    phrases = []
    for label, runs in rows.items():
        outcome = next(iter(runs.values()))[0]
        text = escape_latex(f"{label} ({outcome.model or 'given answers'}")
        text += works.cite(citations.of_model(outcome))
        idle = idle_parameters(outcome)
        values = {k: v for k, v in (outcome.facts.parameters or {}).items() if k not in idle}
        given = escape_latex(_parameters(values))
        details = "; ".join(part for part in (given, ", ".join(_asked(runs, works))) if part)
        phrases.append(text + (f": {details})" if details else ")"))
    yield f"We compare {'; '.join(phrases)}."


def _asked(runs: Mapping[str, Sequence[Outcome]], works: Bibliography) -> Iterable[str]:
    """Say how a row's spaces were asked; where tasks, pairs or seeds differ in it, how each was."""
    for fact in ("similarity", "retrieval", "context"):
        said: dict[str, list[str]] = {}
        keys: dict[str, None] = {}
        for title, seeds in runs.items():
            known = [run for run in seeds if getattr(run.facts, fact)]
            if known:
                said.setdefault(by_seed(known, fact), []).append(title)
            for run in known:
                keys |= dict.fromkeys(dict(citations.of_asking(run))[getattr(run.facts, fact)])
        if said:
            ways = [f"{way} ({', '.join(titles)})" for way, titles in said.items()]
            text = ", ".join(ways) if len(said) > 1 else next(iter(said))
            yield escape_latex(text) + works.cite(tuple(keys))


def idle_parameters(outcome: Outcome) -> Collection[str]:
    """Return the parameters of a row that do nothing beside its others.

    None for a model that is not installed here, or whose parameters were those of another version.
    """
    spec = {"model": outcome.model, "parameters": outcome.facts.parameters or {}}
    try:
        return model_from_spec(spec).idle_parameters().keys()
    except (ClssError, TypeError):
        return ()


def _pretrained(outcomes: Sequence[Outcome]) -> Iterable[str]:
    """Name the models that were not trained on the corpus."""
    rows: dict[str, str] = {}
    for outcome in outcomes:
        for name in outcome.facts.supervision or ():
            if name.startswith("pretrained"):
                rows.setdefault(outcome.facts.row or outcome.label, name)
    if rows:
        listed = "; ".join(f"{label}, {name}" for label, name in rows.items())
        yield escape_latex(f"Not trained on it but elsewhere, on other data: {listed}.")


def _parameters(values: Mapping[str, Any]) -> str:
    shown = {
        name: value
        for name, value in values.items()
        if name not in SILENT
        and isinstance(value, str | int | float)
        and value is not False
        and value != ""
    }
    return ", ".join(f"{name} {value}" for name, value in shown.items())


def _tuning(outcomes: Sequence[Outcome]) -> Iterable[str]:
    tuned = {o.label: o for o in outcomes if o.facts.tuned or o.facts.tuning}
    if not tuned:
        yield "No parameter was tuned on items of these tasks."
        return
    parts = []
    for label, outcome in tuned.items():
        chosen = outcome.facts.tuned or {}
        values = ", ".join(f"{k} {v}" for k, v in chosen.items()) or "the use of context"
        parts.append(f"{label}: {values}")
    facts = (outcome.facts for outcome in tuned.values())
    sets = sorted({(f.dev_items, f.tuned_on or "") for f in facts if f.dev_items})
    sizes = [f"{n} items" + (f" (fingerprint {dev[:12]})" if dev else "") for n, dev in sets]
    items = f" of {' or '.join(sizes)}" if sizes else ""
    shared = max((o.facts.dev_overlap or 0 for o in tuned.values()), default=0)
    apart = "shares no item with the test set" if not shared else f"shares {shared} test items"
    yield escape_latex(f"Chosen on a development set{items} that {apart}: {'; '.join(parts)}.")


def _seeds(outcomes: Sequence[Outcome]) -> Iterable[str]:
    runs: dict[str, set[int | None]] = {}
    for outcome in outcomes:
        name = outcome.facts.row or outcome.label
        runs.setdefault(name, set()).add(outcome.seed)
    several = {name: len(seeds) for name, seeds in runs.items() if len(seeds) > 1}
    if several:
        listed = "; ".join(f"{name}: {count} seeds" for name, count in several.items())
        yield escape_latex(f"Scores are means over seeds where there are several ({listed}).")


def _tests(families: Sequence[Family], options: TableOptions, works: Bibliography) -> Iterable[str]:
    tested = [family for family in families if family.results]
    if not tested:
        return
    phrases = dict.fromkeys(
        escape_latex(phrase_of_test(family.method)) + works.cite(citations.of_tests(family))
        for family in tested
    )
    against = "all pairs of rows" if options.baseline is None else "each row against "
    if options.baseline == "strongest":
        against += "the strongest other row or baseline, which the correction takes into account"
    elif options.baseline is not None:
        against += options.baseline
    yield f"We test {escape_latex(against)}: {'; '.join(phrases)}."
    yield from dict.fromkeys(
        escape_latex(note).removesuffix(".") + works.cite(citations.of_intervals(family)) + "."
        for family in tested
        for note in interval_notes(family)[:1]
    )


def _claims(comparisons: Sequence[Comparison], families: Sequence[Family]) -> Iterable[str]:
    """Say what tests with new seeds are about."""
    systems = [
        system
        for comparison, family in zip(comparisons, families, strict=True)
        if family.method.claim == "algorithm" and any(result.has_interval for result in family)
        for system in comparison.systems
    ]
    if systems:
        yield from map(escape_latex, claim_notes(systems))


def _software() -> str:
    packages = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    return f"Python {platform.python_version()}, {packages}"
