"""Models as estimators: composition, description, persistence."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError

from baselines import LSA, AssociationMuPTM, BasicMuPTM, DocumentCooccurrence, TraditionalPPMI
from clss import MODELS, BilingualSpace, InputError, RepresentationModel, load_model
from clss.checksums import seal
from clss.errors import UnusableCheckpoint
from clss.model import model_from_spec, model_spec
from clss.persistence import read_json
from clss.toy import toy_corpus


@MODELS.add
class Wrapping(RepresentationModel):
    """Passes on the space of another model."""

    name = "test-wrapping"

    def __init__(self, inner: RepresentationModel | None = None) -> None:
        self.inner = inner

    def components(self):
        return {"inner": self.inner or DocumentCooccurrence()}

    def _fit(self, corpus, progress):
        return self.components_["inner"].space_


def test_components_are_fitted_once_and_may_be_given():
    corpus = toy_corpus()
    model = Wrapping(DocumentCooccurrence("binary")).fit(corpus)
    assert not model.inner.is_fitted  # the parameter stays as it was given
    given = DocumentCooccurrence().fit(corpus)
    for model in (Wrapping().fit(corpus, components={"inner": given}), Wrapping(given).fit(corpus)):
        assert model.space_.matrix("source") is given.space_.matrix("source")


class Two(RepresentationModel):
    """Passes on the space of its first part."""

    name = "test-two"

    def __init__(self, one: RepresentationModel, other: RepresentationModel) -> None:
        self.one, self.other = one, other

    def components(self):
        return {"one": self.one, "other": self.other}

    def _fit(self, corpus, progress):
        return self.components_["one"].space_


@pytest.fixture
def trained(monkeypatch):
    """The parameter of every co-occurrence that is trained."""
    found = []
    fit = DocumentCooccurrence._fit
    monkeypatch.setattr(
        DocumentCooccurrence,
        "_fit",
        lambda self, *rest: found.append(self.weighting) or fit(self, *rest),
    )
    return found


def test_equal_components_are_trained_once_however_deep_they_are(trained):
    counts = DocumentCooccurrence("count")
    deep = Two(Wrapping(Wrapping(counts)), Wrapping(DocumentCooccurrence("count")))
    model = Two(deep, Two(DocumentCooccurrence("binary"), counts)).fit(toy_corpus())
    assert sorted(trained) == ["binary", "count"]
    one, other = model.components_.values()
    assert other.components_["other"] is one.components_["other"].components_["inner"]
    assert not counts.is_fitted


def test_a_component_that_was_trained_elsewhere_serves_all_its_equals(trained):
    corpus, counts = toy_corpus(), DocumentCooccurrence("count")
    given = DocumentCooccurrence("count").fit(corpus)
    model = Two(counts, Wrapping(counts)).fit(corpus, components={"one": given})
    assert model.components_["other"].components_["inner"] is given
    # one that is a parameter may be of another corpus: it serves where it stands
    trained.clear()
    Two(given, Wrapping(counts)).fit(corpus)
    assert trained == ["count"]


def test_a_trained_model_within_a_component_is_not_trained_again(trained):
    corpus = toy_corpus()
    given = DocumentCooccurrence("count").fit(corpus)
    trained.clear()
    Wrapping(Wrapping(given)).fit(corpus)
    assert trained == []


def test_components_that_cannot_be_compared_are_both_trained():
    pairs = [np.array([[f"s0{i}", f"t0{i}"], ["s05", "t05"]]) for i in (1, 2)]
    parts = [TraditionalPPMI(lexicon=given, bootstrap=False) for given in pairs]
    one, other = Two(*parts).fit(toy_corpus()).components_.values()
    assert one.lexicon_.pairs != other.lexicon_.pairs


@pytest.mark.parametrize("kind", [InputError, UnusableCheckpoint])
def test_the_part_that_fails_is_named_on_the_way_out_of_a_process_too(kind, monkeypatch):
    def fail(*_):
        raise kind("expected two columns", path="words.txt", line=3)

    monkeypatch.setattr(DocumentCooccurrence, "_fit", fail)
    with pytest.raises(kind) as raised:
        Wrapping(Wrapping()).fit(toy_corpus())
    for error in (raised.value, pickle.loads(pickle.dumps(raised.value))):
        assert type(error) is kind
        assert error.message == "cooccurrence: expected two columns"
        assert str(error) == f"words.txt, line 3: {error.message}"


def test_description_is_complete_and_reversible():
    model = Wrapping(DocumentCooccurrence(dim=3))
    spec = model_spec(model)
    assert spec["parameters"]["inner"]["parameters"]["dim"] == 3
    assert model_spec(model_from_spec(spec)) == spec


def test_round_trip_of_a_composed_model(tmp_path):
    model = Wrapping(DocumentCooccurrence("binary")).fit(toy_corpus())
    model.save(tmp_path / "m")
    loaded = load_model(tmp_path / "m")
    assert loaded.space_.fingerprint == model.space_.fingerprint
    assert loaded.inner.weighting == "binary"
    assert BilingualSpace.load(tmp_path / "m").fingerprint == model.space_.fingerprint


def test_unfitted_and_outdated_models(tmp_path):
    with pytest.raises(NotFittedError):
        DocumentCooccurrence().save(tmp_path / "m")
    DocumentCooccurrence().fit(toy_corpus()).save(tmp_path / "m")
    header = read_json(tmp_path / "m" / "format.json")
    header["spec"]["algorithm"] = 99
    del header["files"], header["digest"]
    seal(tmp_path / "m", header)
    with pytest.raises(InputError, match="version 99"):
        load_model(tmp_path / "m")
    header["spec"]["model"] = "os.system"
    seal(tmp_path / "m", header)
    with pytest.raises(InputError, match="unknown model"):
        load_model(tmp_path / "m")


def test_a_space_says_where_it_comes_from():
    corpus = toy_corpus()
    space = DocumentCooccurrence().fit(corpus).space_
    assert space.metadata == {
        "model": "cooccurrence",
        "supervision": ["documents"],
        "deterministic": True,
    }
    restless = DocumentCooccurrence().fit(corpus)
    restless.space_ = space.described(deterministic=False)
    assert not Wrapping(restless).fit(corpus).space_.metadata["deterministic"]


class Restless(DocumentCooccurrence):
    """Says that it gives other bytes every time."""

    name = "test-restless"
    deterministic = False


@pytest.mark.parametrize("kind", [Wrapping, BasicMuPTM, AssociationMuPTM, TraditionalPPMI])
def test_what_is_built_on_a_part_that_cannot_be_repeated_cannot_be_either(kind):
    place = {BasicMuPTM: "topic_model", AssociationMuPTM: "topic_model", Wrapping: "inner"}
    name = place.get(kind, "seed_model")
    steady, restless = (kind(**{name: part()}) for part in (DocumentCooccurrence, Restless))
    assert steady.deterministic and not restless.deterministic
    assert not Two(steady, Wrapping(restless)).deterministic


def test_a_seed_that_changes_nothing_is_none():
    assert DocumentCooccurrence(seed=3).random_seed is None and LSA(seed=3).random_seed is None
    assert TraditionalPPMI(seed=3).random_seed == 3
    within = TraditionalPPMI(seed_model=AssociationMuPTM(seed=5), seed=3)
    assert within.seed_parameters() == ["seed_model__seed"] and within.random_seed == 5
    plain = TraditionalPPMI(seed_model=DocumentCooccurrence())
    assert plain.seed_parameters() == [] and plain.random_seed is None
