"""What a stage does, in whatever process it runs: read its inputs, compute, store."""

from __future__ import annotations

import json
import time
import traceback
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

from clss.corpus import AlignedCorpus
from clss.errors import ClssError
from clss.model import RepresentationModel, load_model, model_from_spec
from clss.progress import Progress
from clss.space import BilingualSpace
from evaluation.runs import disk, tasks
from evaluation.runs.checkpoints import fit_resumably
from evaluation.runs.plugins import load_plugins
from evaluation.runs.resources import PeakMemory, one_thread
from evaluation.runs.stage import CORPUS, FIT, SCORE, Report, Stage
from evaluation.runs.store import Store
from evaluation.tasks.outcome import Outcome

#: Seconds between two notes of how far a stage is.
_BEAT = 0.5


def run_stage(run_dir: str, stage: Stage) -> Report:
    """Compute one stage into the store of a run directory; never raises an ordinary error.

    Parameters
    ----------
    run_dir : str
        The run directory, shared by all machines that take part.
    stage : Stage
    """
    directory = Path(run_dir)
    store = Store(directory / "store")
    log = directory / "logs" / f"{stage.kind}-{stage.key[:16]}.log"
    start = time.perf_counter()
    cost: dict[str, float] = {}
    try:
        load_plugins(Path(path) for path in stage.task.get("plugins", ()))
        if store.get(*stage.place) is not None:
            return Report(stage.key, "cached")  # another process was faster
        with warnings.catch_warnings(record=True) as caught, one_thread(), PeakMemory() as peak:
            about, write = _compute(store, stage, _reporter(directory, stage))
        cost |= {"seconds": time.perf_counter() - start, "memory": peak.bytes}
        with store.writing(*stage.place, about={"title": stage.title, **about}, cost=cost) as place:
            write(place)
        _note(log, "".join(f"{w.category.__name__}: {w.message}\n" for w in caught))
        return Report(stage.key, "done", "", cost["seconds"], int(cost["memory"]))
    except Exception as error:
        seconds = time.perf_counter() - start
        _note(log, f"{stage.title}\n{traceback.format_exc()}")
        return Report(stage.key, "failed", _reason(error, store.root), seconds, 0, str(log))
    finally:
        _live_file(directory, stage.key).unlink(missing_ok=True)


def _compute(
    store: Store, stage: Stage, progress: Callable[[Progress], None]
) -> tuple[dict[str, Any], Callable[[Path], None]]:
    """Return what the result is and a function that writes it into a directory."""
    if stage.kind == FIT:
        model = fit(store, stage, progress)
        return {"spec": stage.task["spec"]}, lambda place: model.save(place / "model")
    if stage.kind == SCORE:
        outcome = score(store, stage)
        return {"task": stage.task["task"]["task"]}, lambda place: outcome.save(
            place / "outcome.jsonl"
        )
    raise ClssError(f"no stage of kind {stage.kind!r}")


def fit(
    store: Store, stage: Stage, progress: Callable[[Progress], None] | None = None
) -> RepresentationModel:
    """Train the model of a stage on its corpus, with its components from the store."""
    task = stage.task
    corpus = AlignedCorpus.load(store.require(CORPUS, task["corpus"]).path / "corpus")
    components = {
        name: load_model(store.require(FIT, key).path / "model")
        for name, key in task["components"].items()
    }
    model = model_from_spec(task["spec"])
    place = store.root.parent / "checkpoints" / stage.key[:32]
    fit_resumably(model, place, lambda: model.fit(corpus, progress=progress, components=components))
    return model


def score(store: Store, stage: Stage) -> Outcome:
    """Ask the space of a stage."""
    where = stage.task["space"]
    if "ranked" in where:
        return tasks.from_ranked_list(where["path"], stage.task["task"])
    if "fit" in where:
        space = BilingualSpace.load(store.require(FIT, where["fit"]).path / "model")
    else:
        space = BilingualSpace.load(where["path"])
    return tasks.evaluate(space, stage.task["task"], stage.task)


def _reason(error: Exception, root: Path) -> str:
    if isinstance(error, OSError):
        said = disk.explain(error, root)
        if said is not None:
            return said
    if isinstance(error, MemoryError):
        return "out of memory"
    if isinstance(error, ClssError):
        return str(error)
    return f"{type(error).__name__}: {error}"


def _note(log: Path, text: str) -> None:
    """Keep a log; a full disk must not turn a log into a failure."""
    if not text:
        return
    try:
        log.parent.mkdir(parents=True, exist_ok=True)
        log.write_text(text, encoding="utf-8")
    except OSError:
        pass


def _live_file(directory: Path, key: str) -> Path:
    return directory / "live" / f"{key[:32]}.json"


def _reporter(directory: Path, stage: Stage) -> Callable[[Progress], None]:
    """Return a callback that leaves a note of how far the stage is, for whoever displays it."""
    path = _live_file(directory, stage.key)
    last = 0.0

    def report(progress: Progress) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last < _BEAT:
            return
        last = now
        try:
            path.parent.mkdir(exist_ok=True)
            path.write_text(json.dumps([progress.stage, progress.done, progress.total]))
        except OSError:
            pass

    return report


def read_live(directory: Path, key: str) -> tuple[str, float, float] | None:
    """Return how far a running stage is: what it does, done, total."""
    try:
        name, done, total = json.loads(_live_file(directory, key).read_text())
    except (OSError, ValueError):
        return None
    return name, done, total
