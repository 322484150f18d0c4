"""What was tried to learn more than BWESG from documents, on development items.

    python benchmarks/beyond.py --data DIR --cache beyond.json > table.md
    python benchmarks/beyond.py --data DIR --pairs europarl-es-en --only "LSA*" fusion

DIR has a directory for each corpus ("es-en", "europarl-es-en") with ``source.txt.gz``,
``target.txt.gz``, ``gold-dev.tsv`` and, if there are sentences, ``swtc-dev.jsonl``. No word of
these is in a lexicon that a table is printed of. Scores are Acc@1 with plain neighbours and with
CSLS and, where there are sentences, in context; one seed. Seconds are of the processor, all parts
of a model included; kernels are compiled before. What was measured is kept in the cache, and a
later call measures only what is missing.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from fnmatch import fnmatch
from pathlib import Path
from time import process_time

from beyond_trials import Train, rotated, sections, summed, unseeded

from baselines import BWESG, LSA, CountVectors, Fusion, MonolingualVectors, SelfLearning
from clss.corpus import AlignedCorpus
from clss.model import RepresentationModel, model_spec
from clss.persistence import to_json
from clss.space import BilingualSpace
from clss.toy import toy_corpus
from evaluation import BLE, SWTC
from evaluation.tasks.scores import score

Trial = Callable[[Train, AlignedCorpus], BilingualSpace]

ARTICLE = BWESG(dim=100)
DOCUMENTS = LSA(dim=150)
SKIP_GRAM = MonolingualVectors(dim=100, window=16)


def _model(model: RepresentationModel) -> Trial:
    return lambda train, corpus: train(model)


def _shuffles(count: int) -> list[RepresentationModel]:
    return [BWESG(dim=100, shuffle="merge", shuffle_index=index) for index in range(count)]


def _self(**options: object) -> SelfLearning:
    return SelfLearning(lexicon=DOCUMENTS, **options)


def _counts(**options: object) -> SelfLearning:
    return SelfLearning(lexicon=DOCUMENTS, vectors=CountVectors(**options))


#: What is compared, by the name of its line.
TRIALS: dict[str, Trial] = {
    "BWESG, d 100": _model(ARTICLE),
    "BWESG, d 100, three shuffles summed": lambda train, corpus: summed(*map(train, _shuffles(3))),
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
    "fusion": _model(Fusion(first=DOCUMENTS)),
    "fusion, both from LSA of d 300": _model(Fusion(first=LSA(dim=300))),
    "fusion, both from LSA of d 300, power 1.5": _model(Fusion(first=LSA(dim=300, power=1.5))),
    "fusion, self-learning counts twice": _model(Fusion(first=DOCUMENTS, second_weight=2.0)),
    "fusion, self-learning counts half": _model(Fusion(first=DOCUMENTS, second_weight=0.5)),
    "fusion with BWESG": _model(Fusion(first=DOCUMENTS, third=ARTICLE)),
    "LSA + BWESG + rotated skip-gram": lambda train, corpus: summed(
        train(LSA(dim=300)), train(ARTICLE), rotated(train(SKIP_GRAM), train(DOCUMENTS), 4)
    ),
}


class Laboratory:
    """Trains and scores on several corpora, and remembers what it found."""

    def __init__(self, data: Path, cache: Path) -> None:
        self.data, self.cache = data, cache
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
        workshop = Workshop(corpus)
        for name in missing:
            workshop.used.clear()
            began = process_time()
            space = TRIALS[name](workshop.train, corpus)
            own = process_time() - began - workshop.fresh()
            found = {
                retrieval: score(gold.evaluate(space, retrieval=retrieval), "acc1")
                for retrieval in ("nn", "csls")
            }
            if sentences.is_file():
                found["swtc"] = score(SWTC.from_file(sentences).evaluate(space), "acc1")
            self.known[f"{pair} {name}"] = found | {"seconds": own + workshop.total()}
            self.cache.write_text(json.dumps(self.known, indent=0), encoding="utf-8")


class Workshop:
    """Trains every model once on a corpus, and knows what each took."""

    def __init__(self, corpus: AlignedCorpus) -> None:
        self.corpus = corpus
        self.models: dict[str, RepresentationModel] = {}
        self.seconds: dict[str, float] = {}
        self.used: dict[str, bool] = {}  # by this trial, and whether it was trained for it

    def train(self, model: RepresentationModel) -> BilingualSpace:
        """Return the space of a model, trained now or before."""
        return self.fitted(model).space_

    def fitted(self, model: RepresentationModel) -> RepresentationModel:
        """Train a model and, before, what it builds on, each of them once."""
        key = str(to_json(model_spec(model)))
        parts = {name: self.fitted(part) for name, part in model.components().items()}
        self.used.setdefault(key, key not in self.models)
        if key not in self.models:
            warm = type(model)
            warm(**warm.toy_parameters()).fit(toy_corpus())
            began = process_time()
            self.models[key] = model.fit(self.corpus, components=parts)
            self.seconds[key] = process_time() - began
        return self.models[key]

    def total(self) -> float:
        """Return the seconds of all models that the trial used."""
        return sum(self.seconds[key] for key in self.used)

    def fresh(self) -> float:
        """Return the seconds of those that were trained for it."""
        return sum(self.seconds[key] for key, fresh in self.used.items() if fresh)


def table(laboratory: Laboratory, pairs: list[str]) -> str:
    """Write what is known as a table, a trial that was not run as a dash."""
    head = ["trial", *pairs]
    lines = [_line(head), _line(["---"] * len(head))]
    for name in TRIALS:
        found = [laboratory.known.get(f"{pair} {name}") for pair in pairs]
        if any(found):
            lines.append(_line([name, *map(_cell, found)]))
    return "\n".join(lines)


def _cell(found: dict[str, float] | None) -> str:
    if found is None:
        return "–"
    scores = [found["nn"], found["csls"], *([found["swtc"]] if "swtc" in found else [])]
    return f"{' / '.join(f'{one:.3f}' for one in scores)}, {found['seconds']:.1f} s"


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--cache", type=Path, default=Path("beyond.json"))
    parser.add_argument("--pairs", default="europarl-es-en,es-en,pt-en,hu-en")
    parser.add_argument("--only", nargs="+", default=["*"], help="trials, * for anything")
    parser.add_argument("--print", action="store_true", help="measure nothing, print the cache")
    arguments = parser.parse_args()
    laboratory, pairs = Laboratory(arguments.data, arguments.cache), arguments.pairs.split(",")
    wanted = [name for name in TRIALS if any(fnmatch(name, one) for one in arguments.only)]
    if not arguments.print:
        for pair in pairs:
            laboratory.measure(pair, wanted)
    print(table(laboratory, pairs))


if __name__ == "__main__":
    main()
