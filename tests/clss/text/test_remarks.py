"""Documents out of alignment are noticed."""

from __future__ import annotations

import numpy as np

from clss.corpus import AlignedCorpus
from clss.text.remarks import alignment_remarks


def corpus(order) -> AlignedCorpus:
    rng = np.random.default_rng(1)
    names = [f"name{i}" for i in range(60)]
    themes = [rng.choice(names, size=rng.integers(3, 9)).tolist() for _ in range(400)]
    source = [[*theme, *["palabra"] * len(theme)] for theme in themes]
    target = [[*theme, *["word"] * len(theme)] for theme in themes]
    return AlignedCorpus.from_documents(source, [target[i] for i in order], langs=("es", "en"))


def test_only_documents_out_of_step_are_remarked():
    number = 400
    assert alignment_remarks(corpus(range(number))) == []
    (shuffled,) = alignment_remarks(corpus(np.random.default_rng(2).permutation(number)))
    assert "line n seems not to belong to line n" in shuffled and "align-check" in shuffled
    (late,) = alignment_remarks(corpus([(i + 2) % number for i in range(number)]))
    assert "fit better" in late
