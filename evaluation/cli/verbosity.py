"""``clss -v``: what the packages log, on stderr, for as long as a command runs."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from evaluation.cli.visible import visible

_PACKAGES = ("clss", "baselines", "evaluation")
_LEVELS = (logging.WARNING, logging.INFO, logging.DEBUG)


class _Lines(logging.Formatter):
    """Seconds since the start, the module, the message; nothing in it commands the terminal."""

    def format(self, record: logging.LogRecord) -> str:
        seconds = record.relativeCreated / 1000
        return visible(f"{seconds:8.2f} s {record.name}: {record.getMessage()}")


@contextmanager
def logging_to_stderr() -> Iterator[None]:
    """Send what the packages log to stderr within a block; :func:`set_verbosity` says how much."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines())
    loggers = [logging.getLogger(name) for name in _PACKAGES]
    before = [logger.level for logger in loggers]
    for logger in loggers:
        logger.addHandler(handler)
    try:
        yield
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.removeHandler(handler)
            logger.setLevel(level)


def set_verbosity(times: int) -> None:
    """Show as much as ``-v`` was given times: once what is done, twice with every detail."""
    level = _LEVELS[min(times, len(_LEVELS) - 1)]
    for name in _PACKAGES:
        logging.getLogger(name).setLevel(level)
