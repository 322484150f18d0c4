"""The versions of what asks a space: outcomes of an earlier one are not reused."""

from __future__ import annotations

from clss.context import CONTEXTS
from clss.model import MODELS
from clss.similarity import SIMILARITIES
from clss.space import BilingualSpace
from evaluation.runs.stage import FitJob, SpaceSource, Stage
from evaluation.tasks.task import EvaluationSettings


def raised_versions(
    settings: EvaluationSettings, space: SpaceSource, trained: Stage | None
) -> dict[str, dict[str, int]]:
    """Return what the key of an outcome has of versions: those that have been raised.

    Without the others, so that raising the version of one similarity leaves the outcomes of all
    others where they are.

    Parameters
    ----------
    settings : EvaluationSettings
    space : SpaceSource
    trained : Stage, optional
        The stage that trains the space, if one does.
    """
    raised = {}
    similarity = settings.similarity or _own_similarity(space, trained)
    # what a space is meant for need not be installed: its stage will say so
    if similarity in SIMILARITIES.names():
        raised["similarity"] = SIMILARITIES.get(similarity).algorithm_version
    if settings.context is not None:
        raised["context"] = CONTEXTS.get(settings.context["name"]).algorithm_version
    raised = {part: version for part, version in raised.items() if version > 1}
    return {"asked by": raised} if raised else {}


def _own_similarity(space: SpaceSource, trained: Stage | None) -> str:
    """Return the similarity that a space is meant for; ranked lists have none."""
    if trained is not None:
        assert isinstance(trained.job, FitJob)
        return MODELS.get(trained.job.spec["model"]).similarity
    if space.kind == "ranked":
        return ""
    return BilingualSpace.load(space.path, hashed=True).similarity  # hashed for its fingerprint
