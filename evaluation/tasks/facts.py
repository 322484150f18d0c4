"""What is known of a system's answers beside the answers themselves."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from numbers import Integral
from types import UnionType
from typing import Any, Self, get_args, get_origin, get_type_hints

from clss.errors import InputError
from clss.space import BilingualSpace

#: Facts that count items, and so hold only for the items that they were counted on.
ITEM_COUNTS = frozenset(
    {
        "seed_lexicon_gold",
        "dev_overlap",
        "dev_shared_answers",
        "gold_duplicates",
        "items_without_context",
        "items_from_subwords",
    }
)

#: What an outcome takes over from the space that was asked.
INHERITED = (
    "parameters",
    "supervision",
    "deterministic",
    "corpus",
    "seed",
    "seed_lexicon_size",
    "runtime",
)


@dataclass(frozen=True, kw_only=True)
class Facts:
    """The facts that accompany an outcome; None is "not known", or "does not apply".

    Attributes
    ----------
    row : str
        The label of the row in the config, without its grid and its ways of asking.
    name : str
        The row's label without the values of its grid.
    grid : mapping
        The values of this cell of a grid.
    baseline : bool
        Whether the row is a declared baseline.
    pair : str
        The language pair, such as "es-en".
    corpus : str
        Fingerprint of the training corpus.
    parameters : mapping
        Of the model.
    seed : int
        Of the model.
    supervision : sequence of str
        What the model learned from: documents, sentences, lexicon, "pretrained (NAME, HASH)".
    deterministic : bool
        False if threads decide the last digits.
    runtime : str
        What computed a pretrained model's vectors: library, version, execution provider.
    processor : str
        The kind of processor that computed it, on which the last digits depend.
    similarity, retrieval, context : str
        How the space was asked; `context` with its parameters.
    context_parameters : mapping
        The parameters of the model of context by name.
    keep : int
        How many context words were kept; None is all of them.
    signature : str
        One line on how the answers came about, see :mod:`evaluation.tasks.signature`.
    seed_lexicon_size, seed_lexicon_gold : int
        Pairs of the model's seed lexicon, and how many gold items are among them.
    tuned : mapping
        Parameters of the model that were chosen on a development set.
    trials : int
        How many settings of the model were tried there.
    tuning : mapping
        What tuning the model of context found.
    tuned_on : str
        Fingerprint of the development set.
    dev_items, dev_overlap : int
        Its size, and how many test items are in it.
    dev_shared_answers : int
        How many right answers of the test items are right answers there too, if any.
    gold_duplicates : int
        Lines of the gold file that repeat an earlier one.
    items_without_context : int
        Items without a known context word, where a model of context has nothing to go by.
    items_from_subwords : int
        Items whose word or right answer has a vector made of its subwords only.
    longest_list, extra_items : int
        Of a foreign system's ranked lists: the most answers for an item, and lists about items
        that the gold standard does not have.
    other : mapping
        Whatever else somebody wants to remember.

    Examples
    --------
    >>> facts = Facts.from_json({"seed": 1, "pair": "es-en", "weather": "fine"})
    >>> facts.seed, facts.retrieval, dict(facts.other)
    (1, None, {'weather': 'fine'})
    >>> facts.to_json()
    {'pair': 'es-en', 'seed': 1, 'weather': 'fine'}
    """

    row: str | None = None
    name: str | None = None
    grid: Mapping[str, Any] | None = None
    baseline: bool | None = None
    pair: str | None = None
    corpus: str | None = None
    parameters: Mapping[str, Any] | None = None
    seed: int | None = None
    supervision: tuple[str, ...] | None = None
    deterministic: bool | None = None
    runtime: str | None = None
    processor: str | None = None
    similarity: str | None = None
    retrieval: str | None = None
    context: str | None = None
    context_parameters: Mapping[str, Any] | None = None
    keep: int | None = None
    signature: str | None = None
    seed_lexicon_size: int | None = None
    seed_lexicon_gold: int | None = None
    tuned: Mapping[str, Any] | None = None
    trials: int | None = None
    tuning: Mapping[str, Any] | None = None
    tuned_on: str | None = None
    dev_items: int | None = None
    dev_overlap: int | None = None
    dev_shared_answers: int | None = None
    gold_duplicates: int | None = None
    items_without_context: int | None = None
    items_from_subwords: int | None = None
    longest_list: int | None = None
    extra_items: int | None = None
    other: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """Read the metadata of an outcome, whoever wrote it."""
        named = {f.name for f in fields(cls)} - {"other"}
        known = {name: value for name, value in values.items() if name in named}
        for name, value in known.items():
            _check_fact(name, value)
        if known.get("supervision") is not None:
            known["supervision"] = tuple(known["supervision"])
        other = {name: value for name, value in values.items() if name not in named}
        return cls(**known, other=other)

    @classmethod
    def of_space(cls, space: BilingualSpace) -> Self:
        """Return what a space says about its making."""
        return cls.from_json({n: space.metadata[n] for n in INHERITED if n in space.metadata})

    def to_json(self) -> dict[str, Any]:
        """Return the facts that are known, as the metadata of an outcome."""
        values = {f.name: getattr(self, f.name) for f in fields(self) if f.name != "other"}
        known = {name: value for name, value in values.items() if value is not None}
        if self.context is not None:
            known["keep"] = self.keep  # here None says something: the whole context
        return {**known, **self.other}


def _check_fact(name: str, value: Any) -> None:
    """Refuse a fact of another type than its field declares: the file may be anybody's."""
    kind = _kinds()[name]
    fits = isinstance(value, kind) and not (kind is Integral and isinstance(value, bool))
    if fits and name == "supervision":
        fits = not isinstance(value, str) and all(isinstance(one, str) for one in value)
    if value is not None and not fits:
        raise InputError(f"{name} = {value!r:.80} among the facts of a row is of another type")


@cache
def _kinds() -> Mapping[str, type]:
    """Return of what type each fact is in JSON, as its field declares."""
    found = {}
    for name, declared in get_type_hints(Facts).items():
        # str | None, tuple[str, ...] | None, Mapping[str, Any]
        (one, *_) = get_args(declared) if isinstance(declared, UnionType) else (declared,)
        plain = get_origin(one) or one
        found[name] = {int: Integral, tuple: Collection}.get(plain, plain)
    return found
