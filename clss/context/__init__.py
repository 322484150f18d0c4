"""Models of context: how similar an answer is to a word as it occurs in one sentence."""

from __future__ import annotations

from clss.context.base import ContextModel, VectorContext
from clss.context.keep import check_keep
from clss.context.occurrences import InSentence, Occurrences
from clss.context.registry import CONTEXTS, get_context, read_context
from clss.context.scorer import ContextScorer
from clss.context.view import ContextView

__all__ = [
    "CONTEXTS",
    "ContextModel",
    "ContextScorer",
    "ContextView",
    "InSentence",
    "Occurrences",
    "VectorContext",
    "check_keep",
    "get_context",
    "read_context",
]
