"""What is asked of a space: lexicon extraction, translation in context, and the answers."""

from clss.registry import Registry
from evaluation.tasks.ble import BLE
from evaluation.tasks.swtc import SWTC
from evaluation.tasks.task import Task

#: The known tasks by name.
TASKS: Registry[Task] = Registry("task", "clss.tasks", (BLE, SWTC))
