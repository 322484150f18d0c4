"""Items for translation in context, mined from sentence-aligned text."""

from clss.text.in_context.mining import MinedItem, MinedItems, MiningChoice, mine_items
from clss.text.in_context.near_synonyms import SharedSources, SimilarContexts, any_of
from clss.text.in_context.wordnets import wordnet_synonyms

__all__ = [
    "MinedItem",
    "MinedItems",
    "MiningChoice",
    "SharedSources",
    "SimilarContexts",
    "any_of",
    "mine_items",
    "wordnet_synonyms",
]
