"""Settings of every model on development items of several language pairs: where defaults come from.

    python benchmarks/defaults.py --data DIR --cache defaults.json > docs/defaults.md
    python benchmarks/defaults.py --data DIR --cache defaults.json --only lsa,bwesg --pairs es-en

DIR has a directory for each language pair ("es-en") with ``source.txt.gz``, ``target.txt.gz`` and
``gold-dev.tsv``, a lexicon that shares no word with any lexicon a table is printed of. One
parameter is changed at a time, around the first line of each model. Scores are Acc@1 with plain
neighbours and with CSLS; one seed (1), so differences of one or two hundredths are noise. What was
measured is kept in the cache by all parameters and versions of a model and of what it builds on; a
later call measures only what is missing, and no table mixes an algorithm's versions.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from statistics import mean
from typing import Any

from clss.corpus import AlignedCorpus
from clss.model import MODELS, RepresentationModel, model_spec
from clss.persistence import to_json
from evaluation import BLE
from evaluation.tasks.scores import score

RETRIEVALS = ("nn", "csls")
_TOPICS = {"topics": 1000, "sweeps": 200}
_SEED = {"model": "association-muptm", **_TOPICS}
_TPPMI = {"model": "traditional-ppmi", "seed_model": _SEED}
_TPPMI_DOCUMENTS = {"model": "traditional-ppmi", "seed_model": {"model": "cooccurrence"}}
_GLOVE = {"backbone": "glove", "alpha": 0.05, "glove_x_max": 10.0}

#: Per model: the settings to begin with, and what is changed in them.
QUESTIONS: dict[str, tuple[dict[str, Any], list[dict[str, Any]]]] = {
    "cooccurrence": (
        {"weighting": "smoothed-ppmi", "documents": "none"},
        [{"weighting": name} for name in ("ppmi", "log", "sqrt", "binary", "count")]
        + [{"documents": name} for name in ("idf", "entropy", "length")]
        + [{"weighting": "log", "documents": "idf"}, {"weighting": "sqrt", "documents": "entropy"}],
    ),
    "lsa": (
        {"dim": 300, "weighting": "smoothed-ppmi"},
        [{"dim": dim} for dim in (100, 600)]
        + [{"power": 0.5}, {"words": "idf"}, {"normalize": True}]
        + [{"weighting": "log", "words": "idf", "normalize": True}]
        + [{"weighting": "log", "words": "entropy"}],
    ),
    "bwesg": (
        {"dim": 100, "window": 48},
        [{"dim": 200}, {"window": 100}, {"shuffle": "merge"}, {"alpha": 0.05}]
        + [{"backbone": "cbow", "alpha": alpha} for alpha in (0.01, 0.025, 0.05, 0.1)]
        + [{**_GLOVE, "alpha": alpha} for alpha in (0.025, 0.05, 0.1)]
        + [{**_GLOVE, "glove_x_max": 100.0}],
    ),
    "basic-muptm": (
        _TOPICS,
        [{"topics": topics} for topics in (200, 500, 2000)]
        + [{"samples": 10}, {"prune": None}, {"prior": "counts"}],
    ),
    "association-muptm": (_TOPICS, [{"topics": 500}, {"prune": 200}, {"samples": 10}]),
    "pseudo-lda": (_TOPICS, [{"topics": 200}, {"topics": 500}, {"prior": "counts"}]),
    "traditional-ppmi": (
        {"seed_model": _SEED},
        [{"window": window} for window in (3, 10)]
        + [{"seed_model": {"model": "cooccurrence"}}, {"min_count_seed": 5}],
    ),
    "mikolov": (
        {"lexicon": _TPPMI, "dim": 100, "window": 16},
        [
            {"window": 48},
            {"orthogonal": True},
            {"regularization": "loo-retrieval"},
            {"orthogonal": True, "center": True},
            {"lexicon": _TPPMI_DOCUMENTS},
        ],
    ),
    "cca": (
        {"lexicon": _TPPMI, "dim": 100, "window": 16},
        [{"window": 48}, {"fraction": 1.0}, {"regularization": 0.1}],
    ),
    "bicvm": (
        {"dim": 100, "epochs": 50},
        [{"dim": 200}, {"epochs": 100}, {"learning_rate": 0.02}, {"learning_rate": 0.1}],
    ),
    "bilbowa": (
        {"dim": 100},
        [{"learning_rate": rate} for rate in (0.05, 0.025)]
        + [{"scale": "gradient"}, {"window": 48}, {"learning_rate": 0.05, "window": 48}],
    ),
    "autoencoder": (
        {"dim": 40},
        [{"dim": 100}, {"dim": 200}, {"learning_rate": 0.03}, {"epochs": 50}],
    ),
}


def make(name: str, parameters: Mapping[str, Any]) -> RepresentationModel:
    """Make a model; a table among the parameters is a model within."""
    made = {key: _made(value) for key, value in parameters.items()}
    return MODELS.get(name)(**made)


def _made(value: Any) -> Any:
    if not isinstance(value, Mapping):
        return value
    return make(value["model"], {key: one for key, one in value.items() if key != "model"})


class Laboratory:
    """Trains and scores models of several language pairs, and remembers what it found."""

    def __init__(self, data: Path, cache: Path) -> None:
        self.data, self.cache = data, cache
        self.known: dict[str, list[float]] = {}
        if cache.is_file():
            self.known = json.loads(cache.read_text(encoding="utf-8"))
        self._loaded: dict[str, tuple[AlignedCorpus, BLE]] = {}
        self._components: dict[str, RepresentationModel] = {}

    def pair(self, name: str) -> tuple[AlignedCorpus, BLE]:
        """Return the corpus and the development items of a language pair."""
        if name not in self._loaded:
            place = self.data / name
            files = [place / f"{side}.txt.gz" for side in ("source", "target")]
            source, target = name.split("-")[-2:]
            corpus = AlignedCorpus.from_files(*files, langs=(source, target), min_count=5)
            self._loaded = {name: (corpus, BLE.from_file(place / "gold-dev.tsv"))}
            self._components = {}
        return self._loaded[name]

    def fitted(self, model: RepresentationModel, corpus: AlignedCorpus) -> RepresentationModel:
        """Train a model; what several build on is trained once for a language pair."""
        found = {}
        for name, component in model.components().items():
            key = str(to_json(model_spec(component)))
            if key not in self._components:
                self._components[key] = self.fitted(component, corpus)
            found[name] = self._components[key]
        return model.fit(corpus, components=found)

    def measure(self, pair: str, model: str, parameters: Mapping[str, Any]) -> None:
        """Train and score one setting, unless that is known."""
        key = self.key(pair, model, parameters)
        if key in self.known:
            return
        corpus, items = self.pair(pair)
        space = self.fitted(make(model, parameters), corpus).space_
        self.known[key] = [
            score(items.evaluate(space, retrieval=retrieval), "acc1") for retrieval in RETRIEVALS
        ]
        self.cache.write_text(json.dumps(self.known, indent=0), encoding="utf-8")

    @staticmethod
    def key(pair: str, model: str, parameters: Mapping[str, Any]) -> str:
        """Name one measurement."""
        return f"{pair} {described(make(model, parameters))}"


def described(model: RepresentationModel) -> str:
    """Describe a model and all that it builds on, with the versions of their algorithms."""
    parts = [described(component) for component in model.components().values()]
    return " ".join([to_json(model_spec(model)), *parts])


def settings(model: str) -> list[dict[str, Any]]:
    """Return the settings of a model to measure, the first one being the point of departure."""
    base, changes = QUESTIONS[model]
    return [base, *({**base, **change} for change in changes)]


def introduction(laboratory: Laboratory, pairs: list[str]) -> str:
    """Say what was measured, on what."""
    sizes = []
    for pair in pairs:
        corpus, items = laboratory.pair(pair)
        tokens = sum(side.n_tokens for side in corpus.sides)
        sizes.append(
            f"{pair} ({len(corpus):,} document pairs, {tokens:,} tokens, {len(items)} items)"
        )
    return (
        "# Settings of models on development items\n\n"
        f"Acc@1 with plain neighbours / with CSLS on {'; '.join(sizes)}. One seed; the first line"
        " of a model is its point of departure, the others change what they name. A dash was not"
        " run."
        " Written by `benchmarks/defaults.py`."
    )


def report(laboratory: Laboratory, model: str, pairs: list[str]) -> str:
    """Write what is known of a model as a table, a setting that was not run as a dash."""
    base, changes = QUESTIONS[model]
    head = ["setting", *pairs, "mean"]
    lines = [f"## {model}", "", _line(head), _line(["---"] * len(head))]
    for change, parameters in zip([base, *changes], settings(model), strict=True):
        found = [laboratory.known.get(laboratory.key(pair, model, parameters)) for pair in pairs]
        cells = ["–" if one is None else _scores(one) for one in found]
        measured = [one for one in found if one is not None]
        if not measured:
            continue
        whole = len(measured) == len(pairs)
        average = _scores([mean(values) for values in zip(*measured, strict=True)])
        lines.append(_line([_shown(change), *cells, average if whole else "–"]))
    return "\n".join(lines)


def _scores(values: list[float]) -> str:
    return " / ".join(f"{value:.3f}" for value in values)


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _shown(parameters: Mapping[str, Any]) -> str:
    parts = []
    for name, value in parameters.items():
        if isinstance(value, Mapping):
            value = f"{value['model']}({_shown({k: v for k, v in value.items() if k != 'model'})})"
        parts.append(f"{name}={value}")
    return ", ".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--cache", type=Path, default=Path("defaults.json"))
    parser.add_argument("--pairs", default="es-en,de-en,pt-en", help="directories of DIR")
    parser.add_argument("--only", default=",".join(QUESTIONS), help="models, by default all")
    parser.add_argument("--print", action="store_true", help="measure nothing, print the cache")
    arguments = parser.parse_args()
    laboratory = Laboratory(arguments.data, arguments.cache)
    pairs, models = arguments.pairs.split(","), arguments.only.split(",")
    if not arguments.print:
        for pair in pairs:
            for model in models:
                for parameters in settings(model):
                    laboratory.measure(pair, model, parameters)
    print(f"{introduction(laboratory, pairs)}\n")
    print("\n\n".join(report(laboratory, model, pairs) for model in models))


if __name__ == "__main__":
    main()
