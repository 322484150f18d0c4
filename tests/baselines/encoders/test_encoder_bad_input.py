"""What can be wrong with an encoder's directory, and the one sentence that says it."""

from __future__ import annotations

import json
import shutil
import sys
from itertools import islice

import onnx
import pytest
from onnx import TensorProto, helper

from baselines import PretrainedEncoder
from baselines.encoders import graph as graph_module
from clss.corpus import AlignedCorpus
from clss.errors import ClssWarning, InputError
from clss.model import MODELS
from evaluation.cli.parameters import make_model


@pytest.fixture
def copy(tiny, tmp_path):
    return shutil.copytree(tiny, tmp_path / "copy")


def message(path, corpus, **parameters) -> str:
    with pytest.raises(InputError) as caught:
        PretrainedEncoder(path, **parameters).fit(corpus)
    said = str(caught.value)
    assert "\n" not in said
    return said


def test_a_path_is_needed(corpus):
    assert message(None, corpus) == "encoder needs path, the path of a directory"
    with pytest.raises(InputError, match="encoder needs path"):
        make_model(MODELS.get("encoder"), ["layer=2"]).check_parameters()


def test_missing_files(tmp_path, copy, corpus):
    assert "no such directory" in message(tmp_path / "nowhere", corpus)
    assert "is a file; the directory" in message(copy / "model.onnx", corpus)
    (copy / "model.onnx").rename(copy / "a.onnx")
    PretrainedEncoder(copy).check_parameters()  # the only graph is the one that is meant
    (copy / "b.onnx").write_bytes(b"")
    assert "has several graphs (a.onnx, b.onnx)" in message(copy, corpus)
    (copy / "a.onnx").unlink()
    (copy / "b.onnx").unlink()
    assert "has no ONNX graph" in message(copy, corpus)
    (copy / "tokenizer.json").unlink()
    assert "has no tokenizer.json" in message(copy, corpus)


def test_a_graph_in_the_folder_onnx_is_found(copy, corpus):
    (copy / "onnx").mkdir()
    (copy / "model.onnx").rename(copy / "onnx" / "model.onnx")
    PretrainedEncoder(copy).fit(corpus)


def test_files_that_are_something_else(copy, corpus):
    (copy / "config.json").write_text("{")
    assert "config.json: is not JSON" in message(copy, corpus)
    (copy / "config.json").unlink()
    (copy / "tokenizer.json").write_text("{}")
    assert "tokenizer.json: is no tokenizer" in message(copy, corpus)
    (copy / "model.onnx").write_bytes(b"no graph at all")
    assert "is no graph that onnxruntime takes (Load model from" in message(copy, corpus)


def rewired(example, tokenizer, copy, change) -> None:
    model = example.make_graph(tokenizer.get_vocab_size(), positions=32, hidden=16)
    change(model)
    onnx.save_model(model, str(copy / "model.onnx"))


def test_a_graph_without_hidden_states_says_what_it_has(example, tokenizer, copy, corpus):
    def change(model):
        model.graph.node[-1].output[0] = "logits"
        model.graph.output[0].name = "logits"

    rewired(example, tokenizer, copy, change)
    said = message(copy, corpus)
    assert "gives no hidden states" in said
    assert said.endswith("its outputs are logits [batch × sequence × 16]")


def test_a_layer_that_the_graph_does_not_give(copy, corpus):
    said = message(copy, corpus, layer=7)
    assert "does not give layer 7; its outputs are last_hidden_state [batch" in said
    assert "hidden_states.2" in said
    said = message(copy, corpus, pooling="sentence", occurrences=0)
    assert "gives no vector of the whole text (sentence_embedding or pooler_output)" in said


def test_strange_inputs(example, tokenizer, copy, corpus):
    def change(model):
        model.graph.input.append(helper.make_tensor_value_info("pixels", TensorProto.FLOAT, [1]))

    rewired(example, tokenizer, copy, change)
    assert "takes the inputs input_ids, attention_mask, pixels" in message(copy, corpus)


def test_a_tokenizer_of_another_model(example, copy, corpus):
    other = example.make_tokenizer(islice(example.quickstart_lines(), 300), size=900)
    other.save(str(copy / "tokenizer.json"))
    said = message(copy, corpus)
    assert "does not know the piece number 899" in said
    assert "the tokenizer is that of another model" in said


def test_a_length_that_the_graph_refuses(copy, corpus):
    (copy / "config.json").write_text(json.dumps({"max_position_embeddings": 64}))
    assert "refuses a sequence of 64 pieces; set max_length" in message(copy, corpus)
    PretrainedEncoder(copy, max_length=32).fit(corpus)


def test_a_prefix_that_fills_the_model(copy, corpus):
    said = message(copy, corpus, prefix="formato " * 40)
    assert "max_length 32 leaves no room for a text beside the prefix" in said


def test_raw_text_without_a_word_of_the_corpus(copy, corpus, tmp_path):
    (tmp_path / "raw.txt").write_text("nothing here\n")
    said = message(copy, corpus, source_text=tmp_path / "raw.txt")
    assert "holds none of the 8 es words of the corpus" in said


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"pooling": "cls"}, "pooling 'cls' is a vector of the whole text"),
        ({"occurrences": 0, "source_text": "raw.txt"}, "occurrences = 0 takes words alone"),
        ({"occurrences": -1}, "occurrences must be a whole number of at least 0, not -1"),
        ({"occurrences": 0, "pooling": "sentence", "layer": 2}, "layer has no meaning"),
        ({"pooling": "max"}, "pooling must be one of mean, first, cls, sequence, sentence"),
        ({"prefix": 3}, "prefix must be a text, not 3"),
    ],
)
def test_parameters_that_do_not_go(tiny, parameters, words):
    with pytest.raises(InputError, match=words):
        PretrainedEncoder(tiny, **parameters).check_parameters()


def test_words_that_the_tokenizer_makes_nothing_of(tiny):
    odd = "\u0301\u0301"  # accents alone, which the normaliser removes
    corpus = AlignedCorpus.from_documents([["celda", odd]], [["cell"]], langs=("es", "en"))
    with pytest.warns(ClssWarning, match="makes nothing of 1 es words"):
        space = PretrainedEncoder(tiny).fit(corpus).space_
    assert not space.vector(odd).any()


def external(location: str) -> bytes:
    """A graph whose weights are in a file somewhere."""
    tensor = TensorProto(name="table", data_type=1, dims=[4, 1], data_location=1)
    for key, value in (("location", location), ("offset", "0"), ("length", "16")):
        tensor.external_data.add(key=key, value=value)
    values = helper.make_tensor_value_info
    sequence = ["batch", "sequence"]
    made = helper.make_graph(
        [helper.make_node("Gather", ["table", "input_ids"], ["last_hidden_state"])],
        "external",
        [values("input_ids", TensorProto.INT64, sequence)],
        [values("last_hidden_state", TensorProto.FLOAT, [*sequence, 1])],
        [tensor],
    )
    opsets = [helper.make_opsetid("", 17)]
    return helper.make_model(made, opset_imports=opsets, ir_version=8).SerializeToString()


def test_weights_outside_of_the_directory_are_refused(copy, corpus, tmp_path):
    (tmp_path / "secret").write_bytes(b"\0" * 64)
    (copy / "link").symlink_to(tmp_path / "secret")
    for location in ("../secret", str(tmp_path / "secret"), "link"):
        (copy / "model.onnx").write_bytes(external(location))
        assert "is no graph that onnxruntime takes" in message(copy, corpus)


def test_weights_beside_the_graph_are_part_of_its_hash(copy):
    (copy / "model.onnx").write_bytes(external("model.onnx_data"))
    (copy / "model.onnx_data").write_bytes(b"\0" * 64)
    (copy / "other.bin").write_bytes(b"\0")
    first = PretrainedEncoder(copy).content_hashes()["path"]
    (copy / "other.bin").write_bytes(b"\1")
    assert PretrainedEncoder(copy).content_hashes()["path"] == first
    (copy / "model.onnx_data").write_bytes(b"\1" * 64)
    assert PretrainedEncoder(copy).content_hashes()["path"] != first


def test_operators_of_other_libraries_are_not_registered(copy, corpus):
    node = helper.make_node("Run", ["input_ids"], ["last_hidden_state"], domain="my.operators")
    sequence = ["batch", "sequence"]
    made = helper.make_graph(
        [node],
        "custom",
        [helper.make_tensor_value_info("input_ids", TensorProto.INT64, sequence)],
        [helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, [*sequence, 1])],
    )
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid("my.operators", 1)]
    onnx.save_model(
        helper.make_model(made, opset_imports=opsets, ir_version=8), str(copy / "model.onnx")
    )
    assert "my.operators:Run(-1) is not a registered function/op" in message(copy, corpus)


@pytest.mark.parametrize("package", ["onnxruntime", "tokenizers"])
def test_a_missing_package_is_named_with_its_extra(tiny, corpus, monkeypatch, package):
    monkeypatch.setitem(sys.modules, package, None)
    said = message(tiny, corpus)
    assert said == f"Encoders need the package {package}: pip install 'clss[encoder]'"


def test_an_old_runtime_is_refused(tiny, corpus, monkeypatch):
    monkeypatch.setattr(graph_module.onnxruntime(), "__version__", "1.19.2")
    assert "need onnxruntime 1.24 or newer, not 1.19.2" in message(tiny, corpus)
