"""Tasks, outcomes, significance and tables: who beats whom, and how sure one can be."""

from evaluation.comparison import Comparison
from evaluation.outcome import Item, Outcome
from evaluation.scores import score, scores
from evaluation.significance import McNemarResult, mcnemar
from evaluation.table import ResultTable

__all__ = [
    "Comparison",
    "Item",
    "McNemarResult",
    "Outcome",
    "ResultTable",
    "mcnemar",
    "score",
    "scores",
]
