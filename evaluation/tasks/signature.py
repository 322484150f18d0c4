"""One line that says exactly how a number came about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from clss._version import __version__
from clss.persistence import to_json
from evaluation.tasks.outcome import Outcome


def signature(outcome: Outcome, oov: str = "error", ties: str = "pessimistic") -> str:
    """Return the signature of a score of this outcome.

    Parameters
    ----------
    outcome : Outcome
        A ``signature`` in its metadata is kept, apart from the policies, which belong to the
        score and not to the answers.
    oov, ties : str
        How the score treats uncovered items and ties.

    Examples
    --------
    >>> from evaluation.tasks.outcome import Item
    >>> outcome = Outcome("toy", [Item("casa", "oov", gold=("house",))], model="bwesg",
    ...                   metadata={"pair": "es-en", "parameters": {"dim": 40}, "seed": 1})
    >>> signature(outcome)
    'task:ble|pair:es-en|gold:fa30e7c6|model:bwesg(dim=40)|oov:error|ties:pessimistic|seed:1|v:0.2'
    """
    return row_signature([outcome], oov, ties)


def row_signature(runs: Sequence[Outcome], oov: str = "error", ties: str = "pessimistic") -> str:
    """Return the signature of the average of runs with several seeds.

    What differs between the runs is named for each, in their order.

    Examples
    --------
    >>> from evaluation.tasks.outcome import Item
    >>> items = [Item("casa", "oov", gold=("house",))]
    >>> row_signature([Outcome("toy", items, model="lda", metadata={"seed": s}) for s in (1, 2)])
    'task:ble|gold:fa30e7c6|model:lda()|oov:error|ties:pessimistic|seed:1;2|v:0.2'
    """
    found: dict[str, list[str]] = {}
    for run in runs:
        for name, value in _fields(run, {"oov": oov, "ties": ties}).items():
            found.setdefault(name, []).append(value)
    return "|".join(
        f"{name}:{values[0] if len(set(values)) == 1 else ';'.join(values)}"
        for name, values in found.items()
    )


def _fields(outcome: Outcome, policies: Mapping[str, str]) -> dict[str, str]:
    facts = outcome.facts
    if facts.signature:
        parts = dict(part.partition(":")[::2] for part in facts.signature.split("|"))
        return {**parts, **policies}
    fields = {
        "task": outcome.task,
        "pair": facts.pair,
        "gold": outcome.item_fingerprint[:8],
        "corpus": (facts.corpus or "")[:8],
        "model": outcome.model and f"{outcome.model}({_arguments(facts.parameters)})",
        "runtime": facts.runtime,
        "sim": facts.similarity,
        "retrieval": facts.retrieval,
        "context": facts.context,
        **policies,
        "seed": outcome.seed,
        "cpu": facts.processor,
        "v": ".".join(__version__.split(".")[:2]),
    }
    return {name: _plain(value) for name, value in fields.items() if value not in (None, "")}


def _arguments(parameters: Mapping[str, Any] | None) -> str:
    given = sorted((parameters or {}).items())
    # the seed has its own place; threads stay, since skip-gram learns otherwise with another number
    return ",".join(f"{k}={_plain(v)}" for k, v in given if k != "seed")


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else to_json(value)
