"""A seed that is said not to matter changes no more than rounding does; others do matter."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from sklearn.base import clone

from baselines import (
    BWESG,
    CCA,
    LSA,
    AssociationMuPTM,
    BasicMuPTM,
    BiLDA,
    CountVectors,
    DocumentCooccurrence,
    Fusion,
    MikolovMapping,
    MonolingualVectors,
    PretrainedEncoder,
    SelfLearning,
    Spelling,
    TraditionalPPMI,
)
from clss import MODELS
from clss.corpus import AlignedCorpus
from clss.matrices import to_dense, unit_rows
from clss.toy import toy_corpus

QUICKSTART = Path(__file__).parents[2] / "examples" / "quickstart"
COUNTS = DocumentCooccurrence()
ALIKE = TraditionalPPMI(seed_model=COUNTS, min_count_seed=1)

#: models of which the seed changes nothing, small enough for the toy corpus
STILL = [
    COUNTS,
    DocumentCooccurrence("log", dim=25),
    LSA(dim=25),
    CountVectors(dim=16),
    Spelling(),  # digits are all alike in the toy's words: fewer dimensions would cut among equals
    ALIKE,
    TraditionalPPMI(lexicon="identical"),
    MikolovMapping(lexicon=ALIKE, vectors=CountVectors(dim=16)),
    CCA(lexicon=ALIKE, vectors=CountVectors(dim=16)),
    SelfLearning(lexicon=LSA(dim=25), dim=16),
    Fusion(first=LSA(dim=25)),
    Fusion(LSA(dim=25), COUNTS, passes=0, third_weight=0),
]
#: models of which it does
RESTLESS = [
    *(MODELS.get(name)() for name in ("bwesg", "bilbowa", "bicvm", "autoencoder", "monolingual")),
    *(MODELS.get(name)() for name in ("bilda", "pseudo-lda", "basic-muptm", "association-muptm")),
    TraditionalPPMI(),
    MikolovMapping(),
    MikolovMapping(lexicon=ALIKE),
    MikolovMapping(vectors=CountVectors()),
]
#: models whose own seed does nothing, for it belongs to a part that is given
HANDED = [
    (BasicMuPTM(topic_model=BiLDA(seed=5)), "topic_model__seed"),
    (AssociationMuPTM(topic_model=BiLDA(seed=5)), "topic_model__seed"),
    (MikolovMapping(lexicon=ALIKE, vectors=MonolingualVectors(seed=5)), "vectors__seed"),
    (SelfLearning(lexicon=BWESG(seed=5)), "lexicon__seed"),
    (Fusion(first=BWESG(seed=5)), "first__seed"),
]


def _name(model):
    return type(model).__name__


@pytest.fixture(scope="module")
def quickstart() -> AlignedCorpus:
    texts = (QUICKSTART / f"nouns.{lang}.txt.gz" for lang in ("es", "en"))
    return AlignedCorpus.from_files(*texts, langs=("es", "en"), min_count=5)


def cosines(model, corpus):
    space = model.fit(corpus).space_
    source, target = (unit_rows(to_dense(space.matrix(side))) for side in ("source", "target"))
    return source @ target.T


@pytest.mark.parametrize("model", STILL, ids=_name)
def test_another_seed_changes_nothing_where_it_does_not_matter(model, quickstart):
    assert not model.seed_matters and model.random_seed is None
    for corpus in (toy_corpus(), quickstart):
        if getattr(model, "lexicon", None) == "identical" and corpus is not quickstart:
            continue  # no word of the toy corpus is spelled alike in both languages
        one, other = (cosines(clone(model).set_params(seed=seed), corpus) for seed in (1, 2))
        np.testing.assert_allclose(one, other, atol=1e-5)


@pytest.mark.parametrize("model", RESTLESS, ids=_name)
def test_others_do_matter(model):
    assert model.seed_matters and model.random_seed == model.seed


@pytest.mark.parametrize(("model", "places"), HANDED)
def test_the_seed_is_that_of_the_part_that_is_given(model, places):
    assert not model.seed_matters
    assert model.seed_parameters() == [places] and model.random_seed == 5


def test_words_alone_are_not_drawn():
    assert PretrainedEncoder().seed_matters and not PretrainedEncoder(occurrences=0).seed_matters


def test_every_model_is_in_one_of_these_lists():
    listed = {type(model) for model in (*STILL, *RESTLESS)} | {PretrainedEncoder}
    ours = {MODELS.get(name) for name in MODELS.names()}
    assert {cls for cls in ours if cls.__module__.startswith("baselines")} <= listed
