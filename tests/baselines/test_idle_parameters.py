"""Parameters that do nothing beside others are refused; and what is refused does nothing indeed."""

from __future__ import annotations

import inspect

import numpy as np
import pytest

from baselines import (
    BWESG,
    CCA,
    LSA,
    AssociationMuPTM,
    BasicMuPTM,
    BiCVM,
    BilBOWA,
    BiLDA,
    DocumentCooccurrence,
    Fusion,
    MikolovMapping,
    MonolingualVectors,
    SelfLearning,
    TraditionalPPMI,
)
from clss import MODELS
from clss.errors import InputError
from clss.matrices import to_dense
from clss.model import base
from clss.toy import toy_corpus, toy_gold

CORPUS = toy_corpus()
PAIRS = toy_gold(CORPUS)[:20]
TOY = {"dim": 8, "window": 4, "epochs": 2}
GLOVE = {**TOY, "backbone": "glove"}
CBOW = {**TOY, "backbone": "cbow", "sample": 0}
GENSIM = {**TOY, "backend": "gensim", "sample": 0}
SGNS = {**TOY, "sample": 0}
COUNTS = DocumentCooccurrence()
TOPICS = BiLDA(topics=10, alpha=0.1, sweeps=10)
VECTORS = {"vectors": MonolingualVectors(**SGNS), "lexicon": PAIRS}
KEPT = {"lexicon": PAIRS, "min_count_seed": 10, "bootstrap": False}
BOOTSTRAPPED = {"lexicon": PAIRS, "min_count_seed": 1}
GIBBS = {"topics": 10, "alpha": 0.1, "sweeps": 10}
PULLED = {"dim": 8, "epochs": 2, "batch": 20, "noise_weight": 0}
BRIDGED = {**SGNS, "learning_rate": 0.05}
COSINES = {"first": LSA(dim=8), "second": LSA(dim=4), "third_weight": 0, "passes": 0}

OF_GLOVE = {"glove_x_max": 3.0, "glove_weight": "constant"}
OF_KERNEL = {"shared": 1, "draws": 5}
OF_TOPICS = {
    "topics": 4,
    "alpha": 0.5,
    "beta": 0.1,
    "sweeps": 5,
    "burn_in": 2,
    "samples": 2,
    "shards": 2,
    "prior": "counts",
}
OF_BOOTSTRAPPING = {
    "confidence": "margin",
    "best": 3,
    "threshold": 0.5,
    "max_new": 2,
    "frozen_seed": True,
    "max_iterations": 2,
    "tolerance": 0.5,
    "min_count_seed": 400,
}
OF_WORD_VECTORS = {"negative": 5, "sample": 0, "min_alpha": 0.01, "max_sentence": 5}

#: a model, what it is given, and what then does nothing
IDLE = [
    (BWESG, GLOVE, {**OF_WORD_VECTORS, **OF_KERNEL}),
    (BWESG, CBOW, {**OF_KERNEL, **OF_GLOVE}),
    (BWESG, GENSIM, OF_KERNEL),
    (BWESG, SGNS, OF_GLOVE),
    (BWESG, {**SGNS, "shuffle": "length-ratio"}, {"shuffle_index": 2}),
    (BWESG, {**SGNS, "shuffle": "none"}, {"shuffle_index": 2}),
    (BWESG, {**SGNS, "shuffle": "proportional"}, {"shuffle_index": 2}),
    (MonolingualVectors, GLOVE, {"negative": 5}),
    (MonolingualVectors, CBOW, {"draws": 5}),
    (MonolingualVectors, SGNS, {"glove_x_max": 3.0}),
    (TraditionalPPMI, KEPT, OF_BOOTSTRAPPING),
    (TraditionalPPMI, BOOTSTRAPPED, {"best": 3, "seed_model": COUNTS}),
    (TraditionalPPMI, {**BOOTSTRAPPED, "confidence": "entropy"}, {"best": 3}),
    (MikolovMapping, VECTORS, {"dim": 5, "window": 2}),
    (CCA, VECTORS, {"dim": 5, "window": 2}),
    (SelfLearning, VECTORS, {"dim": 5, "window": 2}),
    (BasicMuPTM, {"topic_model": TOPICS, "prune": 5}, OF_TOPICS),
    (BasicMuPTM, {"topic_model": TOPICS, "prune": None}, {"pruning": "query"}),
    (AssociationMuPTM, {"topic_model": TOPICS, "prune": 5}, OF_TOPICS),
    (AssociationMuPTM, {"topic_model": TOPICS, "prune": None}, {"pruning": "query"}),
    (BiLDA, GIBBS, {"burn_in": 2}),
    (BasicMuPTM, GIBBS, {"burn_in": 2}),
    (AssociationMuPTM, GIBBS, {"burn_in": 2}),
    (BiCVM, PULLED, {"margin": 3.0, "noise": 5}),
    (BilBOWA, {**BRIDGED, "cross_updates": 0}, {"cross_weight": 2.0, "scale": "gradient"}),
    (BilBOWA, {**BRIDGED, "cross_weight": 0}, {"scale": "gradient"}),
    (DocumentCooccurrence, {}, {"power": 0.5}),
    (Fusion, COSINES, {"table_weight": 2.0, "vocabulary": 5, "third": COUNTS}),
]
CASES = [(model, given, *one) for model, given, idle in IDLE for one in idle.items()]


@pytest.mark.parametrize(("model", "given", "idle", "value"), CASES)
def test_what_does_nothing_is_refused(model, given, idle, value, monkeypatch):
    model(**given).check_parameters()
    forced = model(**{**given, idle: value})
    with pytest.raises(InputError, match=f"^{idle} does nothing .*; leave it out"):
        forced.check_parameters()
    monkeypatch.setattr(base, "refuse_idle", lambda *_: None)
    plain = model(**given).fit(CORPUS).space_
    for side in ("source", "target"):
        same = forced.fit(CORPUS).space_.matrix(side)
        assert np.array_equal(to_dense(plain.matrix(side)), to_dense(same)), "it does something"


@pytest.mark.parametrize(
    "model",
    [
        BWESG(backbone="glove", glove_x_max=3.0, glove_weight="constant", alpha=0.1, window=5),
        BWESG(backbone="glove", negative=25),  # the default says nothing
        BWESG(backbone="cbow", negative=5, sample=0, min_alpha=0.01, max_sentence=0),
        BWESG(backend="gensim", negative=5, sample=0, min_alpha=0.01, max_sentence=0),
        BWESG(shuffle="merge", shuffle_index=3),
        TraditionalPPMI(confidence="margin", best=3, threshold=0.1, max_iterations=2),
        TraditionalPPMI(bootstrap=False, seed_model=COUNTS, min_count_seed=1, max_seed=5),
        TraditionalPPMI(bootstrap=False, lexicon="identical", min_count_seed=1),
        BasicMuPTM(topics=4, sweeps=5, prune=3, pruning="query"),
        BasicMuPTM(sweeps=5, samples=2, burn_in=1),
        BilBOWA(cross_weight=0, cross_updates=3),  # how far the means are apart is measured
        BiCVM(objective="paper", margin=3, noise=5, noise_weight=0.1),
        # a run sets these whatever the model is
        BasicMuPTM(topic_model=TOPICS, seed=3, workers=2, checkpoint="here"),
        MikolovMapping(**VECTORS, seed=3, workers=2),
        DocumentCooccurrence(dim=5, power=0.5, seed=2),
    ],
    ids=repr,
)
def test_what_does_something_is_not(model):
    model.check_parameters()


@pytest.mark.parametrize(
    "name", [name for name in MODELS.names() if MODELS.get(name).__module__.startswith("baselines")]
)
def test_idle_parameters_are_parameters_and_none_of_a_runs(name):
    cls = MODELS.get(name)
    idle = cls().idle_parameters()
    assert set(idle) <= set(inspect.signature(cls).parameters) - {"seed", "workers", "checkpoint"}
