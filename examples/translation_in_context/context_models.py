"""All models of context on one space, each tuned on the development sentences.

    python examples/translation_in_context/context_models.py [SPACE_DIR]

Without a space, one is made from the quickstart corpus in a few seconds.
"""

from __future__ import annotations

import sys
from pathlib import Path

from baselines import DocumentCooccurrence
from clss import AlignedCorpus, BilingualSpace
from clss.context import CONTEXTS
from clss.errors import InputError
from evaluation.tasks.scores import score
from evaluation.tasks.swtc import SWTC
from evaluation.tasks.swtc_tuning import tune

DATA = Path(__file__).parents[1] / "quickstart"


def make_space() -> BilingualSpace:
    files = DATA / "nouns.es.txt.gz", DATA / "nouns.en.txt.gz"
    corpus = AlignedCorpus.from_files(*files, langs=("es", "en"), min_count=5)
    return DocumentCooccurrence(weighting="log", dim=200).fit(corpus).space_


def main(arguments: list[str]) -> None:
    space = BilingualSpace.load(arguments[0]) if arguments else make_space()
    dev, test = SWTC.from_file(DATA / "swtc-dev.jsonl"), SWTC.from_file(DATA / "swtc-test.jsonl")
    print(f"{space}\n{len(dev)} development and {len(test)} test sentences\n")
    print("  dev   test  context model as tuned                              by number of senses")
    for name in CONTEXTS.names():
        try:
            tuning = tune(space, dev, name, test=test)
        except InputError as error:  # not every model of context suits every space
            print(f"    -      -  {name}: {error}")
            continue
        outcome = test.evaluate(space, tuning=tuning)
        senses = SWTC.by_senses(outcome)
        parts = "  ".join(f"{n}: {score(part, 'acc1'):.3f}" for n, part in senses.items())
        setting = outcome.metadata["context"]
        print(f"{tuning.accuracy:.3f}  {score(outcome, 'acc1'):.3f}  {setting:<50}  {parts}")


if __name__ == "__main__":
    main(sys.argv[1:])
