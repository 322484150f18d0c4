"""The models that a model builds on, each of them trained once."""

from __future__ import annotations

from sklearn.base import clone

from clss.corpus import AlignedCorpus
from clss.errors import InputError
from clss.model.base import RepresentationModel
from clss.model.spec import model_spec
from clss.progress import ProgressCallback


def fitted(
    model: RepresentationModel,
    corpus: AlignedCorpus,
    trained: list[RepresentationModel],
    progress: ProgressCallback | None,
) -> RepresentationModel:
    """Return a fitted component: itself, its equal among those trained, or one trained now.

    What is trained now, and what it builds on, joins those that were `trained` on this corpus.
    """
    if model.is_fitted:
        return model
    for other in trained:
        if type(other) is type(model) and _equal(other, model):
            return other
    parts = {
        key: fitted(part, corpus, trained, progress) for key, part in model.components().items()
    }
    try:
        trained.append(clone(model).fit(corpus, progress=progress, components=parts))
    except InputError as problem:  # whoever asked for the whole has to know which part it is
        told = f"{model.name}: {problem.message}"
        raise type(problem)(told, problem.path, problem.line) from problem
    return trained[-1]


def _equal(one: RepresentationModel, other: RepresentationModel) -> bool:
    try:
        return model_spec(one) == model_spec(other)
    except ValueError:  # arrays among the parameters, of which nobody knows whether they are equal
        return False
