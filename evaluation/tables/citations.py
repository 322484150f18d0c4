"""What to cite for a row and for the tests of a table: models, similarities … say it themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from clss.context import CONTEXTS
from clss.errors import ClssError
from clss.model import MODELS, model_from_spec
from clss.registry import Named, Registry
from clss.retrieval import RETRIEVALS
from clss.similarity import SIMILARITIES
from evaluation.stats.pairs import Family
from evaluation.tasks.outcome import Outcome

#: What to cite for a test; for what it is combined with; for an interval.
TESTS: Mapping[str, tuple[str, ...]] = {
    "permutation": ("westfall1993resampling",),
    "exact": ("mcnemar1947note",),
    "midp": ("mcnemar1947note", "fagerland2013mcnemar"),
    "chi2": ("mcnemar1947note",),
    "chi2-corrected": ("mcnemar1947note", "edwards1948note"),
}
CORRECTIONS: Mapping[str, tuple[str, ...]] = {
    "max-t": ("westfall1993resampling",),
    "step-down": ("westfall1993resampling", "romano2005stepwise"),
    "holm": ("holm1979simple",),
    "bh": ("benjamini1995controlling",),
    "none": (),
}
NEW_SEEDS = ("krishnamoorthy2007parametric",)
SCORE_INTERVAL = ("tango1998equivalence",)
BOOTSTRAP = ("efron1993introduction",)
EQUIVALENCE = ("schuirmann1987comparison",)
LETTERS = ("piepho2004algorithm",)

T = TypeVar("T", bound=Named)


def of_model(outcome: Outcome) -> tuple[str, ...]:
    """Return what to cite for the model of a row, with the models that it builds on.

    Nothing for a model that is not installed here.
    """
    cls = _class(MODELS, outcome.model)
    if cls is None:
        return ()
    try:
        spec = {"model": outcome.model, "parameters": outcome.facts.parameters or {}}
        return model_from_spec(spec).all_citations()
    except (ClssError, TypeError):  # parameters of another version, a part that is not installed
        return cls.citations


def of_asking(outcome: Outcome) -> list[tuple[str, tuple[str, ...]]]:
    """Return how the space of a row was asked: similarity, retrieval, context, and their works."""
    facts = outcome.facts
    return [
        (name, _declared(registry, name))
        for registry, name in (
            (SIMILARITIES, facts.similarity),
            (RETRIEVALS, facts.retrieval),
            (CONTEXTS, facts.context),
        )
        if name
    ]


def of_tests(family: Family) -> tuple[str, ...]:
    """Return what to cite for the tests of a table."""
    method = family.method
    found = [*TESTS[method.test]]
    if family.results and all(result.is_mcnemar for result in family):
        found = [*TESTS["exact" if method.test == "permutation" else method.test]]
    if method.size != 1:
        found += CORRECTIONS[method.correction]
    if method.claim == "algorithm":
        found += NEW_SEEDS
    if method.margin is not None:
        found += EQUIVALENCE
    if not family.references:  # all pairs, marked by letters
        found += LETTERS
    return tuple(dict.fromkeys(found))


def of_intervals(family: Family) -> tuple[str, ...]:
    """Return what to cite for the intervals beside the differences."""
    if family.method.interval == "bootstrap":
        return BOOTSTRAP
    return SCORE_INTERVAL if any(result.is_mcnemar for result in family) else ()


def _class(registry: Registry[T], name: str) -> type[T] | None:
    """Return the class of that name, None where it is not known here or cannot be imported."""
    if name not in registry.names():
        return None
    try:
        return registry.get(name)
    except ClssError:
        return None


def _declared(registry: Registry[Any], text: str) -> tuple[str, ...]:
    """Return the citations of a class whose name may have parameters behind it."""
    cls = _class(registry, text.partition("(")[0])
    return () if cls is None else cls.citations
