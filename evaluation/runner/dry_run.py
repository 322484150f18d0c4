"""The plan of a comparison, without computing or writing anything."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tabulate import tabulate

from evaluation.runner import resources
from evaluation.runner.progress import megabytes
from evaluation.runner.run import missing, prepare
from evaluation.runner.store import Store


def describe_plan(config: Path, run_dir: Path, plugins: Sequence[Path] = ()) -> str:
    """Return the stages of a config, what is there already, and the memory that each may take."""
    said: list[str] = []
    store = Store(run_dir / "store")
    prepared = prepare(config, store, plugins, said.append, write=False)
    plan = prepared.planner.plan()
    todo = {stage.key for stage in missing(plan, store, said.append, repair=False)}
    rows = [["stored" if corpus.stored else "to read", "corpus", corpus.name, ""]
            for corpus in prepared.corpora]  # fmt: skip
    for stage in plan.stages.values():
        state = "to compute" if stage.key in todo else "stored"
        rows.append([state, stage.kind, stage.title, megabytes(stage.memory)])
    lines = [tabulate(rows, headers=["State", "Stage", "What", "Memory (est.)"],
                      disable_numparse=True), ""]  # fmt: skip
    for row in prepared.config.rows:
        if row.tune:
            lines.append(f"tune  {row.label}: {row.trials} trials over {', '.join(row.tune)} on the"
                         " dev lexicon, then as above")  # fmt: skip
    free = megabytes(resources.memory_budget())
    lines.append(f"{len(todo)} of {len(plan.stages)} stages to compute for {len(plan.cells)}"
                 f" scores, {free} of memory free for them.")  # fmt: skip
    damage = [f"{text}\n" for text in said if text.startswith("damaged")]
    return "".join(damage) + "\n".join(lines) + "\n"
