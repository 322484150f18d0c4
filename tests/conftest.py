"""What all tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from clss.model import MODELS


@pytest.fixture(autouse=True)
def registered_models() -> Iterator[None]:
    """Forget the models that a test registers."""
    with MODELS.restored():
        yield
