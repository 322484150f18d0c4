"""The processor seconds per token of every model: what its `seconds_per_token` should say.

A run estimates its time by these rates until it has trained the model itself once. Small settings
on the quickstart corpus, after a first training on toy data that compiles the kernels.

python benchmarks/training_rates.py [--models bwesg,bilda]
"""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path
from typing import Any

from clss import MODELS, AlignedCorpus
from clss.toy import toy_corpus

DATA = Path(__file__).parent.parent / "examples" / "quickstart"
SETTINGS: dict[str, dict[str, Any]] = {
    "bwesg": {"epochs": 1},
    "monolingual": {"epochs": 1},
    "bilbowa": {"epochs": 1},
    "bilda": {"sweeps": 50, "topics": 400},
    "pseudo-lda": {"sweeps": 50, "topics": 400},
    "basic-muptm": {"sweeps": 5, "topics": 400},
    "association-muptm": {"sweeps": 5, "topics": 400},
    "bicvm": {"epochs": 20},
    "autoencoder": {"epochs": 10},
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", default="", help="names, by default all")
    wanted = parser.parse_args().models
    texts = [DATA / f"nouns.{lang}.txt.gz" for lang in ("es", "en")]
    corpus, toy = AlignedCorpus.from_files(*texts, langs=("es", "en"), min_count=5), toy_corpus()
    statistics = corpus.statistics()
    for name in wanted.split(",") if wanted else MODELS.names():
        cls = MODELS.get(name)
        cls(**cls.toy_parameters()).fit(toy)
        model = cls(**SETTINGS.get(name, {}))
        components = {k: part.fit(corpus) for k, part in model.components().items()}
        begin = time.process_time()
        model.fit(corpus, components=components)
        seconds = time.process_time() - begin
        sizes = [getattr(model, parameter) for parameter in model.time_parameters]
        text = model.amount_of_text(statistics)
        work = text * math.prod(v for v in sizes if isinstance(v, int | float))
        rate = seconds / work
        expected = model.estimate_seconds(statistics)
        print(f"{name:<18} {seconds:8.2f} s, expected {expected:8.2f} s, {rate:.1e} per token")


if __name__ == "__main__":
    main()
