"""The ONNX graph of an encoder: what it takes, what it gives, and how it is run."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from clss.errors import InputError
from clss.extras import optional_module

INSTALL = "clss[encoder]"
#: Older ones read weights from anywhere on the disk if a graph says so.
OLDEST_RUNTIME = (1, 24)
PROVIDER = "CPUExecutionProvider"
#: What exporters call the vectors of the last layer, and the vector of the whole text.
LAST = ("last_hidden_state", "token_embeddings")
WHOLE = ("sentence_embedding", "pooler_output")
_LAYER = re.compile(r"hidden_states[._\[]?(\d+)\]?")
#: What a text encoder may ask for, made of the pieces and of which of them are no padding.
_INPUTS: dict[str, Callable[[np.ndarray, np.ndarray], np.ndarray]] = {
    "input_ids": lambda ids, mask: ids,
    "attention_mask": lambda ids, mask: mask,
    "token_type_ids": lambda ids, mask: np.zeros_like(ids),
    "position_ids": lambda ids, mask: np.broadcast_to(np.arange(ids.shape[1]), ids.shape),
}
_TYPES = {"tensor(int64)": np.int64, "tensor(int32)": np.int32}


class Graph:
    """An encoder's graph, ready to run on the CPU.

    Loading runs nothing but the operators of the runtime: no custom ones are registered, and
    the runtime refuses weights outside of the graph's directory.

    Parameters
    ----------
    path : Path
    layer : int
        0 is the embeddings, 1 the first layer; -1 the last, -2 the one before.
    threads : int
    whole : bool
        Ask for the graph's own vector of the whole text instead of a layer.
    """

    def __init__(self, path: Path, layer: int = -1, threads: int = 1, whole: bool = False) -> None:
        runtime = onnxruntime()
        options = runtime.SessionOptions()
        options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
        options.use_deterministic_compute = True
        options.log_severity_level = 4  # what goes wrong is raised, and said in our words
        try:
            self._session = runtime.InferenceSession(str(path), options, providers=[PROVIDER])
        except Exception as error:
            raise InputError(
                f"is no graph that onnxruntime takes ({reason(error)})", path
            ) from error
        self.path = path
        self._inputs = {one.name: _TYPES.get(one.type) for one in self._session.get_inputs()}
        self._check_inputs()
        self._output = self._choose(layer, whole)

    @property
    def runtime(self) -> str:
        """Library, version and execution provider."""
        provider = self._session.get_providers()[0]
        return f"onnxruntime-{onnxruntime().__version__}-{provider}"

    def run(self, ids: np.ndarray, mask: np.ndarray) -> np.ndarray:
        """Return the vectors of a batch: (texts, pieces, dimensions), or (texts, dimensions)."""
        (found,) = self._session.run([self._output], self.feed(ids, mask))
        return np.asarray(found)

    def feed(self, ids: np.ndarray, mask: np.ndarray) -> dict[str, np.ndarray]:
        """Return the inputs that the graph asks for."""
        return {
            name: np.ascontiguousarray(_INPUTS[name](ids, mask), dtype=kind)
            for name, kind in self._inputs.items()
        }

    def _check_inputs(self) -> None:
        strange = [n for n, kind in self._inputs.items() if n not in _INPUTS or kind is None]
        if strange or "input_ids" not in self._inputs:
            raise InputError(
                f"takes the inputs {', '.join(self._inputs)}; a text encoder takes input_ids and"
                " attention_mask, of whole numbers",
                self.path,
            )

    def _choose(self, layer: int, whole: bool) -> str:
        shapes = {one.name: one.shape for one in self._session.get_outputs()}
        if whole:
            for name in WHOLE:
                if name in shapes:
                    return name
            wanted = f"vector of the whole text ({' or '.join(WHOLE)})"
            raise InputError(f"gives no {wanted}; its outputs are {_shown(shapes)}", self.path)
        layers = {int(m[1]): m[0] for m in map(_LAYER.fullmatch, shapes) if m is not None}
        last = next((name for name in LAST if name in shapes), None)
        if last is None and not layers:
            wanted = f"hidden states ({' or '.join(LAST)}, hidden_states.N)"
            raise InputError(f"gives no {wanted}; its outputs are {_shown(shapes)}", self.path)
        number = layer if layer >= 0 or not layers else max(layers) + 1 + layer
        if number in layers:
            return layers[number]
        if layer == -1 and last is not None:
            return last
        raise InputError(
            f"does not give layer {layer}; its outputs are {_shown(shapes)}"
            " (docs/encoders.md shows how all layers are exported)",
            self.path,
        )


def onnxruntime() -> Any:
    """Import onnxruntime; without it, or with one that is too old, say what to install."""
    module = optional_module("onnxruntime", "Encoders", INSTALL)
    numbers = tuple(int(part) for part in re.findall(r"\d+", module.__version__)[:2])
    if numbers < OLDEST_RUNTIME:
        oldest = ".".join(map(str, OLDEST_RUNTIME))
        raise InputError(
            f"Encoders need onnxruntime {oldest} or newer, not {module.__version__}:"
            f" pip install '{INSTALL}'"
        )
    return module


def reason(error: Exception) -> str:
    r"""Return the gist of what onnxruntime says, in one line.

    Examples
    --------
    >>> reason(RuntimeError("[ONNXRuntimeError] : 7 : INVALID_PROTOBUF : Load failed:\nparsing"))
    'Load failed: parsing'
    """
    said = re.sub(r"^\[ONNXRuntimeError\] : \d+ : \w+ : ", "", " ".join(str(error).split()))
    return said if len(said) <= 300 else said[:297] + "..."


def _shown(shapes: dict[str, Any]) -> str:
    return ", ".join(f"{name} {_shape(shape)}" for name, shape in shapes.items())


def _shape(shape: Any) -> str:
    return "[" + " × ".join("?" if size is None else str(size) for size in shape) + "]"
