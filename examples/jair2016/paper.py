"""Run every config of this folder at reduced size on the quickstart's data (``make paper``).

The article's corpora are not ours to give, so its tables and figures are made here from the help
pages of LibreOffice: one language pair, smaller models, fewer settings. Scores are of other data
and other items than the article's; what can be compared is the order of rows, and that every
table and figure comes out. ``RESULTS.md`` in the output folder has our scores beside the article's
for Spanish and English (``article.tsv``), the figures are there as PDF and CSV.

    python examples/jair2016/paper.py --out runs/paper [ble-group1 …]
"""

from __future__ import annotations

import argparse
import csv
import json
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tabulate import tabulate

from evaluation.cli import main as clss
from evaluation.report.view import Panel
from evaluation.runs import collect
from evaluation.runs.directory import RunDirectory
from evaluation.tables.breakdown import breakdown_table
from evaluation.tables.options import TableOptions

FOLDER = Path(__file__).parent
DATA = FOLDER.parent / "quickstart"

#: Smaller values of parameters, by name; of a grid the first values that stand here too.
REDUCED: dict[str, Any] = {"topics": 100, "seeds": 2, "dim": [40, 100], "window": [4, 16, 48]}
#: Trainings are shorter, too.
SHORTER: dict[str, dict[str, Any]] = {
    "bwesg": {"epochs": 5},
    "bilbowa": {"epochs": 5},
    "bicvm": {"epochs": 20},
    "basic-muptm": {"sweeps": 50},
    "association-muptm": {"sweeps": 50},
    "traditional-ppmi": {"seed_model": {"model": "association-muptm", "topics": 100, "sweeps": 50}},
}
SHORTER["mikolov"] = {"lexicon": {"model": "traditional-ppmi", **SHORTER["traditional-ppmi"]}}


def reduced(config: Mapping[str, Any]) -> dict[str, Any]:
    """Return a config on the quickstart's data with smaller models and grids."""
    tasks = {
        "ble": {"gold": str(DATA / "gold.es-en.tsv")},
        "swtc": {"items": str(DATA / "swtc-test.jsonl"), "dev": str(DATA / "swtc-dev.jsonl")},
    }
    corpus = {"langs": ["es", "en"], "min_count": 5}
    corpus |= {side: str(DATA / f"nouns.{lang}.txt.gz") for side, lang in _SIDES.items()}
    return {
        "corpus": corpus,
        "tasks": {name: tasks[name] for name in config["tasks"]},
        "table": dict(config.get("table", {})),
        "models": [_reduced_model(model) for model in config["models"]],
    }


_SIDES = {"source": "es", "target": "en"}


def _reduced_model(model: Mapping[str, Any]) -> dict[str, Any]:
    small = dict(model)
    for name, limit in REDUCED.items():
        value = small.get(name)
        if isinstance(value, list):
            small[name] = [one for one in value if one in limit] or value[:1]
        elif value is not None:
            small[name] = min(value, max(limit) if isinstance(limit, list) else limit)
    small.pop("prune", None)  # there are fewer topics than it keeps
    return {**small, **SHORTER.get(small["model"], {})}


def to_toml(value: Any) -> str:
    """Write a value of a config as TOML has it."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {to_toml(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(to_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def write_config(config: Mapping[str, Any], path: Path) -> None:
    """Write a reduced config."""
    lines = [f"{name} = {to_toml(value)}" for name, value in config.items() if name != "models"]
    for model in config["models"]:
        lines += ["", "[[models]]", *(f"{name} = {to_toml(one)}" for name, one in model.items())]
    path.write_text("\n".join(lines) + "\n", "utf-8")


def article() -> dict[str, dict[str, dict[str, str]]]:
    """Return the article's scores by config, row and column."""
    found: dict[str, dict[str, dict[str, str]]] = {}
    with open(FOLDER / "article.tsv", encoding="utf-8", newline="") as stream:
        for line in csv.DictReader(stream, delimiter="\t"):
            rows = found.setdefault(line["config"], {})
            rows.setdefault(line["row"], {})[line["column"]] = line["score"]
    return found


def our_scores(results: collect.Results, table: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """Return our scores by row and column, as the article lays them out."""
    options = TableOptions.from_config(table)
    if table:
        made = collect.tables_of(results, options)[0]
        titles = [column.title.removeprefix("dim=") for column in made.columns]
    else:
        made = breakdown_table(results.outcomes, "senses", options)
        titles = [column.group for column in made.columns]
    return {
        row.label: {t: c.text + c.mark for t, c in zip(titles, row.cells, strict=True) if c.text}
        for row in made.rows
    }


def side_by_side(
    ours: Mapping[str, Mapping[str, str]], theirs: Mapping[str, Mapping[str, str]]
) -> str:
    """Write our scores beside the article's."""

    def columns(scores: Mapping[str, Mapping[str, str]]) -> list[str]:
        return list(dict.fromkeys(column for row in scores.values() for column in row))

    mine, printed = columns(ours), columns(theirs)
    header = ["row", *(f"here, {c}" for c in mine), *(f"article, {c}" for c in printed)]
    rows = [
        [
            label,
            *(ours.get(label, {}).get(c, "") for c in mine),
            *(theirs.get(label, {}).get(c, "") for c in printed),
        ]
        for label in dict.fromkeys([*ours, *theirs])
    ]
    return tabulate(rows, header, tablefmt="github", disable_numparse=True)


def run(name: str, out: Path) -> str:
    """Run one config at reduced size; return its part of the results."""
    small = reduced(tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8")))
    path = out / f"{name}.toml"
    write_config(small, path)
    if clss(["compare", str(path), "--out", str(out / "run")]) not in (0, 1):
        raise SystemExit(f"{path} could not be run")
    directory = RunDirectory.open(out / "run")
    record = next(r for r in directory.records if r.name.startswith(f"{name}-"))
    (results,) = collect.collect(directory, [record])
    parts = [f"## {name}", side_by_side(our_scores(results, record.table), article().get(name, {}))]
    if name.startswith("figure"):
        from evaluation.report.figures.style import save
        from evaluation.report.figures.sweep import draw_sweep
        from evaluation.report.numbers.sweep import sweep

        options = TableOptions.from_config({**record.table, "columns": []})
        found = sweep(Panel(results.task, "es-en", results.outcomes, options), "window")
        with draw_sweep(found) as figure:
            save(figure, out / f"{name}.pdf", found.sheet)
        parts.insert(1, f"Figure: {name}.pdf, its numbers: {name}.csv")
    return "\n\n".join(parts)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the configs asked for, or all."""
    names = sorted(path.stem for path in FOLDER.glob("*.toml"))
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("runs/paper"))
    parser.add_argument("configs", nargs="*", help=f"of {', '.join(names)}; all if omitted")
    given = parser.parse_args(arguments)
    given.out.mkdir(parents=True, exist_ok=True)
    parts = [
        "# The article's tables at reduced size",
        "Here: LibreOffice's help, Spanish and English, small models. Article: Wikipedia, Spanish"
        " and English. Other data and items: compare the order of rows, not the scores.",
        *(run(name, given.out) for name in given.configs or names),
    ]
    (given.out / "RESULTS.md").write_text("\n\n".join(parts) + "\n", "utf-8")
    print(f"wrote {given.out / 'RESULTS.md'}")


if __name__ == "__main__":
    main()
