"""Parameters from the command line; and one message for one mistake, wherever it is made."""

from __future__ import annotations

import json

import pytest

from clss.errors import InputError
from clss.model import MODELS, RepresentationModel
from clss.parameters import ModelOf, Nothing, Whole
from clss.toy import toy_corpus
from evaluation.cli.parameters import make_model
from evaluation.runs.config import read_config

MISTAKES = [
    ("bwesg", "dim", 0),
    ("bwesg", "window", 2.5),
    ("bwesg", "shuffle", "merg"),
    ("bicvm", "margin", "dims"),
    ("bicvm", "shuffle", 3),
    ("bilda", "alpha", "50/N"),
    ("lsa", "dim", "many"),
    ("basic-muptm", "prune", 0),
    ("traditional-ppmi", "weighting", "pmi"),
    ("mikolov", "regularization", -1),
    ("cca", "fraction", 1.5),
    ("autoencoder", "learning_rate", True),
]


@pytest.fixture
def config(tmp_path):
    (tmp_path / "s.txt").write_text("a b\n")
    (tmp_path / "t.txt").write_text("x y\n")
    (tmp_path / "gold.tsv").write_text("a\tx\n")

    def write(model, name, value):
        path = tmp_path / "config.toml"
        path.write_text(
            '[corpus]\nsource = "s.txt"\ntarget = "t.txt"\nlangs = ["s", "t"]\n'
            '[tasks.ble]\ngold = "gold.tsv"\n'
            f'[[models]]\nmodel = "{model}"\n{name} = {json.dumps(value)}\n'
        )
        return path

    return write


@pytest.mark.parametrize(("model", "name", "value"), MISTAKES)
def test_one_mistake_has_one_message_everywhere(clss, config, model, name, value):
    cls = MODELS.get(model)
    with pytest.raises(InputError) as fitted:
        cls(**{name: value}).fit(toy_corpus())
    with pytest.raises(InputError) as checked:
        cls(**{name: value}).check_parameters()
    with pytest.raises(InputError) as typed:
        make_model(cls, [f"{name}={value}"])
    with pytest.raises(InputError) as configured:
        read_config(config(model, name, value))
    messages = {error.value.message for error in (fitted, checked, typed, configured)}
    assert len(messages) == 1
    assert configured.value.line == 9
    # what the message asks for is what the list of models says
    listed = clss("models", model, "--format", "json").document["values"][name]
    assert messages.pop().startswith(f"{name} must be {listed}, not {value!r}")


class Outer(RepresentationModel):
    name = "outer"
    parameters = {"seed_model": ModelOf() | Nothing(), "top": Whole(at_least=1)}  # noqa: RUF012

    def __init__(self, seed_model=None, top=5) -> None:
        self.seed_model, self.top = seed_model, top

    def _fit(self, corpus, progress):
        raise NotImplementedError


def test_models_among_parameters():
    model = make_model(Outer, ["seed_model__dim=4", "top=2", "seed_model=cooccurrence"])
    assert (model.top, model.seed_model.name, model.seed_model.dim) == (2, "cooccurrence", 4)
    with pytest.raises(InputError, match="say first which model"):
        make_model(Outer, ["seed_model__dim=4"])
    with pytest.raises(InputError, match="seed_model must be a model or none, not 'bilba'"):
        make_model(Outer, ["seed_model=bilba"])
