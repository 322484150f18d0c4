"""The plan of a comparison, without computing or writing anything."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tabulate import tabulate

from evaluation.runs import resources
from evaluation.runs.progress import megabytes
from evaluation.runs.run import missing, prepare
from evaluation.runs.store import Store


def describe_plan(
    config: Path, run_dir: Path, plugins: Sequence[Path] = ()
) -> tuple[dict[str, Any], str]:
    """Return the plan of a config as plain values and as text.

    The stages, what is there already, and the memory that each may take.
    """
    said: list[str] = []
    store = Store(run_dir / "store")
    prepared = prepare(config, store, plugins, said.append, write=False)
    plan = prepared.planner.plan()
    todo = {stage.key for stage in missing(plan, store, said.append, repair=False)}
    stages = [
        {
            "state": "stored" if corpus.stored else "to read",
            "kind": "corpus",
            "title": corpus.name,
            "key": corpus.key,
            "memory": 0,
        }
        for corpus in prepared.corpora
    ]
    stages += [
        {
            "state": "to compute" if stage.key in todo else "stored",
            "kind": stage.kind,
            "title": stage.title,
            "key": stage.key,
            "memory": stage.memory,
        }
        for stage in plan.stages.values()
    ]
    tuned = [
        f"tune {row.label}: {row.trials} trials over {', '.join(row.tune)} on the dev lexicon;"
        " the best setting is then trained and scored"
        for row in prepared.config.rows
        if row.tune
    ]
    damage = [text for text in said if text.startswith("damaged")]
    document = {
        "stages": stages,
        "to_compute": len(todo),
        "scores": len(plan.cells),
        "memory_budget": resources.memory_budget(),
        "tuning": tuned,
        "damage": damage,
    }
    return document, _text(document)


def _text(document: dict[str, Any]) -> str:
    rows = [
        [
            stage["state"],
            stage["kind"],
            stage["title"],
            megabytes(stage["memory"]) if stage["memory"] else "",
        ]
        for stage in document["stages"]
    ]
    header = ["State", "Stage", "What", "Memory (est.)"]
    computed = sum(stage["kind"] != "corpus" for stage in document["stages"])
    free = megabytes(document["memory_budget"])
    last = (
        f"{document['to_compute']} of {computed} stages to compute for {document['scores']}"
        f" scores, {free} of memory free for them."
    )
    table = tabulate(rows, headers=header, disable_numparse=True)
    return "\n".join([*document["damage"], table, "", *document["tuning"], last])
