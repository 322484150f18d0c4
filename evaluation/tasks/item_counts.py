"""Facts that count items: those that a seed lexicon has, and those that only subwords know.

An item is a word and its right answers here, whatever the task.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from clss.sides import SideName, own_first
from clss.space import BilingualSpace
from evaluation.tasks.facts import Facts

WordAndAnswers = tuple[str, Collection[str]]


def with_seed_lexicon(
    facts: Facts,
    lexicon: Iterable[Sequence[str]] | None,
    side: SideName,
    items: Iterable[WordAndAnswers],
) -> Facts:
    """Add how many pairs a model's seed lexicon has, and how many items have one of them.

    Parameters
    ----------
    facts : Facts
    lexicon : iterable of (source word, target word), or None
        None says that the model has none, or does not say: then there is nothing to count.
    side : {"source", "target"}
        Where the words of the items are.
    items : iterable of (str, collection of str)

    Examples
    --------
    >>> items = [("king", ["rey"]), ("bread", ["pan"])]
    >>> with_seed_lexicon(Facts(), [("rey", "king")], "target", items).to_json()
    {'seed_lexicon_size': 1, 'seed_lexicon_gold': 1}
    """
    if lexicon is None:
        return facts
    pairs = {own_first(side, (source, target)) for source, target in lexicon}
    held = sum(any((word, answer) in pairs for answer in right) for word, right in items)
    return replace(facts, seed_lexicon_size=len(pairs), seed_lexicon_gold=held)


def count_from_subwords(
    space: BilingualSpace, side: SideName, items: Iterable[WordAndAnswers]
) -> int | None:
    """Count the items whose word, or all right answers, have vectors of subwords only.

    None where the space does not say which words have.
    """
    made = space.metadata.get("from_subwords")
    if made is None:
        return None
    words, answers = (set(some) for some in own_first(side, (made[0], made[1])))
    return sum(word in words or answers.issuperset(right) for word, right in items)
