"""How time, memory and disk of every model grow with the text, and what a larger text would take.

    python benchmarks/growth.py --data ../shared/data/europarl-es-en --plot docs/growth.png
    python benchmarks/growth.py                    # only prints what was measured

Corpora of 1/8, 1/4, 1/2, 1 and 8 times the given one (see tiled_corpus.py). Every training runs in
a process of its own, one at a time, on one thread, kernels compiled beforehand; the models that a
model builds on are trained before and are rows of their own. What was measured is kept in a JSON
file: a later call measures only what is missing. Seconds are of the processor; memory is the peak
beyond what the process held before, mapped files included; disk is the saved model.

Models whose time is proportional to a number of passes make few of them (column "cut"); the
forecast multiplies by what was left out.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
from growth_report import SCALES, forecast_table, grown_corpus, growth_plot, growth_table
from measure import measure_here
from tiled_corpus import MIN_COUNT, heaps_exponents, scaled

from clss import MODELS, AlignedCorpus
from clss.model import RepresentationModel, load_model
from clss.toy import toy_corpus

RESULTS = Path(__file__).with_name("growth.json")


@dataclass(frozen=True)
class Case:
    """One row: a model, what is cut, the factor that undoes the cut, and what it builds on."""

    model: str
    given: dict[str, Any] = field(default_factory=dict)
    cut: str = ""
    factor: float = 1.0
    needs: dict[str, str] = field(default_factory=dict)


#: In an order in which what a model needs stands before it. The lexicons of Traditional-PPMI,
#: Mikolov's mapping and CCA begin with co-occurrence, as in the configs of ``clss init``.
CASES = {
    case.model: case
    for case in (
        Case("cooccurrence"),
        Case("lsa"),
        Case("count-vectors"),
        Case("bicvm", {"epochs": 1}, "1 of 200 epochs", 200),
        Case("autoencoder", {"epochs": 1}, "1 of 20 epochs", 20),
        Case("bilda", {"sweeps": 10}, "10 of 1000 sweeps", 100),
        Case("pseudo-lda", {"sweeps": 10}, "10 of 1000 sweeps", 100),
        Case("basic-muptm", needs={"topic_model": "bilda"}),
        Case("self-learning", needs={"lexicon": "lsa", "vectors": "count-vectors"}),
        Case("spelling"),
        Case("fusion", needs={"first": "lsa", "second": "self-learning", "third": "spelling"}),
        Case("bilbowa", {"epochs": 1}, "1 of 15 epochs", 15),
        Case("bwesg", {"epochs": 1}, "1 of 15 epochs", 15),
        Case("monolingual", {"epochs": 1}, "1 of 15 epochs", 15),
        Case(
            "traditional-ppmi",
            {"max_iterations": 1},
            "1 of 10 iterations",
            10,
            {"seed": "cooccurrence"},
        ),
        Case("mikolov", needs={"lexicon": "traditional-ppmi", "vectors": "monolingual"}),
        Case("cca", needs={"lexicon": "traditional-ppmi", "vectors": "monolingual"}),
        Case("association-muptm", needs={"topic_model": "bilda"}),
    )
}


def made(case: Case) -> RepresentationModel:
    """Make the model of a row."""
    cls: Any = MODELS.get(case.model)
    model: RepresentationModel = cls(**case.given)
    return model


def prepared(case: Case, place: Path) -> tuple[Any, AlignedCorpus, dict[str, Any]]:
    """Compile the kernels on toy data; make the model, open the corpus and what it builds on."""
    cls: Any = MODELS.get(case.model)
    cls(**cls.toy_parameters()).fit(toy_corpus())
    parts = {name: load_model(place / model, hashed=True) for name, model in case.needs.items()}
    return made(case), AlignedCorpus.load(place / "corpus", hashed=True), parts


def trained(given: tuple[Any, AlignedCorpus, dict[str, Any]]) -> Any:
    model, corpus, parts = given
    return model.fit(corpus, components=parts)


def measured(case: Case, place: Path) -> dict[str, float]:
    """Measure one training in this process, then save the model for those that build on it."""
    cost = measure_here(partial(prepared, case, place), trained)
    cost.result.save(place / case.model)
    files = [path for path in (place / case.model).rglob("*") if path.is_file()]
    return {
        "seconds": round(cost.cpu_seconds, 3),
        "megabytes": round(cost.extra_megabytes, 1),
        "peak_megabytes": round(cost.peak_megabytes, 1),
        "disk_megabytes": round(sum(path.stat().st_size for path in files) / 2**20, 2),
    }


def in_own_process(function: Any, *arguments: Any) -> Any:
    """Call a function in a fresh process, whose matrix products have one thread."""
    os.environ.update(dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1"))
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(function, *arguments).result()


def make_corpus(data: Path, scale: str, place: Path) -> dict[str, Any]:
    """Write the corpus of one size, unless it is there; return what it is."""
    corpus = read(data)
    made = scaled(corpus, SCALES[scale])
    made.save(place / "corpus")
    files = [path for path in (place / "corpus").rglob("*") if path.is_file()]
    return {
        "pairs": len(made),
        "tokens": [side.n_tokens for side in made.sides],
        "vocabulary": [len(side.vocabulary) for side in made.sides],
        "disk_megabytes": round(sum(path.stat().st_size for path in files) / 2**20, 2),
        "heaps": [round(exponent, 3) for exponent in heaps_exponents(corpus)],
    }


def read(data: Path) -> AlignedCorpus:
    texts = [data / f"nouns.{lang}.txt.gz" for lang in ("es", "en")]
    return AlignedCorpus.from_files(*texts, langs=("es", "en"), min_count=MIN_COUNT)


def measure_missing(
    results: dict[str, Any], data: Path, work: Path, scales: list[str], models: list[str], out: Path
) -> None:
    """Train what has not been measured yet, small corpora first, and write every result down."""
    for scale in scales:
        place = work / scale.replace("/", "_")
        if scale not in results["corpora"] or not (place / "corpus").exists():
            results["corpora"][scale] = in_own_process(make_corpus, data, scale, place)
            write(results, out)
        for model in models:
            train_missing(results, CASES[model], scale, place, out)


def train_missing(results: dict[str, Any], case: Case, scale: str, place: Path, out: Path) -> None:
    known = results["models"].setdefault(case.model, {})
    if scale in known:
        return
    for need in case.needs.values():  # a model that was measured elsewhere is trained again
        train_missing(results, CASES[need], scale, place, out)
        if not (place / need).exists():
            in_own_process(measured, CASES[need], place)
    known[scale] = in_own_process(measured, case, place)
    print(f"{case.model} at {scale}: {known[scale]}", file=sys.stderr, flush=True)
    write(results, out)


def write(results: dict[str, Any], out: Path) -> None:
    out.write_text(json.dumps(results, indent=1, sort_keys=True) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--data", type=Path, help="directory of the corpus; nothing is measured without"
    )
    parser.add_argument(
        "--work",
        type=Path,
        default=Path(tempfile.gettempdir()) / "clss-growth",
        help="corpora and models",
    )
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument("--scales", default=",".join(SCALES))
    parser.add_argument("--models", default=",".join(CASES))
    parser.add_argument("--tokens", type=float, default=1.5e9, help="of the text of the forecast")
    parser.add_argument("--cores", type=int, default=32, help="of a machine of the forecast")
    parser.add_argument("--gigabytes", type=float, default=256, help="of such a machine")
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--plot", type=Path)
    options = parser.parse_args()
    results = {"corpora": {}, "models": {}}
    if options.results.exists():
        results = json.loads(options.results.read_text())
    if options.data is not None:
        scales, models = options.scales.split(","), options.models.split(",")
        measure_missing(results, options.data, options.work, scales, models, options.results)
    print(growth_table(results, CASES))
    statistics = grown_corpus(results, options.tokens)
    reserved = {
        name: made(case).estimate_memory(statistics) / 2**30 for name, case in CASES.items()
    }
    machine = options.cores, options.gigabytes, options.seeds
    print(forecast_table(results, CASES, reserved, options.tokens, *machine))
    if options.plot is not None:
        growth_plot(results, list(CASES), options.plot)


if __name__ == "__main__":
    main()
