"""fastText: vectors as text (``.vec``), or the whole model (``.bin``) through gensim."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from typing import Any

import numpy as np

from clss.errors import InputError
from clss.formats.sniff import FASTTEXT_MAGIC
from clss.formats.vectors import WordVectors
from clss.formats.word2vec_text import read_word2vec_text
from clss.textfile import open_bytes


def read_fasttext(
    path: str | PathLike[str], max_words: int | None = None, words: Iterable[str] = ()
) -> WordVectors:
    """Read the vectors of the words that a fastText model knows, the frequent ones first.

    Parameters
    ----------
    path : path-like
        A ``.vec`` file, or a ``.bin`` model, whose subword vectors are summed up for every word.
    max_words : int, optional
        Read only so many words from the start.
    words : iterable of str
        Words that should have a vector. Those that a ``.bin`` model does not know get the mean of
        their subwords' vectors, unless they have no subword, or the model none.

    References
    ----------
    P. Bojanowski, E. Grave, A. Joulin, T. Mikolov (2017). Enriching word vectors with subword
    information. TACL 5.
    """
    with open_bytes(path) as stream:
        binary = stream.read(4) == FASTTEXT_MAGIC
    if not binary:
        return read_word2vec_text(path, max_words)
    from gensim.models.fasttext import load_facebook_vectors

    try:
        vectors = load_facebook_vectors(str(path))
    except Exception as error:  # gensim raises whatever a damaged file leads to
        raise InputError(f"is not a whole fastText model ({error})", path) from error
    known = tuple(vectors.index_to_key[:max_words])
    matrix = np.ascontiguousarray(vectors.vectors[: len(known)], np.float32)
    asked = sorted(set(words) - set(known))
    # words beyond max_words that are asked for keep the vector that the model has of them
    further = [word for word in asked if word in vectors.key_to_index]
    made = {
        word: _from_subwords(vectors, word) for word in asked if word not in vectors.key_to_index
    }
    made = {word: vector for word, vector in made.items() if vector.any()}
    rows = [*(vectors.get_vector(word) for word in further), *made.values()]
    if rows:
        matrix = np.concatenate([matrix, np.array(rows, dtype=np.float32)])
    return WordVectors((*known, *further, *made), matrix, tuple(made))


def _from_subwords(vectors: Any, word: str) -> np.ndarray:
    """Return the vector of a word that a model does not know; zero if it cannot make one."""
    try:
        return np.asarray(vectors.get_vector(word))
    except KeyError:  # a model without subwords
        return np.zeros(vectors.vector_size, dtype=np.float32)
