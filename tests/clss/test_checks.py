"""The public checks must catch what they promise to catch."""

from __future__ import annotations

import numpy as np
import pytest

from clss import MODELS, BilingualSpace, RepresentationModel, check_model
from clss.checks import CheckFailure
from clss.errors import InputError


class Good(RepresentationModel):
    """Counts in shared documents, nothing more."""

    name = "test-good"

    def __init__(self, scale: float = 1.0) -> None:
        self.scale = scale

    def matrices(self, corpus):
        return [
            self.scale * side.document_term_matrix().T.tocsr().astype(float)
            for side in corpus.sides
        ]

    def _fit(self, corpus, progress):
        return BilingualSpace(
            corpus.source.vocabulary,
            corpus.target.vocabulary,
            *self.matrices(corpus),
            langs=corpus.langs,
            kind="count",
        )


class Unstored(Good):
    name = "test-unstored"

    def __init__(self, scale: float = 1.0, other: int = 2) -> None:
        super().__init__(scale)


class Rounding(Good):
    name = "test-rounding"

    def __init__(self, scale: float = 1.5) -> None:
        self.scale = int(scale)


class Restless(Good):
    name = "test-restless"
    calls = 0

    def matrices(self, corpus):
        Restless.calls += 1
        return [m * Restless.calls for m in super().matrices(corpus)]


class Meddling(Good):
    name = "test-meddling"

    def matrices(self, corpus):
        corpus.source.tokens.flags.writeable = True
        corpus.source.tokens[0] = 1 - min(corpus.source.tokens[0], 1)
        return super().matrices(corpus)


class Ignorant(Good):
    name = "test-ignorant"

    def matrices(self, corpus):
        random = np.random.default_rng(0)
        return [random.random((len(side.vocabulary), 5)) for side in corpus.sides]


class Swallowing(Good):
    name = "test-swallowing"

    def fit(self, corpus, *, progress=None, components=None):
        if not corpus.source.n_tokens:
            return self
        return super().fit(corpus)


class Taken(Good):
    name = "lsa"


class SelfChanging(Good):
    name = "test-self-changing"

    def matrices(self, corpus):
        self.scale = 2.0
        return super().matrices(corpus)


def test_a_good_model_passes():
    check_model(Good)
    check_model(Good(scale=2.0))


@pytest.mark.parametrize(
    ("model", "words"),
    [
        (Unstored, "does not store 'other'"),
        (Restless, "other results|different results"),
        (Meddling, "changes the corpus"),
        (Ignorant, "translations"),
        (Swallowing, "empty corpus is accepted"),
        (Taken, "'lsa' belongs to LSA .*; give yours another"),
    ],
)
def test_each_broken_rule_is_named(model, words):
    with pytest.raises(CheckFailure, match=words):
        check_model(model)


def test_a_constructor_that_changes_parameters_fails():
    with pytest.raises(CheckFailure, match="changes 'scale'"):
        check_model(Rounding)


def test_fit_that_changes_parameters_fails():
    with pytest.raises(CheckFailure, match=r"model's parameters|other results"):
        check_model(SelfChanging)


@pytest.mark.parametrize(
    "name",
    # a model that needs a file has a test of its own that makes one
    [n for n in MODELS.names() if not n.startswith("test-") and not MODELS.get(n).required],
)
def test_every_registered_model_keeps_the_contract(name):
    check_model(MODELS.get(name))


def test_fit_wants_a_corpus():
    with pytest.raises(InputError, match="AlignedCorpus"):
        Good().fit([["a"], ["b"]])
