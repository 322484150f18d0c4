"""How trainings went: likelihoods and losses by iteration, and what bootstrapping found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from evaluation.report.view import RunView
from evaluation.runs.stage import FIT

#: What saved models keep of their training, by the name of the array.
CURVES = {
    "log_likelihood": "log-likelihood per token",
    "losses": "loss",
}


@dataclass(frozen=True)
class Trace:
    """One curve of one training."""

    title: str
    quantity: str
    values: tuple[float, ...]


@dataclass(frozen=True)
class BootstrappingLog:
    """What every iteration of a bootstrapping did, as its model recorded it."""

    title: str
    iterations: tuple[Mapping[str, Any], ...]


def traces(view: RunView) -> tuple[list[Trace], list[BootstrappingLog]]:
    """Read the curves and logs of every trained model that the records refer to."""
    curves: list[Trace] = []
    logs: list[BootstrappingLog] = []
    stages = {s.key: s for record in view.records for s in record.stages if s.kind == FIT}
    for key, stage in stages.items():
        kept = view.run.training(key, CURVES)
        if kept is None:
            continue
        arrays, metadata = kept
        for name, values in arrays.items():
            if values.ndim == 1 and len(values) > 1:
                curves.append(Trace(stage.title, CURVES[name], tuple(values.tolist())))
        if metadata.get("bootstrapping"):
            logs.append(BootstrappingLog(stage.title, tuple(metadata["bootstrapping"])))
    return curves, logs
