"""Rows of a table, and stages of a run, that are not the same are not called the same."""

from __future__ import annotations

import json
from pathlib import Path

from toy_run import HEADER, Ran, write_config

from evaluation.runs.grid import full_label, variants


def labels(tables: list[dict]) -> list[str]:
    return [full_label("A", v.grid, {}) for v in variants({"first": tables})]


def test_tables_of_one_model_are_told_apart_by_what_differs() -> None:
    inner = [{"model": "lsa", "dim": dim, "power": 1.0} for dim in (10, 20)]
    assert labels([{"model": "x", "part": part, "k": 5} for part in inner]) == [
        "A, first=x, first.part.dim=10",
        "A, first=x, first.part.dim=20",
    ]
    # one leaves a value out; lists within the tables
    assert labels([{"model": "x"}, {"model": "x", "k": 5}]) == [
        "A, first=x",
        "A, first=x, first.k=5",
    ]
    assert labels([{"model": "x", "k": [1, 2], "j": 5}, {"model": "x", "k": 1, "j": 6}]) == [
        "A, first=x, first.k=1, first.j=5",
        "A, first=x, first.k=2, first.j=5",
        "A, first=x, first.k=1, first.j=6",
    ]
    # no more than before where the models say it
    other = [{"model": "x", "k": 5}, {"model": "y", "k": 6, "part": inner}]
    assert labels(other) == [
        "A, first=x",
        "A, first=y, first.part=lsa, first.part.dim=10",
        "A, first=y, first.part=lsa, first.part.dim=20",
    ]


def test_stages_in_two_contexts_have_two_titles(data: Path, tmp_path: Path) -> None:
    pairs = [line.split() for line in (data / "gold.tsv").read_text().splitlines()]
    answers = [answer for _, answer in pairs[:3]]
    items = [
        {"id": str(number), "word": word, "sentence": [word, pairs[3][0]], "position": 0}
        | {"candidates": answers, "gold": answer}
        for number, (word, answer) in enumerate(pairs[:3])
    ]
    (tmp_path / "items.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in items))
    header = HEADER.partition("[tasks")[0] + f'[tasks.swtc]\nitems = "{tmp_path}/items.jsonl"\n'
    row = '\n[[models]]\nmodel = "toy-counts"\ncontext = ["add", "add(background=0.8)"]\n'
    ran = Ran(write_config(tmp_path / "c.toml", data, row, header), tmp_path / "run")
    titles = [stage.title for stage in ran.finished.record.stages if stage.kind == "score"]
    name = "swtc s-t: toy-counts()"
    assert titles == [f"{name} [add]", f"{name} [add(background=0.8)]"]
