"""Tasks, outcomes, significance and tables: who beats whom, and how sure one can be."""

from evaluation.ble import BLE
from evaluation.comparison import Comparison
from evaluation.outcome import Item, Outcome
from evaluation.ranked_lists import import_ranked_lists
from evaluation.scores import score, scores
from evaluation.significance import McNemarResult, mcnemar
from evaluation.swtc import SWTC
from evaluation.table import ResultTable

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
