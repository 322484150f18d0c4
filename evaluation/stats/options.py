"""The options of a comparison: declared once for Python, configs, tables and the command line."""

from __future__ import annotations

from collections.abc import Mapping

from clss.parameters import Choice, Kind, Nothing, Number, Text, Whole
from evaluation.stats.intervals import INTERVALS
from evaluation.tasks.outcome import TIES
from evaluation.tasks.scores import OOV_POLICIES

#: What the options of :class:`~evaluation.stats.comparison.Comparison` may be. Whether a measure
#: is one that can be tested, the comparison says.
COMPARING: Mapping[str, Kind] = {
    "measure": Text(),
    "oov": Choice(*OOV_POLICIES),
    "free_hits": Choice("count", "skip"),
    "ties": Choice(*TIES),
    "claim": Choice("algorithm", "runs"),
    "unit": Choice("word", "item"),
    "alpha": Number(above=0, below=1),
    "interval": Choice(*INTERVALS),
    "margin": Number(above=0, below=1) | Nothing(),
    "resamples": Whole(at_least=100),
    "seed": Whole(at_least=0),
}
