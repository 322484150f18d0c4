"""How long ``clss explore`` takes to answer, on spaces of the size of a Europarl run.

    python benchmarks/explore.py [--questions 200]

Trains three skip-gram models of 300 dimensions on made-up text with 13,000 and 15,000 words (what
they learn does not matter here), serves the run directory and asks as the page does, over HTTP:
the neighbours of random words in one model and in three side by side, by plain neighbours and by
CSLS, and the candidates of a word in a sentence. Milliseconds by the clock: median and 95%.
"""

from __future__ import annotations

import argparse
import http.client
import statistics
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from threading import Thread
from urllib.parse import urlencode, urlsplit

import numpy as np

from evaluation.cli import main as clss
from evaluation.explore.models import Models
from evaluation.explore.server import ExploreServer
from evaluation.report.view import RunView

WORDS = {"es": 13_000, "en": 15_000}
LABELS = ("A", "B", "C")
Question = tuple[str, list[tuple[str, str]]]


def write_run(folder: Path) -> Path:
    """Write text in which every word occurs five times, a lexicon and a config; run it."""
    rng = np.random.default_rng(1)
    for lang, number in WORDS.items():
        tokens = rng.permutation(np.repeat(np.arange(number), 5))
        lines = (
            " ".join(f"{lang}{i}" for i in part) for part in np.array_split(tokens, number // 50)
        )
        padded = [*lines, *[f"{lang}0"] * (300 - number // 50)]
        (folder / f"{lang}.txt").write_text("\n".join(padded) + "\n", "utf-8")
    (folder / "gold.tsv").write_text("".join(f"es{i}\ten{i}\n" for i in range(1000)), "utf-8")
    models = (
        f'[[models]]\nmodel = "bwesg"\nlabel = "{label}"\ndim = 300\nepochs = 1\nseed = {seed}\n'
        for seed, label in enumerate(LABELS)
    )
    config = folder / "config.toml"
    config.write_text(
        'retrieval = ["nn", "csls"]\n[corpus]\nsource = "es.txt"\ntarget = "en.txt"\n'
        'langs = ["es", "en"]\nmin_count = 1\n[tasks.ble]\ngold = "gold.tsv"\n' + "".join(models),
        "utf-8",
    )
    if clss(["compare", str(config), "--out", str(folder / "run")]):
        raise SystemExit("the run failed")
    return folder / "run"


def neighbors(labels: Iterable[str], retrieval: str, number: int) -> list[Question]:
    """Ask for the neighbours of random words."""
    words = np.random.default_rng(2).integers(WORDS["es"], size=number)
    fixed = [("lang", "es"), ("into", "en"), ("retrieval", retrieval), ("top", "10")]
    models = [("model", label) for label in labels]
    return [("neighbors", [("word", f"es{i}"), *fixed, *models]) for i in words]


def sentences(number: int) -> list[Question]:
    """Ask for a word in sentences of ten random words."""
    words = np.random.default_rng(3).integers(WORDS["es"], size=(number, 10))
    return [
        (
            "context",
            [
                ("sentence", " ".join(f"es{i}" for i in row)),
                ("position", "4"),
                ("model", "A"),
            ],
        )
        for row in words
    ]


def milliseconds(address: str, questions: Iterable[Question]) -> list[float]:
    """Ask one after the other over one connection, as a browser does."""
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.netloc)
    found = []
    for question, fields in questions:
        begin = time.perf_counter()
        connection.request("GET", f"{parts.path}ask/{question}?{urlencode(fields)}")
        answer = connection.getresponse()
        body = answer.read()
        found.append(1000 * (time.perf_counter() - begin))
        if answer.status != http.HTTPStatus.OK:
            raise SystemExit(body.decode())
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--run", type=Path, help="a run of this benchmark that is there already")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        models = Models(RunView.open(given.run or write_run(Path(name))))
        models.prepare()
        with ExploreServer(models) as server:
            Thread(target=server.serve_forever, daemon=True).start()
            kinds = {
                "one model, nn": neighbors(LABELS[:1], "nn", given.questions),
                "three models, nn": neighbors(LABELS, "nn", given.questions),
                "three models, csls": neighbors(LABELS, "csls", given.questions),
                "a word in a sentence": sentences(given.questions),
            }
            for kind, questions in kinds.items():
                taken = sorted(milliseconds(server.url, questions))
                middle, most = statistics.median(taken), taken[int(0.95 * len(taken))]
                print(f"{kind:22} median {middle:6.1f} ms, 95% within {most:6.1f} ms", flush=True)
            server.shutdown()


if __name__ == "__main__":
    main()
