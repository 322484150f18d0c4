"""Vectors to other programs and back: word2vec, MUSE, gensim, a lexicon.

    python examples/formats/exchange_vectors.py [DIRECTORY]

Trains a small model on the quickstart's text, writes its vectors as MUSE's pair of .vec files,
asks gensim for the neighbours of a word in them, reads them back, and writes a lexicon. The same
on the command line is in README.md beside this file.
"""

import sys
import tempfile
from pathlib import Path

from gensim.models import KeyedVectors

from baselines import DocumentCooccurrence
from clss import AlignedCorpus
from clss.formats import export_space, import_space, read_lexicon, write_lexicon
from clss.lexicon import extract_lexicon

QUICKSTART = Path(__file__).parents[1] / "quickstart"


def main(folder: Path) -> None:
    corpus = AlignedCorpus.from_files(
        QUICKSTART / "nouns.es.txt.gz", QUICKSTART / "nouns.en.txt.gz", langs=("es", "en")
    )
    space = DocumentCooccurrence(dim=50).fit(corpus).space_

    files = export_space(space, [folder / "quickstart.vec"], "muse")
    print("written:", ", ".join(file.name for file in files))

    spanish, english = (KeyedVectors.load_word2vec_format(str(file)) for file in files)
    theirs = english.similar_by_vector(spanish["imagen"], topn=3)
    ours = space.neighbors("imagen", lang="es", into="en", top=3)
    print("gensim: imagen ->", ", ".join(word for word, _ in theirs))
    print("clss:   imagen ->", ", ".join(neighbor.word for neighbor in ours))

    again = import_space(files, "muse", langs=("es", "en"))
    print("read back:", again)

    write_lexicon(folder / "lexicon.tsv", extract_lexicon(again, mutual=True, retrieval="csls"))
    lexicon = read_lexicon(folder / "lexicon.tsv")
    print(
        f"lexicon: {len(lexicon)} mutual translations, first {lexicon[0].source} -> "
        f"{lexicon[0].target}"
    )


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(Path(sys.argv[1]))
    else:
        with tempfile.TemporaryDirectory() as name:
            main(Path(name))
