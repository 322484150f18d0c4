"""Models made of models: whose seed reaches them, and which pairs of words they were given."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clss.model import RepresentationModel

#: under this name a space keeps the pairs of words that gold items are looked for in
SEED_LEXICON = "seed_lexicon"


def seed_reaches_parts(model: RepresentationModel) -> bool:
    """Whether the seed matters to a part that a model makes; parts that are given have their own.

    Examples
    --------
    >>> from baselines import DocumentCooccurrence, TraditionalPPMI
    >>> seed_reaches_parts(TraditionalPPMI())
    True
    >>> seed_reaches_parts(TraditionalPPMI(seed_model=DocumentCooccurrence()))
    False
    """
    given = model.get_params(deep=False).values()
    made = [part for part in model.components().values() if not any(part is one for one in given)]
    return any(part.seed_matters for part in made)


def pairs_to_look_for(
    supervision: frozenset[str],
    parts: Iterable[RepresentationModel],
    given: Iterable[Sequence[str]],
    found: Iterable[Sequence[str]],
) -> list[list[str]]:
    """Return the pairs that a table looks for in its gold lexicon.

    Where a user gave a lexicon, to the model or to one of its fitted `parts`, these are the given
    pairs, which were known beforehand; else those that the model found by itself.

    Examples
    --------
    >>> found = [("rey", "king"), ("reina", "queen")]
    >>> pairs_to_look_for(frozenset({"documents"}), [], [], found)
    [['rey', 'king'], ['reina', 'queen']]
    >>> pairs_to_look_for(frozenset({"lexicon"}), [], [("rey", "king")], found)
    [['rey', 'king']]
    """
    if "lexicon" not in supervision:
        return [list(pair) for pair in found]
    told = [part.space_ for part in parts if "lexicon" in part.supervision]
    of_parts = [pair for space in told for pair in space.metadata.get(SEED_LEXICON, ())]
    return [list(pair) for pair in (*of_parts, *given)]
