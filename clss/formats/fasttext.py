"""fastText: vectors as text (``.vec``), or the whole model (``.bin``) through gensim."""

from __future__ import annotations

from os import PathLike

import numpy as np

from clss.errors import InputError
from clss.formats.sniff import FASTTEXT_MAGIC
from clss.formats.vectors import WordVectors
from clss.formats.word2vec_text import read_word2vec_text
from clss.textfile import open_bytes


def read_fasttext(path: str | PathLike[str], max_words: int | None = None) -> WordVectors:
    """Read the vectors of the words that a fastText model knows, the frequent ones first.

    Parameters
    ----------
    path : path-like
        A ``.vec`` file, or a ``.bin`` model, whose subword vectors are summed up for every word.
    max_words : int, optional
        Read only so many words from the start.

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
    words = tuple(vectors.index_to_key[:max_words])
    return WordVectors(words, np.ascontiguousarray(vectors.vectors[: len(words)], np.float32))
