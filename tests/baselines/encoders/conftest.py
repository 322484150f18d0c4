"""A tiny encoder of known weights, made once for all tests of this room."""

from __future__ import annotations

import importlib.util
import sys
from itertools import islice
from pathlib import Path
from types import ModuleType

import pytest

from clss.corpus import AlignedCorpus

ROOT = Path(__file__).parents[3]
sys.path.insert(0, str(ROOT / "tests" / "reference"))


def load_example() -> ModuleType:
    path = ROOT / "examples" / "encoder" / "tiny_encoder.py"
    spec = importlib.util.spec_from_file_location("tiny_encoder", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def example() -> ModuleType:
    return load_example()


@pytest.fixture(scope="session")
def tokenizer(example):
    return example.make_tokenizer(islice(example.quickstart_lines(), 300), size=600)


@pytest.fixture(scope="session")
def tiny(example, tokenizer, tmp_path_factory) -> Path:
    """An encoder of 32 positions and two layers, all of them among its outputs."""
    layers = ("hidden_states.0", "hidden_states.1", "hidden_states.2")
    place = tmp_path_factory.mktemp("encoders") / "tiny"
    return example.write_encoder(place, tokenizer, positions=32, hidden=16, outputs=layers)


@pytest.fixture(scope="session")
def corpus() -> AlignedCorpus:
    source = [
        ["formato", "celda", "documento", "celda"],
        ["archivo", "imagen"],
        [],
        ["documento", "formato", "página", "libreta", "dirección"],
    ]
    target = [
        ["cell", "format", "document"],
        ["file", "picture", "file"],
        ["page"],
        ["address", "book", "document", "format"],
    ]
    return AlignedCorpus.from_documents(source, target, langs=("es", "en"))
