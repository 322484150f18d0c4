"""The tiny encoder of examples/encoder, computed by numpy from the weights in its file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper
from scipy.special import erf
from tokenizers import Tokenizer


class TinyEncoder:
    """One text at a time, in double precision, no padding."""

    def __init__(self, directory: Path, heads: int = 4) -> None:
        graph = onnx.load(str(directory / "model.onnx")).graph
        self.weights = {
            one.name: numpy_helper.to_array(one).astype(float) for one in graph.initializer
        }
        self.tokenizer = Tokenizer.from_file(str(directory / "tokenizer.json"))
        self.heads = heads
        self.layers = sum(name.endswith(".query.weight") for name in self.weights)

    def hidden(self, ids: list[int]) -> list[np.ndarray]:
        """Return the vectors of the pieces at every layer, the embeddings first."""
        w = self.weights
        words = w["embeddings.word"][ids] * w["loudness"]
        states = [self._norm("embeddings.norm", words + w["embeddings.position"][: len(ids)])]
        for number in range(1, self.layers + 1):
            name, given = f"layer{number}", states[-1]
            middle = self._norm(f"{name}.heard", self._attention(name, given) + given)
            wide = self._linear(f"{name}.wide", middle)
            wide = 0.5 * wide * (1 + erf(wide * 0.5**0.5))
            states.append(self._norm(f"{name}.norm", self._linear(f"{name}.narrow", wide) + middle))
        return states

    def word(self, text: str, start: int, end: int, layer: int = -1) -> np.ndarray:
        """Return the mean of the pieces that cover some characters of a text."""
        encoding = self.tokenizer.encode(text)
        covered = [i for i, (a, b) in enumerate(encoding.offsets) if a < end and b > start]
        return self.hidden(encoding.ids)[layer][covered].mean(axis=0)

    def _linear(self, name: str, given: np.ndarray) -> np.ndarray:
        return given @ self.weights[f"{name}.weight"] + self.weights[f"{name}.bias"]

    def _norm(self, name: str, given: np.ndarray) -> np.ndarray:
        centred = given - given.mean(axis=1, keepdims=True)
        scaled = centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + 1e-12)
        return scaled * self.weights[f"{name}.scale"] + self.weights[f"{name}.shift"]

    def _attention(self, name: str, given: np.ndarray) -> np.ndarray:
        parts = {what: self._linear(f"{name}.{what}", given) for what in ("query", "key", "value")}
        mixed = []
        for query, key, value in zip(
            *(np.split(part, self.heads, axis=1) for part in parts.values()), strict=True
        ):
            scores = query @ key.T / np.sqrt(query.shape[1])
            shares = np.exp(scores - scores.max(axis=1, keepdims=True))
            mixed.append(shares / shares.sum(axis=1, keepdims=True) @ value)
        return self._linear(f"{name}.output", np.concatenate(mixed, axis=1))
