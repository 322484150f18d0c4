"""Telling a run directory from other directories, without importing all that reads one."""

from __future__ import annotations

from pathlib import Path

from clss.persistence import read_json


def is_run_directory(path: Path) -> bool:
    """Tell whether a directory is a run directory."""
    header = path / "format.json"
    saved = read_json(header) if header.is_file() else None
    return isinstance(saved, dict) and saved.get("kind") == "run"
