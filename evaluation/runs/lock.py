"""The versions of everything that a comparison depended on, and what has changed since."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

from clss._version import __version__
from clss.errors import ClssError
from clss.model import MODELS
from clss.persistence import digest
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
        "models": _models(),
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
            for record in run.records()
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


def _models() -> dict[str, int]:
    versions = {}
    for name in MODELS.names():
        try:
            versions[name] = MODELS.get(name).algorithm_version
        except ClssError:  # an installed model that cannot be imported is none
            continue
    return versions


def changes(then: Mapping[str, Any], now: Mapping[str, Any], path: str = "") -> list[str]:
    """Return what differs between two locks, one line each.

    Examples
    --------
    >>> changes({"python": "3.11.1", "packages": {"a": "1"}}, {"python": "3.12.0", "packages": {}})
    ['packages.a: 1 then, gone now', 'python: 3.11.1 then, 3.12.0 now']
    """
    lines = []
    for key in sorted({*then, *now}):
        old, new = then.get(key), now.get(key)
        where = f"{path}{key}"
        if isinstance(old, Mapping) and isinstance(new, Mapping):
            lines += changes(old, new, f"{where}.")
        elif old != new:
            shown = ["gone" if value is None else _short(value) for value in (old, new)]
            lines.append(f"{where}: {shown[0].replace('gone', 'absent')} then, {shown[1]} now")
    return lines


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 60 else text[:57] + "..."
