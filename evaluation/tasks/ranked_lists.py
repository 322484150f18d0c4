"""A foreign system takes part by its ranked lists: item, first answer, second answer …"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from os import PathLike
from typing import Any

from clss.errors import InputError
from clss.textfile import read_lines
from evaluation.tasks.facts import Facts
from evaluation.tasks.outcome import Item, Outcome

#: answers that are kept for people to look at
_SHOWN = 10


def read_ranked_lists(path: str | PathLike[str]) -> dict[str, tuple[str, ...]]:
    """Read lines of ``item<TAB>answer1<TAB>answer2…``, best answer first.

    A line may hold the item alone: the system was asked and had no answer.
    """
    lists: dict[str, tuple[str, ...]] = {}
    lines: dict[str, int] = {}
    for number, line in enumerate(read_lines(path), 1):
        if not line.strip():
            continue
        key, *answers = [field.strip() for field in line.split("\t")]
        while answers and not answers[-1]:
            answers.pop()  # trailing tabs, as spreadsheets write them
        if not key:
            raise InputError("the item is missing before the first tab", path, number)
        if not all(answers):
            raise InputError("an answer is empty between two tabs", path, number)
        if len(set(answers)) < len(answers):
            double = next(a for i, a in enumerate(answers) if a in answers[:i])
            raise InputError(f"the answer {double!r} stands twice in the list", path, number)
        if lists.setdefault(key, tuple(answers)) != tuple(answers):
            raise InputError(
                f"the item {key!r} stands on line {lines[key]} with other answers", path, number
            )
        lines.setdefault(key, number)
    if not lists:
        raise InputError("the file holds no ranked list", path)
    return lists


def outcome_from_lists(
    lists: Mapping[str, Collection[str]],
    gold: Mapping[str, Collection[str]] | Outcome | Iterable[Item],
    *,
    label: str,
    task: str = "ble",
    metadata: Mapping[str, Any] | None = None,
) -> Outcome:
    """Score ranked lists against a gold standard.

    Parameters
    ----------
    lists : mapping
        Per item, the answers, best first. Items that the gold standard does not ask are left
        out, and their number is kept as ``extra_items``.
    gold : mapping, or Outcome or items
        Per item, the right answers (``BLE.gold``); or any outcome on the same task, from which
        clusters, candidates and frequencies are taken as well.
    label, task, metadata
        As for :class:`~evaluation.tasks.outcome.Outcome`.

    Examples
    --------
    >>> lists = {"casa": ("home", "house"), "rey": ("queen",)}
    >>> gold = {"casa": ("house",), "rey": ("king",), "luz": ("light",)}
    >>> outcome = outcome_from_lists(lists, gold, label="theirs")
    >>> [(item.status, item.pessimistic) for item in outcome]
    [('ranked', 2), ('missed', None), ('unanswered', None)]
    """
    if isinstance(gold, Mapping):
        asked = [Item(key, "unanswered", gold=tuple(right)) for key, right in gold.items()]
    else:
        asked = list(gold)
    items = [_placed(item, tuple(lists.get(item.key, ()))) for item in asked]
    keys = {item.key for item in items}
    extra = sum(key not in keys for key in lists)
    if extra == len(lists):
        raise InputError(
            f"none of the {len(lists)} lists of {label!r} is about an item of the gold standard"
        )
    longest = max((len(answers) for answers in lists.values()), default=0)
    facts = Facts(longest_list=longest, extra_items=extra or None)
    return Outcome(label, items, task, metadata=facts.to_json() | dict(metadata or {}))


def _placed(item: Item, answers: tuple[str, ...]) -> Item:
    shown = answers[:_SHOWN]
    blank = replace(
        item, pessimistic=None, optimistic=None, status="unanswered", ties=0, answers=shown
    )
    if not answers:
        return blank
    rank = next((i for i, answer in enumerate(answers, 1) if answer in item.gold), None)
    if rank is None:
        return replace(blank, status="missed")
    return replace(blank, status="ranked", pessimistic=rank, optimistic=rank)


def import_ranked_lists(
    path: str | PathLike[str],
    gold: Mapping[str, Collection[str]] | Outcome | Iterable[Item],
    *,
    label: str,
    task: str = "ble",
    metadata: Mapping[str, Any] | None = None,
) -> Outcome:
    """Read a ranked-list file and score it, see :func:`outcome_from_lists`."""
    lists = read_ranked_lists(path)
    try:
        return outcome_from_lists(lists, gold, label=label, task=task, metadata=metadata)
    except InputError as error:
        raise InputError(error.message, path) from error
