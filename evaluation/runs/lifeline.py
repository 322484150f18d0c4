"""Workers end with the run that started them, however it ended."""

from __future__ import annotations

import os
import threading
import time


def end_with(parent: int) -> None:
    """End this process soon after `parent`, which started it, is gone.

    A run that is killed cannot tell its workers; without this they would go on for hours, or
    wait forever for work that nobody sends.
    """

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
