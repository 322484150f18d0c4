"""Processes that end with the one that started them."""

from __future__ import annotations

import os
import threading
from multiprocessing import parent_process


def end_with_parent() -> None:
    """Let this process end when its parent does, even if the parent is killed.

    The processes of a pool wait for work on a pipe that they hold open themselves, so without
    this they would wait for ever.
    """
    threading.Thread(target=_watch, daemon=True).start()


def _watch() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
