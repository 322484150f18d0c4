"""The versions of everything that a comparison depended on, and what has changed since."""

from __future__ import annotations

import platform
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

from clss._version import __version__
from clss.context import CONTEXTS
from clss.errors import ClssError
from clss.model import MODELS
from clss.persistence import digest
from clss.registry import Registry
from clss.similarity import SIMILARITIES
from evaluation.runs.directory import RunDirectory
from evaluation.runs.disk import text_of
from evaluation.runs.inputs import SCORE_VERSION
from evaluation.runs.record import Record
from evaluation.runs.resources import cpu_kind
from evaluation.runs.store import STORE_VERSION


def lock(run: RunDirectory) -> dict[str, Any]:
    """Return the versions of Python, the machine, packages and models, and hashes of the data."""
    return {
        "clss": __version__,
        "store": STORE_VERSION,
        "scores": SCORE_VERSION,
        "python": platform.python_version(),
        "platform": platform.platform(),
        "machine": platform.machine(),
        "cpu": cpu_kind(),
        "packages": _packages(),
        "models": _versions(MODELS),
        "similarities": _versions(SIMILARITIES),
        "contexts": _versions(CONTEXTS),
        "comparisons": {
            record.name: {
                "config": digest(record.text),
                "config file": _config_file(record),
                "corpora": {
                    corpus.name: {"fingerprint": corpus.fingerprint, "files": dict(corpus.files)}
                    for corpus in record.corpora
                },
                "stages": sorted(stage.key for stage in record.stages),
            }
            for record in run.records
        },
    }


def _config_file(record: Record) -> str:
    """Tell whether the config on the disk is still the one that was run."""
    text = text_of(Path(record.config))
    if text is None:
        return "not there"
    return "as it was run" if text == record.text else f"edited since it was run ({digest(text)})"


def _packages() -> dict[str, str]:
    found = {d.metadata["Name"]: d.version for d in distributions() if d.metadata["Name"]}
    return dict(sorted(found.items(), key=lambda item: item[0].lower()))


def _versions(registry: Registry[Any]) -> dict[str, int]:
    versions = {}
    for name in registry.names():
        try:
            versions[name] = registry.get(name).algorithm_version
        except ClssError:  # what is installed and cannot be imported takes no part
            continue
    return versions
