"""clss: compare bilingual word representations honestly.

The core: corpora, spaces, similarities, retrieval and the interface of models. The models are in
``baselines``, tasks and significance tests in ``evaluation``.
"""

from clss._version import __version__
from clss.checks import check_model
from clss.corpus import AlignedCorpus
from clss.errors import ClssError, DivergenceError, InputError
from clss.model import MODELS, RepresentationModel, load_model
from clss.progress import Progress
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
