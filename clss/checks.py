"""The contract of a model, as checks that anybody can run on their own.

``check_model(MyModel)`` in a test, or ``clss check my_module:MyModel`` on the command line.
"""

from __future__ import annotations

import inspect
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.base import clone

from clss.corpus import AlignedCorpus, Side
from clss.errors import ClssError, InputError
from clss.matrices import valid_rows
from clss.model import MODELS, RepresentationModel, load_model
from clss.sides import SIDES
from clss.toy import toy_corpus, toy_gold
from clss.vocabulary import Vocabulary


class CheckFailure(ClssError, AssertionError):
    """A model does not keep the contract; the message says which rule and how."""


def check_model(model: RepresentationModel | type[RepresentationModel]) -> None:
    """Check that a model keeps the contract of :class:`clss.RepresentationModel`.

    Parameters
    ----------
    model : RepresentationModel or its class
        An instance with parameters suited to tiny data (few dimensions, few epochs), or a class:
        then its ``toy_parameters()`` is asked for such parameters.

    Raises
    ------
    CheckFailure
        On the first rule that is broken.
    """
    instance = model if isinstance(model, RepresentationModel) else toy_instance(model)
    for _, check in CHECKS:
        # whether a clone is faithful is the first question, so that check must not get one
        subject: Any = instance if check is check_signature else clone(instance)
        check(subject)


def toy_instance(cls: type[RepresentationModel]) -> RepresentationModel:
    """Make a model with parameters suited to tiny data."""
    _require(
        inspect.isclass(cls) and issubclass(cls, RepresentationModel),
        f"{getattr(cls, '__name__', cls)!s} is no RepresentationModel",
    )
    return cls(**cls.toy_parameters())


def _require(condition: bool, message: str) -> None:
    if not condition:
        raise CheckFailure(message)


def check_signature(model: RepresentationModel) -> None:
    """Parameters are those of the signature and survive a clone."""
    cls = type(model)
    _require(isinstance(getattr(cls, "name", None), str), f"{cls.__name__} has no name")
    signature = [
        parameter
        for parameter in inspect.signature(cls.__init__).parameters.values()
        if parameter.name != "self"
    ]
    for parameter in signature:
        _require(parameter.default is not parameter.empty, f"{parameter.name} has no default")
        _require(
            parameter.kind not in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL),
            "the constructor takes *args or **kwargs; parameters must be named",
        )
        _require(
            hasattr(model, parameter.name), f"the constructor does not store {parameter.name!r}"
        )
    names = {parameter.name for parameter in signature}
    for name in cls.parameters:
        _require(name in names, f"{name!r} is declared but is no parameter of the constructor")
    plain = cls()
    for parameter in signature:
        _require(
            getattr(plain, parameter.name) is parameter.default,
            f"the constructor changes {parameter.name!r}; it must store it untouched",
        )
    if not cls.required:
        try:
            plain.check_parameters()
        except InputError as error:
            raise CheckFailure(f"the defaults are refused: {error}") from error
    copy = clone(model)
    before, after = model.get_params(deep=False), copy.get_params(deep=False)
    _require(before.keys() == after.keys(), "a clone has other parameters")
    for key, value in before.items():
        _require(repr(value) == repr(after[key]), f"a clone changes the parameter {key!r}")
    _require(not copy.is_fitted, "a clone must not be fitted")
    known = {"documents", "sentences", "lexicon", "spelling"}
    stated = {s for s in model.supervision if not s.startswith("pretrained")}
    _require(
        stated <= known,
        f'supervision must be among {sorted(known)}, or "pretrained (NAME, HASH)"',
    )


def check_repeatable(model: RepresentationModel) -> None:
    """Fitting twice with one seed gives the same bytes, and leaves the corpus alone."""
    corpus = toy_corpus()
    before = corpus.fingerprint
    parameters = {key: repr(value) for key, value in model.get_params(deep=False).items()}
    returned = model.fit(corpus)
    _require(returned is model, "fit must return the model itself")
    first = model.space_.fingerprint
    fresh = AlignedCorpus(
        *(Side(s.lang, s.vocabulary, s.tokens.copy(), s.offsets.copy()) for s in corpus.sides)
    )
    _require(fresh.fingerprint == before, "fit changes the corpus")
    if model.deterministic:
        second = model.fit(corpus).space_.fingerprint
        _require(first == second, "fitting the same model again gives other results")
        third = clone(model).fit(fresh).space_.fingerprint
        _require(first == third, "two models with one seed give different results")
    after = {key: repr(value) for key, value in model.get_params(deep=False).items()}
    _require(parameters == after, "fit changes the model's parameters")


def check_round_trip(model: RepresentationModel) -> None:
    """A saved model is loaded with the same results."""
    model.fit(toy_corpus())
    with MODELS.restored(), tempfile.TemporaryDirectory() as directory:
        try:
            MODELS.add(type(model))
        except InputError as error:  # it could be saved, but never be found again
            raise CheckFailure(str(error)) from error
        path = Path(directory) / "model"
        model.save(path)
        loaded = load_model(path)
        same = loaded.space_.fingerprint == model.space_.fingerprint
        _require(same, "a saved model comes back with another space")
        arrays, back = model._extra_arrays(), loaded._extra_arrays()
        _require(arrays.keys() == back.keys(), "a saved model comes back with other results")
        for key, array in arrays.items():
            equal = np.array_equal(array, back[key], equal_nan=array.dtype.kind == "f")
            _require(equal, f"a saved model comes back with another {key}")


def check_empty_document(model: RepresentationModel) -> None:
    """A model learns from a corpus in which one document of a pair is empty."""
    corpus = toy_corpus()
    kept = corpus.source.offsets[1:]  # the first source document disappears
    source = Side(
        "s",
        corpus.source.vocabulary,
        corpus.source.tokens[kept[0] :].copy(),
        np.concatenate(([0], kept - kept[0])),
    )
    space = model.fit(AlignedCorpus(source, corpus.target)).space_
    _require(
        all(valid_rows(space.matrix(side)).mean() > 0.5 for side in SIDES),
        "with one empty document most vectors are zero or not finite",
    )


def check_empty_corpus(model: RepresentationModel) -> None:
    """An empty corpus is refused with an InputError."""
    nothing = np.zeros(0, dtype=np.int32)
    empty = AlignedCorpus(
        *(
            Side(lang, Vocabulary([]), nothing.copy(), np.zeros(1, dtype=np.int64))
            for lang in ("s", "t")
        )
    )
    try:
        model.fit(empty)
    except InputError:
        return
    except Exception as error:
        raise CheckFailure(f"an empty corpus gives {error!r} instead of an InputError") from error
    raise CheckFailure("an empty corpus is accepted")


def check_translations(model: RepresentationModel) -> None:
    """On a toy corpus the translations, known by construction, are found."""
    corpus = toy_corpus()
    space = model.fit(corpus).space_
    _require(space.source == corpus.source.vocabulary, "the space has other source words")
    _require(space.target == corpus.target.vocabulary, "the space has other target words")
    _require(space.langs == corpus.langs, "the space has other languages")
    if not model.supervision:  # two separate spaces: nothing ties the languages together
        return
    gold = toy_gold(corpus)
    right = sum(space.neighbors(a, "s", top=1)[0].word == b for a, b in gold)
    _require(
        right >= 0.5 * len(gold),
        f"only {right} of {len(gold)} translations of the toy corpus are found",
    )


CHECKS: list[tuple[str, Callable[[RepresentationModel], None]]] = [
    ("parameters match the signature and survive a clone", check_signature),
    ("one seed gives the same bytes, and the corpus is left alone", check_repeatable),
    ("save and load", check_round_trip),
    ("a pair with one empty document", check_empty_document),
    ("an empty corpus is refused", check_empty_corpus),
    ("finds the translations of a toy corpus", check_translations),
]
