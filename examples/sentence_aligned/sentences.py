"""BilBOWA and BiCVM on what they were made for: aligned sentences.

    python examples/sentence_aligned/sentences.py es.txt.gz en.txt.gz gold.tsv --langs es,en
    python examples/sentence_aligned/sentences.py            made-up sentences, half a minute

Line n of one file is the translation of line n of the other (a sentence or a short paragraph, as
words separated by white space: Europarl, OPUS, your own translation memory); the gold lexicon has
a source word, a tab and its translation in each line. To the toolkit a sentence is a document of
few words, so every model trains on such files, and BWESG stands in the same table.

Without files, sentences are made up: each is about three of a hundred meanings, and the order and
number of its words differ in the two languages. Sentences of 60,000 Europarl paragraphs are
measured in benchmarks/embedding_models.py.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from baselines.sentences.bicvm import BiCVM
from baselines.skipgram.bilbowa import BilBOWA
from baselines.skipgram.bwesg import BWESG
from clss.corpus import AlignedCorpus
from clss.errors import InputError
from clss.toy import toy_corpus, toy_gold
from evaluation import BLE, Comparison


def made_up() -> tuple[AlignedCorpus, BLE]:
    corpus = toy_corpus(words=100, pairs=3000, length=8)
    return corpus, BLE(toy_gold(corpus))


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("files", nargs="*", help="source sentences, target sentences, gold lexicon")
    parser.add_argument("--langs", default="source,target", help="codes of the languages")
    parser.add_argument("--min-count", type=int, default=5)
    parser.add_argument("--dim", type=int, default=100)
    parser.add_argument("--window", type=int, default=16)
    parser.add_argument("--epochs", type=int, default=15, help="of BilBOWA and BWESG")
    given = parser.parse_args(arguments)
    if len(given.files) not in (0, 3):
        raise InputError("give three files (source, target, gold lexicon), or none")
    if given.files:
        source, target, gold = given.files
        langs = tuple(given.langs.split(","))
        corpus = AlignedCorpus.from_files(source, target, langs=langs, min_count=given.min_count)
        task = BLE.from_file(gold)
    else:
        corpus, task = made_up()
    print(f"{corpus}, {len(task)} gold words, chance {1 / len(corpus.target.vocabulary):.4f}")

    # Sentences are short: thinning out frequent words (sample) would leave little of a small
    # corpus, so it is switched off where there are few words.
    sample = 1e-4 if len(corpus.source.vocabulary) > 1000 else 0.0
    shared = {"dim": given.dim, "window": given.window, "epochs": given.epochs, "sample": sample}
    models = {
        "BiCVM": BiCVM(dim=given.dim, epochs=given.epochs),
        "BilBOWA": BilBOWA(**shared),
        # more cross-lingual steps a sentence: what the tool does when its threads have the time
        "BilBOWA, 5 steps": BilBOWA(**shared, cross_updates=5),
        # the gradient of the cross-lingual term divides a step by the sentence's length, the
        # tool does not; its steps are then many times smaller
        "BilBOWA, gradient": BilBOWA(**shared, scale="gradient"),
        "BWESG": BWESG(**shared),
    }
    outcomes = []
    for label, model in models.items():
        space = model.fit(corpus).space_
        outcomes.append(task.evaluate(space, label=label, model=model.name))
        word = corpus.source.vocabulary[0]
        found = ", ".join(neighbor.word for neighbor in space.neighbors(word, top=3))
        print(f"{label}: {word} -> {found}")
    print(Comparison(outcomes).table())


if __name__ == "__main__":
    try:
        main()
    except InputError as error:
        sys.exit(f"error: {error}")
