"""What one system answered on one task, item by item; every score is computed from this."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from html import escape
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from clss.errors import InputError, unknown_name
from clss.packing import output_file
from clss.persistence import digest, intact, parse_json, to_json
from clss.textfile import read_lines
from evaluation.tasks.facts import ITEM_COUNTS, Facts

STATUSES = ("ranked", "missed", "oov", "unanswered")
TIES = ("pessimistic", "optimistic")
if TYPE_CHECKING:
    import pandas

FORMAT = "clss-outcome"
VERSION = 1


@dataclass(frozen=True, slots=True)
class Item:
    """How a system did on one gold item.

    Parameters
    ----------
    key : str
        What names the item within its task: the source word in lexicon extraction.
    status : str
        ``"ranked"``: the right answer has a rank. ``"missed"``: the system answered, but the
        right answer is not in its (cut) list or has no valid score. ``"oov"``: the source word
        or every right answer is out of vocabulary. ``"unanswered"``: the system gave nothing.
    pessimistic, optimistic : int, optional
        Rank of the best right answer, from 1, where ties are lost, and where they are won.
    gold : tuple of str
        The right answers.
    answers : tuple of str
        The first answers, best first.
    ties : int
        How many wrong candidates scored exactly as much as the right answer.
    candidates : int, optional
        How many candidates there were (the senses, in translation in context).
    cluster : str, optional
        What the item shares with others that are not independent of it: the noun of a sentence.
    frequency : int, optional
        Count of the source word in the training corpus, 0 if out of vocabulary.
    order : int, optional
        Where there are no counts: the place of the source word in the vocabulary, from 1.
    """

    key: str
    status: str
    pessimistic: int | None = None
    optimistic: int | None = None
    gold: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    ties: int = 0
    candidates: int | None = None
    cluster: str | None = None
    frequency: int | None = None
    order: int | None = None

    def __post_init__(self) -> None:
        if self.status not in STATUSES:
            raise unknown_name(f"status of item {self.key!r}", self.status, STATUSES)
        pessimistic, optimistic = self.pessimistic, self.optimistic
        if self.status != "ranked":
            if (pessimistic, optimistic) != (None, None):
                raise InputError(f"item {self.key!r} has a rank but is {self.status}")
        elif pessimistic is None or optimistic is None or not 1 <= optimistic <= pessimistic:
            raise InputError(f"item {self.key!r}: expected 1 <= optimistic <= pessimistic rank")

    @property
    def covered(self) -> bool:
        """Whether the system had anything to say on this item."""
        return self.status in ("ranked", "missed")

    @property
    def won_by_default(self) -> bool:
        """Whether, of a word in context, no candidate but the right answer is in vocabulary."""
        several = self.candidates is not None and self.candidates > 1
        alone = len(self.answers) == 1 and self.answers[0] in self.gold
        return self.cluster is not None and several and self.pessimistic == 1 and alone

    @property
    def word(self) -> str:
        """The source word: the cluster where items are sentences of a word, else the key."""
        return self.key if self.cluster is None else self.cluster


@dataclass(frozen=True, eq=False, init=False, repr=False)
class Outcome:
    """One system on one task: the rank of the right answer for every gold item.

    Out-of-vocabulary and unanswered items stay in, so denominators are full by construction.

    Parameters
    ----------
    label : str
        The row of a table that this belongs to. Outcomes of one label are its seeds.
    items : iterable of Item
        In the order of the gold file; keys are distinct.
    task : str
        ``"ble"``, ``"swtc"`` or another task's name.
    model : str
        The registered name of the model, if any.
    metadata : mapping
        Anything with a JSON form; what tables and audits look for is in
        :class:`~evaluation.tasks.facts.Facts`.

    Examples
    --------
    >>> outcome = Outcome("toy", [Item("casa", "ranked", 1, 1, gold=("house",)),
    ...                           Item("reina", "oov", gold=("queen",))])
    >>> outcome.correct().tolist(), len(outcome)
    ([True, False], 2)
    """

    label: str
    items: tuple[Item, ...]
    task: str
    model: str
    metadata: Mapping[str, Any]

    def __init__(
        self,
        label: str,
        items: Iterable[Item],
        task: str = "ble",
        model: str = "",
        metadata: Mapping[str, Any] | None = None,
    ) -> None:
        try:
            # through JSON: what cannot be saved fails here, and nobody else holds the copy
            plain = json.loads(to_json(dict(metadata or {})))
        except (TypeError, ValueError) as error:
            raise InputError(f"the metadata of {label!r} has no JSON form ({error})") from error
        values = {"label": label, "items": tuple(items), "task": task, "model": model}
        for name, value in {**values, "metadata": plain}.items():
            object.__setattr__(self, name, value)
        seen: set[str] = set()
        for item in self.items:
            if item.key in seen:
                raise InputError(f"the item {item.key!r} stands twice in the outcome of {label!r}")
            seen.add(item.key)
        if not self.items:
            raise InputError(f"the outcome of {label!r} has no items")

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[Item]:
        return iter(self.items)

    def __getitem__(self, key: str) -> Item:
        return self._by_key[key]

    def __contains__(self, key: object) -> bool:
        return key in self._by_key

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Outcome):
            return NotImplemented
        return self._header() == other._header() and self.items == other.items

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    def __repr__(self) -> str:
        return f"Outcome({self.label!r}, task={self.task!r}, {len(self)} items)"

    def to_frame(self) -> pandas.DataFrame:
        """Return a data frame with a line for every item."""
        import pandas

        return pandas.DataFrame([asdict(item) for item in self.items])

    def _repr_html_(self) -> str:
        """Show scores and the first items in a notebook; data never becomes markup."""
        shown = self.to_frame()[["key", "gold", "status", "pessimistic", "answers"]].head(10)
        found = f"{int(self.correct().sum())} of {len(self)} right at rank 1"
        return f"<p>{escape(self.label)} ({escape(self.task)}): {found}</p>{shown.to_html()}"

    @cached_property
    def _by_key(self) -> dict[str, Item]:
        return {item.key: item for item in self.items}

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the items, in order."""
        return tuple(self._by_key)

    @cached_property
    def facts(self) -> Facts:
        """The metadata by name."""
        return Facts.from_json(self.metadata)

    @property
    def seed(self) -> int | None:
        """The seed of the model, if it has one."""
        return self.facts.seed

    @cached_property
    def item_fingerprint(self) -> str:
        """The hash of the questions and their right answers, whatever their order."""
        return digest(to_json(sorted([item.key, sorted(item.gold)] for item in self.items)))

    @cached_property
    def fingerprint(self) -> str:
        """The hash of everything."""
        return digest(to_json([self._header(), [asdict(item) for item in self.items]]))

    def ranks(self, ties: str = "pessimistic") -> np.ndarray:
        """Return the rank of the right answer per item, infinite where there is none."""
        if ties not in TIES:
            raise InputError(f"ties must be pessimistic or optimistic, not {ties!r}")
        found = (getattr(item, ties) for item in self.items)
        return np.array([np.inf if rank is None else rank for rank in found], dtype=np.float64)

    def correct(self, k: int = 1, ties: str = "pessimistic") -> np.ndarray:
        """Return per gold item whether a right answer is among the first `k`."""
        if k < 1:
            raise InputError(f"k must be at least 1, not {k}")
        return self.ranks(ties) <= k

    @property
    def covered(self) -> np.ndarray:
        """Per gold item, whether the system had anything to say."""
        return np.array([item.covered for item in self.items], dtype=bool)

    def relabelled(self, label: str | None = None, **metadata: Any) -> Outcome:
        """Return the same answers under another label and with more metadata."""
        merged = {**self.metadata, **metadata}
        return Outcome(
            self.label if label is None else label, self.items, self.task, self.model, merged
        )

    def restricted(self, keep: Callable[[Item], bool]) -> Outcome:
        """Return the part of the items for which `keep` is true.

        Counts over all items that the metadata holds are left out: they are not true of a part.
        """
        items = [item for item in self.items if keep(item)]
        metadata = {key: value for key, value in self.metadata.items() if key not in ITEM_COUNTS}
        return Outcome(self.label, items, self.task, self.model, metadata)

    def ordered(self, keys: Iterable[str]) -> Outcome:
        """Return the same answers to these of the items, in this order."""
        other = object.__new__(Outcome)
        vars(other).update(self._header(), items=tuple(self._by_key[key] for key in keys))
        return other

    def with_frequencies(self, counts: Mapping[str, int]) -> Outcome:
        """Return the same answers with the source words' counts filled in."""
        items = [replace(item, frequency=int(counts.get(item.word, 0))) for item in self.items]
        return Outcome(self.label, items, self.task, self.model, self.metadata)

    def _header(self) -> dict[str, Any]:
        return {
            "label": self.label,
            "task": self.task,
            "model": self.model,
            "metadata": dict(self.metadata),
        }

    def save(self, path: str | PathLike[str]) -> None:
        """Write as JSON lines: a header, then one line per item."""
        header = {"format": FORMAT, "version": VERSION, "n": len(self), **self._header()}
        with output_file(path) as stream:
            stream.write(to_json(header | {"items": self.item_fingerprint}) + "\n")
            for item in self.items:
                fields = {
                    name: value for name, value in asdict(item).items() if value not in (None, ())
                }
                stream.write(to_json(fields) + "\n")

    @classmethod
    def load(
        cls,
        path: str | PathLike[str],
        label: str | None = None,
        model: str | None = None,
        metadata: Mapping[str, Any] | None = None,
    ) -> Outcome:
        """Read what :meth:`save` wrote; a damaged or shortened file is an error.

        Parameters
        ----------
        path : path
        label, model : str, optional
            In place of those that were saved.
        metadata : mapping, optional
            Added to what was saved, or in place of it.
        """
        header: dict[str, Any] = {}
        items = []
        for number, line in enumerate(read_lines(path), 1):
            try:
                fields = parse_json(line, path, number)
                if not isinstance(fields, dict):
                    raise TypeError("a line is not an object")
                if number == 1:
                    header = fields
                    if header.get("format") != FORMAT:
                        raise InputError("is not a saved outcome", path, 1)
                    if header.get("version") != VERSION:
                        raise InputError("is an outcome of another version of clss", path, 1)
                else:
                    lists = {n: tuple(fields[n]) for n in ("gold", "answers") if n in fields}
                    items.append(Item(**{**fields, **lists}))
            except InputError as error:
                raise InputError(error.message, path, number) from error
            except (TypeError, ValueError) as error:
                raise InputError(f"is not a line of an outcome ({error})", path, number) from error
        if header.get("n") != len(items):
            raise InputError(
                f"expected {header.get('n', 'a header and')} items, found"
                f" {len(items)}: the file is not whole",
                path,
            )
        with intact(path, "outcome"):
            outcome = cls(
                header["label"] if label is None else label,
                items,
                header["task"],
                header["model"] if model is None else model,
                {**header["metadata"], **(metadata or {})},
            )
            _ = outcome.facts  # of the types that they are declared with
            if header["items"] != outcome.item_fingerprint:
                raise InputError("the items are not those it was saved with", path)
        return outcome
