"""The run directory that is looked at."""

from __future__ import annotations

from pathlib import Path

import pytest
from looked_at import make_run


@pytest.fixture(scope="session")
def run_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The run directory of a comparison with a grid, seeds and two tasks."""
    return make_run(tmp_path_factory.mktemp("looked-at"))
