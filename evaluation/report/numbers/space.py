"""Words of two languages in the plane: gold pairs, or words that were chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from clss.errors import InputError, unknown_name
from clss.matrices import to_dense, unit_rows
from clss.sides import SIDES
from clss.space import BilingualSpace
from evaluation.report.numbers.sheet import Sheet

Projection = Callable[[np.ndarray, int], np.ndarray]


@dataclass(frozen=True)
class Place:
    """A word and where it is drawn."""

    word: str
    side: int
    x: float
    y: float


@dataclass(frozen=True)
class Plane:
    """Words in two dimensions.

    Attributes
    ----------
    label, method : str
        The row that the space belongs to; how it was flattened.
    langs : (str, str)
    places : tuple of Place
    joined : tuple of (int, int)
        Places of words that translate each other.
    """

    label: str
    method: str
    langs: tuple[str, str]
    places: tuple[Place, ...]
    joined: tuple[tuple[int, int], ...]

    @property
    def sheet(self) -> Sheet:
        """The numbers for machines."""
        partner = {a: b for pair in self.joined for a, b in (pair, pair[::-1])}
        rows = []
        for i, place in enumerate(self.places):
            other = self.places[partner[i]].word if i in partner else None
            rows.append((place.word, self.langs[place.side], place.x, place.y, other))
        return Sheet(("word", "language", "x", "y", "translation"), tuple(rows))


def _pca(vectors: np.ndarray, seed: int) -> np.ndarray:
    from sklearn.decomposition import PCA

    return PCA(2, svd_solver="full").fit_transform(vectors)


def _tsne(vectors: np.ndarray, seed: int) -> np.ndarray:
    from sklearn.manifold import TSNE

    perplexity = min(30.0, (len(vectors) - 1) / 3)
    return TSNE(2, perplexity=perplexity, init="pca", random_state=seed).fit_transform(vectors)


def _umap(vectors: np.ndarray, seed: int) -> np.ndarray:
    try:
        import umap
    except ImportError as error:
        raise InputError(
            "UMAP is not installed (pip install umap-learn); pca and tsne are"
        ) from error
    return umap.UMAP(random_state=seed).fit_transform(vectors)


#: Ways to flatten a space, by name.
METHODS: dict[str, Projection] = {"pca": _pca, "tsne": _tsne, "umap": _umap}


def plane(
    space: BilingualSpace,
    pairs: Sequence[tuple[str, str]],
    words: Sequence[str] = (),
    *,
    label: str = "",
    method: str = "pca",
    seed: int = 0,
    most: int = 60,
) -> Plane:
    """Flatten the vectors of translations, or of chosen words, to two dimensions.

    Parameters
    ----------
    space : BilingualSpace
    pairs : sequence of (str, str)
        Translations, source word first; those that the space has are joined.
    words : sequence of str
        Only these words and their translations; all pairs, the most frequent first, if empty.
    label : str
        Of the row.
    method : {"pca", "tsne", "umap"}
    seed : int
    most : int
        How many pairs are shown at most.
    """
    if method not in METHODS:
        raise unknown_name("projection", method, METHODS)
    known = [(a, b) for a, b in pairs if a in space.source and b in space.target]
    if words:
        for word in words:
            if word not in space.source and word not in space.target:
                space.side_of(word)  # raises, with suggestions
        known = [(a, b) for a, b in known if a in words or b in words]
    known = sorted(dict.fromkeys(known), key=lambda pair: space.source.id(pair[0]))[:most]
    own: tuple[list[str], list[str]] = ([], [])
    for side, listed in enumerate(own):
        found = [pair[side] for pair in known]
        found += [word for word in words if word in space.vocabulary(SIDES[side])]
        listed += dict.fromkeys(found)
    if len(own[0]) + len(own[1]) < 3:
        raise InputError("at least three words of the space are needed to draw it")
    vectors = [
        to_dense(unit_rows(space.matrix(side)[space.vocabulary(side).ids(listed)]))
        for side, listed in zip(SIDES, own, strict=True)
    ]
    flat = METHODS[method](np.vstack(vectors).astype(np.float64), seed)
    named = [(side, word) for side, listed in enumerate(own) for word in listed]
    places = tuple(
        Place(word, side, float(x), float(y))
        for (side, word), (x, y) in zip(named, flat, strict=True)
    )
    joined = tuple((own[0].index(a), len(own[0]) + own[1].index(b)) for a, b in known)
    return Plane(label, method, space.langs, places, joined)
