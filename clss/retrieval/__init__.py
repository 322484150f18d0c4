"""Retrieval: how the best answers are chosen from similarities; an axis of every comparison."""

from __future__ import annotations

from clss.retrieval.base import NearestNeighbor, Retrieval
from clss.retrieval.csls import CSLS
from clss.retrieval.globally_corrected import GloballyCorrected
from clss.retrieval.inverted_softmax import InvertedSoftmax
from clss.retrieval.mutual import Mutual
from clss.retrieval.registry import RETRIEVALS, described_retrievals, get_retrieval

__all__ = [
    "CSLS",
    "RETRIEVALS",
    "GloballyCorrected",
    "InvertedSoftmax",
    "Mutual",
    "NearestNeighbor",
    "Retrieval",
    "described_retrievals",
    "get_retrieval",
]
