"""What a stage does, in whatever process it runs: read its inputs, compute, store the result."""

from __future__ import annotations

import time
import traceback
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path

from clss.errors import ClssError, ClssWarning, InputError, UnusableCheckpoint
from clss.model import RepresentationModel, model_from_spec
from clss.progress import ProgressCallback
from clss.space import BilingualSpace
from evaluation.runs import disk
from evaluation.runs.directory import RunDirectory
from evaluation.runs.forecast import EXPECTED, RESUMED
from evaluation.runs.plugins import load_plugins, loaded_plugins
from evaluation.runs.resources import PeakMemory, cpu_kind, one_thread
from evaluation.runs.stage import FitJob, Questions, Report, ScoreJob, Stage
from evaluation.tasks import TASKS
from evaluation.tasks.outcome import Outcome
from evaluation.tasks.ranked_lists import read_ranked_lists
from evaluation.tasks.task import Task


def run_stage(run_dir: str, stage: Stage) -> Report:
    """Compute one stage into the store of a run directory; never raises an ordinary error.

    Parameters
    ----------
    run_dir : str
        The run directory, shared by all machines that take part. Whoever planned the stage has
        compared its inputs with their hashes.
    stage : Stage
    """
    run = RunDirectory(Path(run_dir), checked=True)
    start, processor = time.perf_counter(), time.process_time()
    resumed = run.stages.resumes(stage.key)
    try:
        load_plugins(Path(path) for path in stage.job.plugins)
        if run.store.get(*stage.place) is not None:
            return Report(stage.key, "cached")  # another process was faster
        with (
            run.stages.live(stage.key) as progress,
            warnings.catch_warnings(record=True) as caught,
            one_thread(),
            PeakMemory() as peak,
        ):
            keep = compute(run, stage, progress)
        cost = {"seconds": time.perf_counter() - start, "memory": peak.bytes}
        cost["processor"] = time.process_time() - processor
        # a training that went on took longer than this: no measure of what to expect
        cost |= {RESUMED: 1.0} if resumed else {EXPECTED: stage.seconds}
        keep(cost, processors(run, stage))
        if caught:
            lines = (f"{w.category.__name__}: {w.message}\n" for w in caught)
            run.stages.write_log(*stage.place, "".join(lines))
        remarks = tuple(str(w.message) for w in caught if issubclass(w.category, ClssWarning))
        return Report(stage.key, "done", "", cost["seconds"], peak.bytes, remarks=remarks)
    except Exception as error:
        seconds = time.perf_counter() - start
        log = run.stages.write_log(*stage.place, f"{stage.title}\n{traceback.format_exc()}")
        return Report(stage.key, "failed", _reason(error, run), seconds, 0, str(log))


def compute(
    run: RunDirectory, stage: Stage, progress: ProgressCallback | None = None
) -> Callable[[Mapping[str, float], str], None]:
    """Do what a stage says; return a function that stores the result with what it took, where."""
    job = stage.job
    if isinstance(job, FitJob):
        model = fit(run, stage.key, job, progress)
        about = {"title": stage.title, "spec": job.spec}
        return lambda cost, where: run.keep_model(stage.key, model, about, cost, where)
    outcome = score(run, job)
    named = {"title": stage.title, "task": job.questions.name}
    return lambda cost, where: run.keep_outcome(stage.key, outcome, named, cost, where)


def processors(run: RunDirectory, stage: Stage) -> str:
    """Return the kind of this processor and of those that computed what the stage reads."""
    kinds = {cpu_kind()}
    for place in stage.needs:
        entry = run.store.peek(*place)
        kinds |= set(entry.processor.split("+")) if entry is not None else set()
    return "+".join(sorted(kinds - {""}))


def fit(
    run: RunDirectory, key: str, job: FitJob, progress: ProgressCallback | None = None
) -> RepresentationModel:
    """Train a model on its corpus, with its components from the store.

    A model with a parameter ``checkpoint`` (a directory that it writes its state to now and then)
    goes on where a killed training was, and ends with the same bytes.
    """
    corpus = run.corpus(job.corpus)
    with loaded_plugins(Path(path) for path in job.plugins):
        components = {name: run.model(key) for name, key in job.components.items()}
        model = model_from_spec(job.spec)
    if model.resumable:
        model.set_params(checkpoint=None)  # a run keeps checkpoints in its own directory

    def train() -> RepresentationModel:
        return model.fit(corpus, progress=progress, components=components)

    if not model.resumable:
        return train()
    with run.stages.checkpoint(key) as place:
        if place is None:  # another run trains the same model at this moment
            return train()
        resuming = place.exists()
        model.set_params(checkpoint=str(place))
        try:
            train()
        except UnusableCheckpoint as error:
            if not resuming:
                raise
            warnings.warn(
                f"the training starts anew, its checkpoint cannot be used ({error})",
                ClssWarning,
                stacklevel=2,
            )
            run.stages.drop_checkpoint(key)
            train()
        except Exception as error:
            if resuming:  # for the log: whoever sees it fail again knows where it began
                error.add_note(f"It went on from {place}, which is kept.")
            raise
        finally:
            # where it was computed is not part of the result
            model.set_params(checkpoint=None)
        run.stages.drop_checkpoint(key)
    return model


def score(run: RunDirectory, job: ScoreJob) -> Outcome:
    """Ask a space, or the ranked lists of a foreign system, the questions of a task."""
    source, asked = job.space, job.questions
    task = _read_task(asked, asked.file, asked.fingerprint)
    if source.kind == "ranked":
        return task.ask_lists(read_ranked_lists(source.path))
    dev = None
    if asked.dev_file is not None:
        dev = _read_task(asked, asked.dev_file, asked.dev_fingerprint)
    trained = source.kind == "fit"
    space = run.space(source.identity) if trained else BilingualSpace.load(source.path)
    return task.ask(space, job.settings, dev)


def _read_task(asked: Questions, path: str, planned: str) -> Task:
    """Read a file of questions again; it must be what it was when the stage was planned."""
    task = TASKS.get(asked.kind).read(Path(path), asked.options)
    if task.fingerprint != planned:
        raise InputError("has changed since the comparison began", path)
    return task


def _reason(error: Exception, run: RunDirectory) -> str:
    if isinstance(error, OSError):
        said = disk.explain(error, run.store.root)
        if said is not None:
            return said
    if isinstance(error, MemoryError):
        return "out of memory"
    if isinstance(error, ClssError):
        return str(error)
    return f"{type(error).__name__}: {error}"
