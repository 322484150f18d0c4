"""Models made of models: which of them a model makes by itself, with its own seed."""

from __future__ import annotations

from clss.model import RepresentationModel


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
