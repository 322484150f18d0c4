"""clss: compare bilingual word representations honestly.

The core: corpora, spaces, similarities, retrieval and the interface of models. The models are in
``baselines``, tasks and significance tests in ``evaluation``.
"""

from typing import TYPE_CHECKING

from clss._lazy import imported_on_use
from clss._numba_cache import ensure_cache
from clss._version import __version__
from clss.errors import ClssError, DivergenceError, InputError
from clss.progress import Progress

ensure_cache()  # before any kernel is compiled

if TYPE_CHECKING:
    from clss.checks import check_model
    from clss.corpus import AlignedCorpus
    from clss.model import MODELS, RepresentationModel, load_model
    from clss.space import BilingualSpace
    from clss.vocabulary import Vocabulary

__all__ = [
    "MODELS",
    "AlignedCorpus",
    "BilingualSpace",
    "ClssError",
    "DivergenceError",
    "InputError",
    "Progress",
    "RepresentationModel",
    "Vocabulary",
    "__version__",
    "check_model",
    "load_model",
]

__getattr__, __dir__ = imported_on_use(
    __name__,
    {
        "check_model": "clss.checks",
        "AlignedCorpus": "clss.corpus",
        "MODELS": "clss.model",
        "RepresentationModel": "clss.model",
        "load_model": "clss.model",
        "BilingualSpace": "clss.space",
        "Vocabulary": "clss.vocabulary",
    },
)
