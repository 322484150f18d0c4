"""Your own model in about thirty lines: words as averages of random document vectors.

Every pair of documents gets a random direction; a word is the weighted mean of the directions of
the pairs it occurs in ("random indexing", Kanerva et al. 2000). Check it and compare it::

    clss check examples/own_model.py:RandomIndexing
    clss compare examples/own_model.toml --plugin examples/own_model.py
"""

import numpy as np

from clss import AlignedCorpus, BilingualSpace, RepresentationModel
from clss.parameters import Whole
from clss.progress import ProgressCallback


class RandomIndexing(RepresentationModel):
    """Random indexing over document pairs, with inverse document frequency as the weight."""

    name = "random-indexing"  # what configs and the command line call it
    parameters = {"dim": Whole(at_least=1), "seed": Whole(at_least=0)}

    def __init__(self, dim: int = 300, seed: int = 1) -> None:
        self.dim = dim
        self.seed = seed

    def _fit(self, corpus: AlignedCorpus, progress: ProgressCallback | None) -> BilingualSpace:
        directions = np.random.default_rng(self.seed).normal(size=(len(corpus), self.dim))
        vectors = []
        for side in corpus.sides:
            counts = side.document_term_matrix()  # document pairs x words
            occurrences = np.bincount(counts.indices, minlength=counts.shape[1])
            weight = np.log(len(corpus) / np.maximum(occurrences, 1))
            vectors.append((counts.T @ directions) * weight[:, None])
        return BilingualSpace(
            corpus.source.vocabulary, corpus.target.vocabulary, *vectors, langs=corpus.langs
        )
