"""Retrieval: how the best answers are chosen from similarities; an axis of every comparison."""

from __future__ import annotations

from clss.retrieval.base import Retrieval
from clss.retrieval.registry import RETRIEVALS, described_retrievals, get_retrieval

__all__ = ["RETRIEVALS", "Retrieval", "described_retrievals", "get_retrieval"]
