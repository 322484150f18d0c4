"""Values are never copied: clones of a model share the space that was given to it."""

from __future__ import annotations

import copy

import numpy as np
import pytest
from sklearn.base import clone

from clss import BilingualSpace, RepresentationModel, Vocabulary
from clss.lexicon import Lexicon
from clss.toy import toy_corpus


class Given(RepresentationModel):
    name = "test-given"

    def __init__(self, value=None):
        self.value = value

    def _fit(self, corpus, progress):
        return self.value


WORDS = Vocabulary(["rey", "pan"])
SPACE = BilingualSpace(WORDS, WORDS, np.eye(2), np.eye(2))
CORPUS = toy_corpus()


@pytest.mark.parametrize(
    "value",
    [WORDS, SPACE, Lexicon.identical(WORDS, WORDS), CORPUS, CORPUS.source],
    ids=lambda value: type(value).__name__,
)
def test_a_clone_has_the_very_value(value):
    assert clone(Given(value)).value is value
    assert copy.copy(value) is value and copy.deepcopy({"of": [value]})["of"][0] is value


def test_what_is_mapped_from_a_file_stays_there(tmp_path):
    SPACE.save(tmp_path / "space")
    loaded = BilingualSpace.load(tmp_path / "space")
    model = clone(clone(Given(loaded)))
    matrix = model.value.matrix("source")
    # numpy's own class alone says nothing: a copy in memory has it too
    assert isinstance(matrix, np.memmap) and matrix is loaded.matrix("source")
