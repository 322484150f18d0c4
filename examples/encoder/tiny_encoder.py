"""A tiny encoder with random weights, to try the machinery without downloading a model.

    python examples/encoder/tiny_encoder.py models/tiny

writes a directory as exporters do: ``model.onnx``, ``tokenizer.json``, ``config.json``. The graph
is a BERT of two layers, the tokenizer a WordPiece trained on the quickstart's raw text. It has
learned nothing: translations that it finds share their pieces (*formato*, *format*).

Needs ``pip install 'clss[encoder]' onnx``.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
from onnx import TensorProto, helper, numpy_helper, save_model
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors, trainers

QUICKSTART = Path(__file__).parents[1] / "quickstart"
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]


def quickstart_lines() -> Iterator[str]:
    for lang in ("es", "en"):
        with gzip.open(QUICKSTART / f"raw.{lang}.txt.gz", "rt", encoding="utf-8") as stream:
            yield from stream


def make_tokenizer(lines: Iterable[str], size: int = 2000) -> Tokenizer:
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    trainer = trainers.WordPieceTrainer(
        vocab_size=size, special_tokens=SPECIAL, show_progress=False
    )
    tokenizer.train_from_iterator(lines, trainer)
    around = [(name, tokenizer.token_to_id(name)) for name in ("[CLS]", "[SEP]")]
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=around
    )
    return tokenizer


class GraphWriter:
    """Nodes and weights of a graph, with names made on the way."""

    def __init__(self, seed: int) -> None:
        self.nodes: list[object] = []
        self.weights: list[object] = []
        self.random = np.random.default_rng(seed)

    def weight(self, name: str, values: np.ndarray) -> str:
        kind = np.float32 if values.dtype.kind == "f" else np.int64
        self.weights.append(numpy_helper.from_array(values.astype(kind), name))
        return name

    def drawn(self, name: str, *shape: int, scale: float = 1.0) -> str:
        return self.weight(name, self.random.normal(scale=scale * shape[0] ** -0.5, size=shape))

    def node(self, kind: str, *inputs: str, output: str = "", **attributes: object) -> str:
        output = output or f"{kind.lower()}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [output], **attributes))
        return output

    def linear(self, name: str, given: str, rows: int, columns: int) -> str:
        # less than what passes by, as in networks that were trained
        weight = self.drawn(f"{name}.weight", rows, columns, scale=0.3)
        product = self.node("MatMul", given, weight)
        return self.node("Add", product, self.weight(f"{name}.bias", np.zeros(columns)))

    def normed(self, name: str, given: str, width: int, output: str = "") -> str:
        scale = self.weight(f"{name}.scale", np.ones(width))
        shift = self.weight(f"{name}.shift", np.zeros(width))
        return self.node(
            "LayerNormalization", given, scale, shift, output=output, axis=-1, epsilon=1e-12
        )

    def constant(self, name: str, *values: float) -> str:
        if not any(one.name == name for one in self.weights):  # type: ignore[attr-defined]
            self.weight(name, np.array(values if len(values) > 1 else values[0]))
        return name


def embeddings(graph: GraphWriter, vocabulary: int, positions: int, hidden: int) -> str:
    words = graph.drawn("embeddings.word", vocabulary, hidden)
    places = graph.drawn("embeddings.position", positions, hidden)
    length = graph.node("Gather", graph.node("Shape", "input_ids"), graph.constant("one", 1))
    numbers = graph.node("Range", graph.constant("zero", 0), length, graph.constant("one", 1))
    # a word is worth more than its place: the tables are scaled by their numbers of rows
    louder = graph.node("Mul", words, graph.constant("loudness", float(vocabulary) ** 0.5))
    together = graph.node(
        "Add", graph.node("Gather", louder, "input_ids"), graph.node("Gather", places, numbers)
    )
    return graph.normed("embeddings.norm", together, hidden, output="hidden_states.0")


def attention(graph: GraphWriter, name: str, given: str, hidden: int, heads: int) -> str:
    split = graph.constant("split", 0, 0, heads, hidden // heads)
    join = graph.constant("join", 0, 0, hidden)

    def part(what: str, order: list[int]) -> str:
        linear = graph.linear(f"{name}.{what}", given, hidden, hidden)
        return graph.node("Transpose", graph.node("Reshape", linear, split), perm=order)

    query, key = part("query", [0, 2, 1, 3]), part("key", [0, 2, 3, 1])
    value = part("value", [0, 2, 1, 3])
    scale = graph.constant("scale", float(hidden // heads) ** -0.5)
    scores = graph.node("Mul", graph.node("MatMul", query, key), scale)
    shares = graph.node("Softmax", graph.node("Add", scores, "mask"), axis=-1)
    mixed = graph.node("Transpose", graph.node("MatMul", shares, value), perm=[0, 2, 1, 3])
    return graph.linear(f"{name}.output", graph.node("Reshape", mixed, join), hidden, hidden)


def gelu(graph: GraphWriter, given: str) -> str:
    inner = graph.node("Erf", graph.node("Mul", given, graph.constant("root", 0.5**0.5)))
    half = graph.node("Mul", given, graph.constant("half", 0.5))
    return graph.node("Mul", half, graph.node("Add", inner, graph.constant("unit", 1.0)))


def make_graph(
    vocabulary: int,
    hidden: int = 32,
    layers: int = 2,
    heads: int = 4,
    positions: int = 64,
    seed: int = 0,
    outputs: tuple[str, ...] = (),
) -> object:
    """Make a BERT whose weights are drawn by the seed; `outputs` beside the last layer's."""
    graph = GraphWriter(seed)
    real = graph.node("Cast", "attention_mask", to=TensorProto.FLOAT)
    spread = graph.node("Unsqueeze", real, graph.constant("axes", 1, 2))
    away = graph.node("Sub", graph.constant("unit", 1.0), spread)
    graph.node("Mul", away, graph.constant("never", -1e9), output="mask")
    state = embeddings(graph, vocabulary, positions, hidden)
    for number in range(1, layers + 1):
        name = f"layer{number}"
        heard = graph.node("Add", attention(graph, name, state, hidden, heads), state)
        middle = graph.normed(f"{name}.heard", heard, hidden)
        wide = gelu(graph, graph.linear(f"{name}.wide", middle, hidden, 4 * hidden))
        narrow = graph.linear(f"{name}.narrow", wide, 4 * hidden, hidden)
        whole = graph.node("Add", narrow, middle)
        state = graph.normed(f"{name}.norm", whole, hidden, output=f"hidden_states.{number}")
    graph.node("Identity", state, output="last_hidden_state")
    taken = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "sequence"])
        for name in ("input_ids", "attention_mask")
    ]
    given = [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, ["batch", "sequence", hidden])
        for name in ("last_hidden_state", *outputs)
    ]
    made = helper.make_graph(graph.nodes, "tiny", taken, given, graph.weights)
    return helper.make_model(made, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def write_encoder(
    directory: Path, tokenizer: Tokenizer, positions: int = 64, **sizes: object
) -> Path:
    """Write graph, tokenizer and settings into a directory."""
    directory.mkdir(parents=True, exist_ok=True)
    model = make_graph(tokenizer.get_vocab_size(), positions=positions, **sizes)  # type: ignore[arg-type]
    save_model(model, str(directory / "model.onnx"))
    tokenizer.save(str(directory / "tokenizer.json"))
    settings = {"model_type": "bert", "max_position_embeddings": positions}
    (directory / "config.json").write_text(json.dumps(settings))
    return directory


def main(arguments: list[str]) -> None:
    if len(arguments) != 1:
        sys.exit("usage: tiny_encoder.py DIRECTORY")
    layers = ("hidden_states.0", "hidden_states.1", "hidden_states.2")
    tokenizer = make_tokenizer(quickstart_lines())
    directory = write_encoder(Path(arguments[0]), tokenizer, outputs=layers)
    print(f"{directory}: {tokenizer.get_vocab_size()} pieces, layers 0 to 2")


if __name__ == "__main__":
    main(sys.argv[1:])
