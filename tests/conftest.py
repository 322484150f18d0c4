"""What all tests share."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from clss.model import MODELS


@pytest.fixture(autouse=True)
def registered_models() -> Iterator[None]:
    """Forget the models that a test registers."""
    with MODELS.restored():
        yield


def pytest_configure() -> None:
    """Hear Ctrl-C, which a shell takes from what it starts in the background."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
