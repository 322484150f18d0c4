"""What a parameter may be: declared once, beside the constructor of a model.

A model says it in its attribute ``parameters``::

    parameters = {
        "dim": Whole(at_least=1),
        "shuffle": Choice("length-ratio", "merge"),
        "min_alpha": Number(at_least=0) | Nothing(),
        "topic_model": ModelOf() | Nothing(),
    }

``fit`` and ``check_parameters`` ask whether a value is allowed, the command line reads a text, a
config reads a value of TOML, ``clss models`` prints the description. A mistake has one message,
wherever it is made.
"""

from clss.parameters.checking import LikeDefault, check_values, kinds_of, unknown_parameter
from clss.parameters.kinds import (
    AnyOf,
    Choice,
    DirectoryPath,
    FilePath,
    Flag,
    Kind,
    Nothing,
    Number,
    Text,
    Whole,
    plain_value,
)
from clss.parameters.objects import ModelOf, Space, WordPairs

__all__ = [
    "AnyOf",
    "Choice",
    "DirectoryPath",
    "FilePath",
    "Flag",
    "Kind",
    "LikeDefault",
    "ModelOf",
    "Nothing",
    "Number",
    "Space",
    "Text",
    "Whole",
    "WordPairs",
    "check_values",
    "kinds_of",
    "plain_value",
    "unknown_parameter",
]
