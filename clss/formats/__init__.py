"""Foreign formats, both ways: every one is read into, and written from, a bilingual space.

======================  =====================================================================
``word2vec``            word2vec text, one file for each language
``word2vec-binary``     word2vec binary, one file for each language
``muse``                ``.vec`` of MUSE, which is word2vec text, one file for each language
``fasttext``            ``.vec`` of fastText, or its model ``.bin`` (read, not written), one file
                        for each language
``prefixed``            word2vec text, one file, words as ``es:reina``
``prefixed-binary``     word2vec binary, one file, words as ``es:reina``
======================  =====================================================================

Other packages add theirs by the entry-point groups ``clss.importers`` and ``clss.exporters``.
Files whose names end in ``.gz``, ``.xz`` or ``.bz2`` are packed.
:mod:`clss.formats.keyed_vectors` passes vectors to and from gensim, :mod:`clss.formats.lexicon`
reads and writes lexicons.
"""

from __future__ import annotations

from clss.formats.keyed_vectors import from_keyed_vectors, to_keyed_vectors
from clss.formats.lexicon import read_lexicon, write_lexicon
from clss.formats.registry import (
    export_formats,
    export_model,
    export_space,
    import_formats,
    import_space,
)
from clss.formats.word2vec_binary import read_word2vec_binary, write_word2vec_binary
from clss.formats.word2vec_text import read_word2vec_text, write_word2vec_text

__all__ = [
    "export_formats",
    "export_model",
    "export_space",
    "from_keyed_vectors",
    "import_formats",
    "import_space",
    "read_lexicon",
    "read_word2vec_binary",
    "read_word2vec_text",
    "to_keyed_vectors",
    "write_lexicon",
    "write_word2vec_binary",
    "write_word2vec_text",
]
