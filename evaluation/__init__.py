"""Tasks, outcomes, significance and tables: who beats whom, and how sure one can be."""

from evaluation.stats.comparison import Comparison
from evaluation.stats.tests import McNemarResult, mcnemar
from evaluation.tables.table import ResultTable
from evaluation.tasks.ble import BLE
from evaluation.tasks.outcome import Item, Outcome
from evaluation.tasks.ranked_lists import import_ranked_lists
from evaluation.tasks.scores import score, scores
from evaluation.tasks.swtc import SWTC

__all__ = [
    "BLE",
    "SWTC",
    "Comparison",
    "Item",
    "McNemarResult",
    "Outcome",
    "ResultTable",
    "import_ranked_lists",
    "mcnemar",
    "score",
    "scores",
]
