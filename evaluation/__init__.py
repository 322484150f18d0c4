"""Tasks, outcomes, significance and tables: who beats whom, and how sure one can be."""

from evaluation.outcome import Item, Outcome

__all__ = ["Item", "Outcome"]
