"""Vectors of both languages, trained one after the other."""

from itertools import pairwise

import pytest

from baselines import MonolingualVectors
from clss.progress import Progress
from clss.toy import toy_corpus


def test_both_languages_are_one_training():
    seen: list[Progress] = []
    corpus = toy_corpus(pairs=100)
    MonolingualVectors(dim=8, window=4, sample=0, epochs=2).fit(corpus, progress=seen.append)
    tokens = 2 * (corpus.source.n_tokens + corpus.target.n_tokens)
    assert [report.total for report in seen] == pytest.approx([tokens] * len(seen))
    assert all(before.done < after.done for before, after in pairwise(seen))
    assert seen[-1].done == pytest.approx(tokens)
