"""The example that CONTRIBUTING shows must keep the contract that it teaches."""

from __future__ import annotations

import runpy
from pathlib import Path

from clss import check_model

EXAMPLE = Path(__file__).parents[2] / "examples" / "own_model.py"


def test_own_model_passes_the_public_checks():
    model = runpy.run_path(str(EXAMPLE))["RandomIndexing"]
    check_model(model(dim=100))
