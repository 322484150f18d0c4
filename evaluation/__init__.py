"""Tasks, outcomes, significance and tables: who beats whom, and how sure one can be."""

from typing import TYPE_CHECKING

from clss._lazy import imported_on_use

if TYPE_CHECKING:
    from evaluation.stats.comparison import Comparison
    from evaluation.stats.significance import McNemarResult, mcnemar
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

__getattr__, __dir__ = imported_on_use(
    __name__,
    {
        "Comparison": "evaluation.stats.comparison",
        "McNemarResult": "evaluation.stats.significance",
        "mcnemar": "evaluation.stats.significance",
        "ResultTable": "evaluation.tables.table",
        "BLE": "evaluation.tasks.ble",
        "Item": "evaluation.tasks.outcome",
        "Outcome": "evaluation.tasks.outcome",
        "import_ranked_lists": "evaluation.tasks.ranked_lists",
        "score": "evaluation.tasks.scores",
        "scores": "evaluation.tasks.scores",
        "SWTC": "evaluation.tasks.swtc",
    },
)
