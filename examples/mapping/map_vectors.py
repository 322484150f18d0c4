"""Map a pretrained pair of word vectors into one space, by a lexicon of your own.

    python examples/mapping/map_vectors.py wiki.es.vec wiki.en.vec seed.tsv --langs es,en -o mapped

The vectors are word2vec or fastText text files, plain or .gz, each with axes of its own, even of
different dimensions; the lexicon has a source word, a tab and its translation in each line, or is
the word `identical` (then words spelled alike are the lexicon). The result is a space like any
other: ``clss neighbors mapped reina --lang es``, ``clss score mapped --ble gold.tsv``. Take care
to leave the test words out of the lexicon: `clss score` counts those that are in it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from baselines.lexical.cca import CCA
from baselines.lexical.lexicon_model import LexiconModel
from baselines.lexical.mikolov import MikolovMapping
from clss.errors import InputError
from clss.formats import read_word2vec_text

METHODS: dict[str, LexiconModel] = {
    "ridge": MikolovMapping(),
    "rotation": MikolovMapping(orthogonal=True, center=True),
    "cca": CCA(fraction=0.5, regularization=0.01),
}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("source", help="vectors of the source language")
    parser.add_argument("target", help="vectors of the target language")
    parser.add_argument("lexicon", help="TSV of word pairs, or 'identical'")
    parser.add_argument("--langs", default="source,target", help="codes of the languages")
    parser.add_argument("--method", choices=METHODS, default="ridge")
    parser.add_argument("--max-words", type=int, help="only the first words of each file")
    parser.add_argument("-o", "--out", required=True, help="directory to be made")
    given = parser.parse_args(arguments)
    source, target = given.langs.split(",")
    model = METHODS[given.method].set_params(lexicon=given.lexicon)
    model.fit_vectors(
        read_word2vec_text(given.source, given.max_words),
        read_word2vec_text(given.target, given.max_words),
        langs=(source, target),
    )
    model.space_.save(given.out)
    facts = {k: v for k, v in model.space_.metadata.items() if k != "seed_lexicon"}
    print(
        f"{given.method} from {len(model.lexicon_)} pairs ({model.lexicon_.unknown} unknown): "
        f"{model.space_}, {facts}"
    )


if __name__ == "__main__":
    try:
        main()
    except InputError as error:
        sys.exit(f"error: {error}")
