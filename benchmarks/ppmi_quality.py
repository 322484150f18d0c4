"""What bootstrapping and mapping are worth: Acc@1 of each step from seed model to mapped vectors.

    python benchmarks/ppmi_quality.py SOURCE TARGET GOLD.tsv [--topics 500] [--sweeps 200]

with further options for the vectors: --dim 100 --window 16 --epochs 15.

Association-MuPTM gives the seed, Traditional-PPMI is built on the seed alone and bootstrapped, and
the bootstrapped lexicon then relates two monolingual spaces by Mikolov's mapping and by CCA. The
gold lexicon is used for the score only; gold pairs that the models found by themselves are counted.
"""

from __future__ import annotations

import argparse

from baselines import CCA, AssociationMuPTM, MikolovMapping, MonolingualVectors, TraditionalPPMI
from clss.corpus import AlignedCorpus
from clss.model import RepresentationModel
from evaluation import BLE, score


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    for name in ("source", "target", "gold"):
        parser.add_argument(name)
    for name, default in (
        ("topics", 500),
        ("sweeps", 200),
        ("dim", 100),
        ("window", 16),
        ("epochs", 15),
    ):
        parser.add_argument(f"--{name}", type=int, default=default)
    given = parser.parse_args()
    corpus = AlignedCorpus.from_files(given.source, given.target, langs=("es", "en"), min_count=5)
    task = BLE.from_file(given.gold)

    def show(name: str, model: RepresentationModel) -> None:
        nearest, csls = (task.evaluate(model.space_, retrieval=r) for r in ("nn", "csls"))
        line = f"{name:32} Acc@1 {score(nearest, 'acc1'):.3f}, CSLS {score(csls, 'acc1'):.3f}"
        facts = nearest.metadata
        if "seed_lexicon_size" in facts:
            line += (
                f"; {facts['seed_lexicon_size']} pairs, {facts['seed_lexicon_gold']} of the gold"
            )
        print(line, flush=True)

    seed = AssociationMuPTM(topics=given.topics, sweeps=given.sweeps).fit(corpus)
    show("seed model: association-muptm", seed)
    start = TraditionalPPMI(seed_model=seed, bootstrap=False).fit(corpus)
    show("traditional-ppmi, seed alone", start)
    found = start.lexicon_.pairs  # not searched again
    options = {"lexicon": found, "min_count_seed": 10}
    grown = TraditionalPPMI(**options).fit(corpus)
    show("traditional-ppmi, bootstrapped", grown)
    for record in grown.log_:
        print(f"    {record}")
    for confidence in ("margin", "entropy"):
        show(f"  by {confidence}", TraditionalPPMI(**options, confidence=confidence).fit(corpus))
    vectors = MonolingualVectors(dim=given.dim, window=given.window, epochs=given.epochs)
    vectors.fit(corpus)
    for name, model in (
        ("mikolov", MikolovMapping(grown, vectors)),
        ("mikolov, loo-retrieval", MikolovMapping(grown, vectors, regularization="loo-retrieval")),
        ("mikolov, centred", MikolovMapping(grown, vectors, center=True)),
        ("mikolov, orthogonal", MikolovMapping(grown, vectors, orthogonal=True)),
        ("cca", CCA(grown, vectors)),
    ):
        show(name, model.fit(corpus))


if __name__ == "__main__":
    main()
