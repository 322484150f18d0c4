"""The directory of a pretrained encoder: which files count, and what they say about the model."""

from __future__ import annotations

import json
import mmap
import time
from dataclasses import dataclass
from functools import lru_cache
from os import PathLike
from pathlib import Path
from typing import Any

from clss.checksums import file_hash
from clss.errors import InputError
from clss.persistence import digest

TOKENIZER = "tokenizer.json"
#: Where exporters and model repositories put the graph.
GRAPHS = ("model.onnx", "onnx/model.onnx")
#: Small files beside the graph that say how long a sequence may be.
SETTINGS = ("config.json", "tokenizer_config.json", "sentence_bert_config.json")
#: The longest sequence, in pieces, of a model that does not say.
USUAL_LENGTH = 512
#: Models whose position embeddings begin after the padding piece: two positions are never used.
_SHIFTED = {"roberta", "xlm-roberta", "camembert", "xlm-roberta-xl", "mpnet"}
#: Nanoseconds within which a file may have changed again without a new time of change.
_RACY = 2_000_000_000


@dataclass(frozen=True)
class EncoderDirectory:
    """The files of an encoder, found and looked at; nothing is loaded.

    Attributes
    ----------
    path : Path
        The directory.
    graph : Path
        The ONNX graph.
    weights : tuple of Path
        Files that hold the graph's weights where it does not hold them itself.
    tokenizer : Path
    """

    path: Path
    graph: Path
    weights: tuple[Path, ...]
    tokenizer: Path

    @classmethod
    def open(cls, path: str | PathLike[str]) -> EncoderDirectory:
        """Find the files; a missing one is an error that says what was expected."""
        directory = Path(path).expanduser()
        if not directory.is_dir():
            expected = "is a file; the directory of an encoder was expected"
            what = expected if directory.exists() else "no such directory"
            raise InputError(f"{what} (an ONNX graph and {TOKENIZER})", directory)
        tokenizer = directory / TOKENIZER
        if not tokenizer.is_file():
            raise InputError(f"has no {TOKENIZER}; the encoder's tokenizer was expected", directory)
        graph = _graph(directory)
        return cls(directory, graph, _weights(graph), tokenizer)

    @property
    def name(self) -> str:
        """What people call the model: the name of its directory."""
        return self.path.resolve().name

    @property
    def fingerprint(self) -> str:
        """The hash of everything that decides the vectors: graph, weights, tokenizer, settings."""
        files = [self.graph, *self.weights, self.tokenizer, *self._settings_files()]
        return digest(*(f"{file.name}:{_known_hash(file)}" for file in files))

    @property
    def size(self) -> int:
        """The bytes of graph and weights."""
        return sum(file.stat().st_size for file in (self.graph, *self.weights))

    @property
    def longest(self) -> int:
        """How many pieces a sequence may have at most, by what the files say."""
        config, tokenizer, sentence = (self._settings(name) for name in SETTINGS)
        positions = config.get("max_position_embeddings", 0)
        if config.get("model_type") in _SHIFTED and _is_length(positions):
            positions -= 2
        found = [positions, tokenizer.get("model_max_length"), sentence.get("max_seq_length")]
        return min((int(n) for n in found if _is_length(n)), default=USUAL_LENGTH)

    def _settings_files(self) -> list[Path]:
        files = [self.path / name for name in SETTINGS]
        return [file for file in files if file.is_file()]

    def _settings(self, name: str) -> dict[str, Any]:
        file = self.path / name
        if not file.is_file():
            return {}
        try:
            value = json.loads(file.read_bytes())
        except ValueError as error:
            raise InputError(f"is not JSON ({error})", file) from error
        return value if isinstance(value, dict) else {}


def _is_length(value: Any) -> bool:
    """Whether a value says how long a sequence may be; "no limit" is written as a huge number."""
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and 1 <= value < 1_000_000


def _graph(directory: Path) -> Path:
    for name in GRAPHS:
        if (directory / name).is_file():
            return directory / name
    found = sorted(directory.glob("*.onnx"))
    if len(found) == 1:
        return found[0]
    if not found:
        raise InputError(f"has no ONNX graph ({' or '.join(GRAPHS)} was expected)", directory)
    names = ", ".join(file.name for file in found)
    raise InputError(f"has several graphs ({names}); call the one to use {GRAPHS[0]}", directory)


def _weights(graph: Path) -> tuple[Path, ...]:
    """Return the files beside a graph that it may take weights from: those that it names.

    The runtime refuses weights outside of the graph's directory, so none is missed here.
    """
    others = [file for file in sorted(graph.parent.rglob("*")) if file.is_file() and file != graph]
    others = [file for file in others if file.suffix not in (".json", ".onnx", ".txt", ".md")]
    if not others or not graph.stat().st_size:
        return ()
    with (
        open(graph, "rb") as stream,
        mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as held,
    ):
        return tuple(file for file in others if held.find(file.name.encode()) >= 0)


def _known_hash(file: Path) -> str:
    status = file.stat()
    if abs(time.time_ns() - status.st_mtime_ns) < _RACY:
        return file_hash(file)
    return _hash(str(file.resolve()), status.st_size, status.st_mtime_ns)


@lru_cache(maxsize=64)  # a plan asks for the same gigabyte once per row
def _hash(path: str, size: int, modified: int) -> str:
    return file_hash(path)
