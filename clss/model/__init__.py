"""The interface that every model implements, ours and yours.

:mod:`clss.model.base` is what a model does, :mod:`clss.model.costs` what its training will take;
``spec`` and ``files`` describe and keep it, ``components`` trains what it builds on.
"""

from clss.model.base import MODELS, RepresentationModel
from clss.model.costs import IDLE_MEMORY, IDLE_SECONDS, TrainingCosts
from clss.model.files import load_model
from clss.model.spec import model_from_spec, model_spec

__all__ = [
    "IDLE_MEMORY",
    "IDLE_SECONDS",
    "MODELS",
    "RepresentationModel",
    "TrainingCosts",
    "load_model",
    "model_from_spec",
    "model_spec",
]
