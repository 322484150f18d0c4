"""Time and Acc1 of the other bilingual embedding models, in one run and against chance.

    python benchmarks/embedding_models.py quickstart              all models, minutes
    python benchmarks/embedding_models.py documents               Europarl, the article's settings
    python benchmarks/embedding_models.py sentences               Europarl, aligned paragraphs
    python benchmarks/embedding_models.py sentences -m bilbowa bwesg

The first row, `cooccurrence`, has no learning; `ratio` is a model's Acc1 over that row's. Seconds
are on the wall and of the processor (all threads), which other programs disturb less. BiCVM (200
epochs) and BilBOWA (15 epochs, window 16), both with 200 dimensions, are to take less than 20
minutes each on the documents: `budget` is the share of that. Kernels are compiled before.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from time import perf_counter, process_time

from baselines.documents.cooccurrence import DocumentCooccurrence
from baselines.documents.lsa import LSA
from baselines.sentences.autoencoder import BilingualAutoencoder
from baselines.sentences.bicvm import BiCVM
from baselines.skipgram.bilbowa import BilBOWA
from baselines.skipgram.bwesg import BWESG
from baselines.topics.pseudo_lda import PseudoLDA
from clss.corpus import AlignedCorpus
from clss.model import RepresentationModel
from clss.toy import toy_corpus
from evaluation import BLE

DATA = Path(__file__).parents[1].parent / "shared" / "data"
CORPORA = {
    "quickstart": ("quickstart/nouns", "quickstart/gold.es-en.tsv"),
    "documents": ("europarl-es-en/nouns", "europarl-es-en/gold.es-en.tsv"),
    "sentences": ("europarl-es-en/parallel.nouns", "europarl-es-en/gold.es-en.tsv"),
}
BUDGET = 20 * 60.0


def models(data: str, workers: int) -> dict[str, RepresentationModel]:
    """The models by name; the article's settings but for the topics of the small corpus."""
    topics = {"topics": 300, "sweeps": 200} if data == "quickstart" else {"sweeps": 200}
    return {
        "cooccurrence": DocumentCooccurrence(),
        "lsa": LSA(),
        "pseudo-lda": PseudoLDA(workers=workers, **topics),
        "autoencoder": BilingualAutoencoder(workers=workers),
        "autoencoder-cr": BilingualAutoencoder(workers=workers, correlation=4.0),
        "bicvm": BiCVM(workers=workers),
        "bicvm-paper": BiCVM(workers=workers, objective="paper"),
        "bicvm-bigram": BiCVM(workers=workers, composition="bigram", epochs=20),
        "bilbowa": BilBOWA(workers=workers),
        "bilbowa-gradient": BilBOWA(workers=workers, scale="gradient"),
        "bilbowa-5": BilBOWA(workers=workers, cross_updates=5),
        "bwesg": BWESG(window=16, workers=workers),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("data", choices=CORPORA)
    parser.add_argument("-m", "--models", nargs="+", help="some of the models")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    text, lexicon = CORPORA[options.data]
    files = [DATA / f"{text}.{lang}.txt.gz" for lang in ("es", "en")]
    corpus = AlignedCorpus.from_files(*files, langs=("es", "en"), min_count=5)
    gold = BLE.from_file(DATA / lexicon)
    known = models(options.data, options.workers)
    chosen = options.models or list(known)
    print(
        f"{options.data}: {corpus}, {len(gold)} gold words, "
        f"chance {1 / len(corpus.target.vocabulary):.5f}, {options.workers} workers"
    )
    print(
        f"{'model':<18}{'Acc1':>7}{'Acc10':>7}{'covered':>9}{'ratio':>7}"
        f"{'wall s':>9}{'cpu s':>9}{'budget':>8}"
    )
    reference = None
    for name in ["cooccurrence", *(n for n in chosen if n != "cooccurrence")]:
        model = known[name]
        if "seed" in model.get_params():
            model.set_params(seed=options.seed)
        warm = type(model)
        warm(**warm.toy_parameters()).fit(toy_corpus())
        wall, cpu = perf_counter(), process_time()
        space = model.fit(corpus).space_
        wall, cpu = perf_counter() - wall, process_time() - cpu
        outcome = gold.evaluate(space)
        first, tenth = (float(outcome.correct(k).mean()) for k in (1, 10))
        reference = first if reference is None else reference
        print(
            f"{name:<18}{first:7.3f}{tenth:7.3f}{outcome.covered.mean():9.3f}"
            f"{first / reference:7.2f}{wall:9.1f}{cpu:9.1f}{wall / BUDGET:8.0%}",
            flush=True,
        )


if __name__ == "__main__":
    main()
