"""How many translations a space finds, where they are known by construction."""

from __future__ import annotations

from typing import Any

import numpy as np

from clss.space import BilingualSpace


def accuracy(space: BilingualSpace, **options: Any) -> float:
    """Return the share of words ``s<i>`` whose nearest target word is ``t<i>``."""
    right = [
        [near.word for near in space.neighbors(word, "source", top=1, **options)]
        == ["t" + word[1:]]
        for word in space.source
        if "t" + word[1:] in space.target
    ]
    return float(np.mean(right))
