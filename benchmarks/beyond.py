"""What was tried to learn more than BWESG from documents, on development items.

    python benchmarks/beyond.py --data DIR --cache beyond.json > table.md
    python benchmarks/beyond.py --data DIR --pairs europarl-es-en --only "LSA*" fusion

DIR has a directory for each corpus ("es-en", "europarl-es-en") with ``source.txt.gz``,
``target.txt.gz``, ``gold-dev.tsv`` and, if there are sentences, ``swtc-dev.jsonl``. No word of
these is in a lexicon that a table is printed of. Scores are Acc@1 with plain neighbours and with
CSLS and, where there are sentences, in context: by the article's sum of the context words, and with
most of what any context says taken off that sum (``background``); one seed. Seconds are of the
processor, all parts of a model included; kernels are compiled before. What was measured is kept in
the cache, and a later call measures only what is missing: of a model that has changed, the lines
are to be deleted.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from fnmatch import fnmatch
from pathlib import Path
from time import process_time

import numpy as np
from beyond_retrievals import OneToOne, ReciprocalRanks, Sinkhorn
from beyond_trials import (
    Train,
    full_weight,
    likeliest,
    mapped_again,
    moved,
    proposed,
    rotated,
    sections,
    summed,
    table_otherwise,
    two_contexts,
    unseeded,
    weighed,
)

from baselines import (
    BWESG,
    LSA,
    CountVectors,
    Fusion,
    MonolingualVectors,
    SelfLearning,
    Spelling,
)
from clss.context.additive import Additive
from clss.corpus import AlignedCorpus
from clss.model import RepresentationModel, load_model, model_spec
from clss.persistence import to_json
from clss.retrieval import Retrieval
from clss.retrieval.base import NearestNeighbor
from clss.retrieval.csls import CSLS
from clss.retrieval.globally_corrected import GloballyCorrected
from clss.retrieval.inverted_softmax import InvertedSoftmax
from clss.space import BilingualSpace
from clss.toy import toy_corpus
from evaluation import BLE, SWTC
from evaluation.tasks.scores import score

Trial = Callable[[Train, AlignedCorpus], BilingualSpace]

ARTICLE = BWESG(dim=100)
DOCUMENTS = LSA(dim=150)
SKIP_GRAM = MonolingualVectors(dim=100, window=16)
#: how much of the mean vector of the text is taken off: off every word of a context by the model of
#: contexts, and by fusion off every word, which it does by default but not in the older trials
BACKGROUND = 0.8


def _model(model: RepresentationModel) -> Trial:
    return lambda train, corpus: train(model)


def _shuffles(count: int) -> list[RepresentationModel]:
    return [BWESG(dim=100, shuffle="merge", shuffle_index=index) for index in range(count)]


def _self(**options: object) -> SelfLearning:
    return SelfLearning(lexicon=DOCUMENTS, **options)


def _counts(**options: object) -> SelfLearning:
    return SelfLearning(lexicon=DOCUMENTS, vectors=CountVectors(**options))


def _spelled(**options: object) -> Fusion:
    without = {} if options.get("passes") == 0 else {"background": 0.0}
    return Fusion(**{"first": DOCUMENTS} | without | options)


def _fusion(**options: object) -> Fusion:
    """Fusion of documents and neighbours, without spelling, its background left in."""
    return _spelled(**{"third_weight": 0.0} | options)


def _joined(**options: object) -> Fusion:
    """The plain sum of two cosines, without a table."""
    return _fusion(**{"second_weight": 1.0, "passes": 0} | options)


def _less(background: float = BACKGROUND, **options: object) -> Trial:
    """Fusion less a share of the mean vector of the text."""
    return _model(Fusion(first=DOCUMENTS, background=background, **options))


#: what other retrievals ask
OF_DOCUMENTS = _fusion()
#: documents and spelling, for self-learning to begin with
BOTH = _joined(second=Spelling())


#: What is compared, by the name of its line.
TRIALS: dict[str, Trial] = {
    "BWESG, d 200": _model(BWESG()),
    "BWESG, d 100": _model(ARTICLE),
    "BWESG, d 100, three shuffles summed": lambda train, corpus: summed(*map(train, _shuffles(3))),
    "skip-gram, d 100, documents interleaved and shuffled": lambda train, corpus: two_contexts(
        corpus, ("length-ratio", "merge")
    ),
    "skip-gram, d 100, documents joined and shuffled": lambda train, corpus: two_contexts(
        corpus, ("none", "merge")
    ),
    "LSA, d 300": _model(LSA(dim=300)),
    "LSA, d 150": _model(DOCUMENTS),
    "LSA, d 100, power 0.5": _model(LSA(dim=100, power=0.5)),
    "LSA, d 150, power 1.5": _model(LSA(dim=150, power=1.5)),
    "LSA, d 300, power 1.5": _model(LSA(dim=300, power=1.5)),
    "LSA, d 300, power 2": _model(LSA(dim=300, power=2.0)),
    "LSA, d 150, logarithms and entropy": _model(LSA(dim=150, weighting="log", words="entropy")),
    "LSA, d 150, documents of length one": _model(LSA(dim=150, normalize=True)),
    "LSA, d 150, sections of 200 tokens": lambda train, corpus: sections(corpus, 200, 150, 1.0),
    "LSA + BWESG": lambda train, corpus: summed(train(LSA(dim=300)), train(ARTICLE)),
    "skip-gram rotated by pairs of LSA, 4 times": lambda train, corpus: rotated(
        train(SKIP_GRAM), train(DOCUMENTS), 4
    ),
    "count vectors rotated by pairs of LSA, 4 times": lambda train, corpus: rotated(
        train(CountVectors()), train(DOCUMENTS), 4
    ),
    "self-learning": _model(_self()),
    "self-learning with skip-gram": _model(_self(vectors=SKIP_GRAM)),
    "self-learning, one map": _model(_self(iterations=1)),
    "self-learning, ten maps": _model(_self(iterations=10)),
    "self-learning, not anchored": _model(_self(anchored=False, iterations=10)),
    "self-learning, no re-weighting": _model(_self(reweight=0.0)),
    "self-learning, re-weighting 1": _model(_self(reweight=1.0)),
    "self-learning, window 2": _model(_self(window=2)),
    "self-learning, window 10": _model(_self(window=10)),
    "self-learning, d 100": _model(_self(dim=100)),
    "self-learning, PPMI not smoothed": _model(_counts(weighting="ppmi")),
    "self-learning, power 0.5": _model(_counts(power=0.5)),
    "self-learning from words spelled alike": _model(
        SelfLearning(lexicon="identical", iterations=10)
    ),
    "self-learning from nothing, with dropout": lambda train, corpus: unseeded(train),
    "LSA + BWESG + rotated skip-gram": lambda train, corpus: summed(
        train(LSA(dim=300)), train(ARTICLE), rotated(train(SKIP_GRAM), train(DOCUMENTS), 4)
    ),
    "plain sum of LSA and self-learning": _model(_joined()),
    "plain sum of LSA and self-learning, LSA of d 300": _model(_joined(first=LSA(dim=300))),
    "plain sum of LSA and self-learning, LSA of d 300, power 1.5": _model(
        _joined(first=LSA(dim=300, power=1.5))
    ),
    "plain sum of LSA and self-learning, self-learning counts twice": _model(
        _joined(second_weight=2.0)
    ),
    "plain sum of LSA and self-learning, self-learning counts half": _model(
        _joined(second_weight=0.5)
    ),
    "plain sum of LSA and self-learning, with BWESG": _model(
        _joined(third=ARTICLE, third_weight=1.0)
    ),
    "fusion of documents": _model(OF_DOCUMENTS),
    "fusion of documents, LSA of d 300": _model(_fusion(first=LSA(dim=300))),
    "fusion of documents, one pass": _model(_fusion(passes=1)),
    "fusion of documents, three passes": _model(_fusion(passes=3)),
    "fusion of documents, six passes": _model(_fusion(passes=6)),
    "fusion of documents, table counts half": _model(_fusion(table_weight=0.5)),
    "fusion of documents, table counts twice": _model(_fusion(table_weight=2.0)),
    "fusion of documents, self-learning counts as much as LSA": _model(_fusion(second_weight=1.0)),
    "fusion of documents, self-learning counts three times": _model(_fusion(second_weight=3.0)),
    "fusion of documents, weight with most mutual neighbours": lambda train, corpus: weighed(
        train, _fusion
    ),
    "fusion of documents, six maps": _model(_fusion(second=_self(iterations=6))),
    "fusion of documents, re-weighting 1": _model(_fusion(second=_self(reweight=1.0))),
    "fusion of documents, window 10, d 300": _model(_fusion(second=_self(window=10, dim=300))),
    "fusion of documents, with BWESG": _model(_fusion(third=ARTICLE, third_weight=1.0)),
    "fusion of documents, all translations count the same": lambda train, corpus: table_otherwise(
        train(_fusion(passes=0)), corpus, full_weight
    ),
    "fusion of documents, only the likeliest translation": lambda train, corpus: table_otherwise(
        train(_fusion(passes=0)), corpus, likeliest
    ),
    "fusion of documents, words moved by the table": lambda train, corpus: table_otherwise(
        train(_fusion(passes=0)), corpus, moved
    ),
    "fusion of documents, mapped again by the table": lambda train, corpus: mapped_again(
        train(DOCUMENTS), train(CountVectors()), train(_fusion(passes=0)), corpus
    ),
    "spelling": _model(Spelling()),
    "spelling, groups of up to five letters": _model(Spelling(longest=5)),
    "fusion": _model(_spelled()),
    "fusion, LSA of d 300": _model(_spelled(first=LSA(dim=300))),
    "fusion, spelling counts half": _model(_spelled(third_weight=0.75)),
    "fusion, spelling counts twice": _model(_spelled(third_weight=3.0)),
    "fusion, spelling not in the vectors, only in the table": lambda train, corpus: proposed(
        train(_spelled(passes=0)), train(_fusion(passes=0)), corpus
    ),
    "fusion, spelling in the vectors of the table, too": lambda train, corpus: proposed(
        train(_spelled(passes=0)), train(_spelled(passes=0)), corpus
    ),
    "fusion, spelling only in the first pairs": _model(_fusion(second=SelfLearning(lexicon=BOTH))),
    "fusion, spelling in the first pairs, too": _model(_spelled(second=SelfLearning(lexicon=BOTH))),
    "fusion, spelling mapped by the pairs found": _model(
        _spelled(third=SelfLearning(lexicon=_joined(), vectors=Spelling(), iterations=1))
    ),
    "fusion of documents less half of its background": _less(0.5, third_weight=0.0),
    "fusion of documents less its background, the default": _less(third_weight=0.0),
    "fusion of documents less all of its background": _less(1.0, third_weight=0.0),
    "fusion less half of its background": _less(0.5),
    "fusion less its background, the default": _less(),
    "fusion less all of its background": _less(1.0),
}

#: Other retrievals of a space, as a trial and what is to be made of it, the gold words given.
ASKED: dict[str, tuple[Trial, Callable[[Train, np.ndarray], Retrieval]]] = {
    "plain neighbours": (_model(OF_DOCUMENTS), lambda train, words: NearestNeighbor()),
    "CSLS (10 neighbours)": (_model(OF_DOCUMENTS), lambda train, words: CSLS()),
    "CSLS, 5 neighbours": (_model(OF_DOCUMENTS), lambda train, words: CSLS(5)),
    "CSLS, 20 neighbours": (_model(OF_DOCUMENTS), lambda train, words: CSLS(20)),
    "inverted softmax": (_model(OF_DOCUMENTS), lambda train, words: InvertedSoftmax()),
    "globally corrected": (_model(OF_DOCUMENTS), lambda train, words: GloballyCorrected()),
    "one-to-one among the gold words": (_model(OF_DOCUMENTS), lambda train, words: OneToOne(words)),
    "one-to-one among all words": (_model(OF_DOCUMENTS), lambda train, words: OneToOne()),
    "Sinkhorn among all words": (_model(OF_DOCUMENTS), lambda train, words: Sinkhorn()),
    "sum of cosines of LSA and self-learning, CSLS": (
        _model(_joined()),
        lambda train, words: CSLS(),
    ),
    "reciprocal ranks of LSA and self-learning by CSLS": (
        _model(DOCUMENTS),
        lambda train, words: ReciprocalRanks(train(_self())),
    ),
    "the same, ranks count more": (
        _model(DOCUMENTS),
        lambda train, words: ReciprocalRanks(train(_self()), constant=1.0),
    ),
}


class Laboratory:
    """Trains and scores on several corpora, and remembers what it found."""

    def __init__(self, data: Path, cache: Path, store: Path | None) -> None:
        self.data, self.cache, self.store = data, cache, store
        self.known: dict[str, dict[str, float]] = {}
        if cache.is_file():
            self.known = json.loads(cache.read_text(encoding="utf-8"))

    def measure(self, pair: str, names: list[str]) -> None:
        """Measure what is not known yet of a corpus."""
        missing = [name for name in names if f"{pair} {name}" not in self.known]
        if not missing:
            return
        place = self.data / pair
        files = [place / f"{side}.txt.gz" for side in ("source", "target")]
        langs = tuple(pair.split("-")[-2:])
        corpus = AlignedCorpus.from_files(*files, langs=langs, min_count=5)
        gold, sentences = BLE.from_file(place / "gold-dev.tsv"), place / "swtc-dev.jsonl"
        workshop = Workshop(corpus, self.store)
        for name in missing:
            workshop.used.clear()
            if name in ASKED:
                found = _asked(name, workshop, gold)
            else:
                began = process_time()
                space = TRIALS[name](workshop.train, corpus)
                own = process_time() - began - workshop.fresh()
                found = {way: _accuracy(gold, space, way) for way in ("nn", "csls")}
                if sentences.is_file():
                    found |= _in_context(SWTC.from_file(sentences), space)
                found["seconds"] = own + workshop.total()
            self.known[f"{pair} {name}"] = found
            self.cache.write_text(json.dumps(self.known, indent=0), encoding="utf-8")


def _asked(name: str, workshop: Workshop, gold: BLE) -> dict[str, float]:
    trial, retrieval = ASKED[name]
    space = trial(workshop.train, workshop.corpus)
    words = space.source.ids([word for word in gold.gold if word in space.source])
    way = retrieval(workshop.train, words.astype(np.int64))
    return {"acc1": _accuracy(gold, space, way)}


def _in_context(sentences: SWTC, space: BilingualSpace) -> dict[str, float]:
    scorer = sentences.scorer(space)
    ways = {"swtc": Additive(), "background": Additive(background=BACKGROUND)}
    return {name: score(scorer.outcome(way), "acc1") for name, way in ways.items()}


def _accuracy(gold: BLE, space: BilingualSpace, retrieval: str | Retrieval) -> float:
    return score(gold.evaluate(space, retrieval=retrieval), "acc1")


class Workshop:
    """Trains every model once on a corpus, and knows what each took."""

    def __init__(self, corpus: AlignedCorpus, store: Path | None = None) -> None:
        self.corpus, self.store = corpus, store
        self.models: dict[str, RepresentationModel] = {}
        self.seconds: dict[str, float] = {}
        self.used: dict[str, bool] = {}  # by this trial, and whether it was trained for it

    def train(self, model: RepresentationModel) -> BilingualSpace:
        """Return the space of a model, trained now or before."""
        return self.fitted(model).space_

    def fitted(self, model: RepresentationModel) -> RepresentationModel:
        """Train a model and, before, what it builds on, each of them once."""
        key = str(to_json(model_spec(model)))
        if key not in self.models:
            self._take(key, model)
        parts = {name: self.fitted(part) for name, part in model.components().items()}
        self.used.setdefault(key, key not in self.models)
        if key not in self.models:
            warm = type(model)
            warm(**warm.toy_parameters()).fit(toy_corpus())
            began = process_time()
            self.models[key] = model.fit(self.corpus, components=parts)
            self.seconds[key] = process_time() - began
        return self.models[key]

    def _take(self, key: str, model: RepresentationModel) -> None:
        """Take a model without parts from a run directory's store, if it was trained there."""
        if self.store is None or model.components():
            return
        for manifest in sorted(self.store.glob("fit/*/manifest.json")):
            record = json.loads(manifest.read_text(encoding="utf-8"))
            if str(to_json(record["about"]["spec"])) == key and "processor" in record["cost"]:
                taken = load_model(manifest.parent / "model")
                own = taken.space_.source, taken.space_.target
                if own == (self.corpus.source.vocabulary, self.corpus.target.vocabulary):
                    self.models[key], self.seconds[key] = taken, record["cost"]["processor"]

    def total(self) -> float:
        """Return the seconds of all models that the trial used."""
        return sum(self.seconds[key] for key in self.used)

    def fresh(self) -> float:
        """Return the seconds of those that were trained for it."""
        return sum(self.seconds[key] for key, fresh in self.used.items() if fresh)


def table(laboratory: Laboratory, pairs: list[str]) -> str:
    """Write what is known as a table, a trial that was not run as a dash."""
    lines = []
    for name in [*TRIALS, *ASKED]:
        if name in (next(iter(TRIALS)), next(iter(ASKED))):
            head = ["retrieval" if name in ASKED else "trial", *pairs]
            lines += [*([""] if lines else []), _line(head), _line(["---"] * len(head))]
        found = [laboratory.known.get(f"{pair} {name}") for pair in pairs]
        if any(found):
            lines.append(_line([name, *map(_cell, found)]))
    return "\n".join(lines)


def _cell(found: dict[str, float] | None) -> str:
    if found is None:
        return "–"
    if "acc1" in found:
        return f"{found['acc1']:.3f}"
    scores = [found[way] for way in ("nn", "csls", "swtc", "background") if way in found]
    return f"{' / '.join(f'{one:.3f}' for one in scores)}, {found['seconds']:.1f} s"


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--cache", type=Path, default=Path("beyond.json"))
    parser.add_argument("--pairs", default="europarl-es-en,es-en,pt-en,hu-en,cs-en")
    parser.add_argument("--only", nargs="+", default=["*"], help="trials, * for anything")
    parser.add_argument("--store", type=Path, help="of a run, to take finished trainings from")
    parser.add_argument("--print", action="store_true", help="measure nothing, print the cache")
    arguments = parser.parse_args()
    laboratory, pairs = (
        Laboratory(arguments.data, arguments.cache, arguments.store),
        arguments.pairs.split(","),
    )
    wanted = [
        name for name in [*TRIALS, *ASKED] if any(fnmatch(name, one) for one in arguments.only)
    ]
    if not arguments.print:
        for pair in pairs:
            laboratory.measure(pair, wanted)
    print(table(laboratory, pairs))


if __name__ == "__main__":
    main()
