"""Models from files of one's own: each file is a module of its own, and takes no other's name."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest
from toy_run import HEADER, Ran, write_config

from clss.errors import InputError
from clss.model import MODELS
from evaluation.runs.plugins import load_plugins, loaded_plugins, source_hash

_MODEL = """
from clss import RepresentationModel

class Mine(RepresentationModel):
    name = "{name}"

    def _fit(self, corpus, progress):
        counts = [side.document_term_matrix().T.toarray() * {weight} for side in corpus.sides]
        return self._space_of(corpus, *counts)
"""


@pytest.fixture
def plugin(tmp_path: Path):
    """Write a plugin, of one model, to a directory of its own."""

    def write(directory: str, name: str, weight: float = 1.0) -> Path:
        path = tmp_path / directory / "mine.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(_MODEL.format(name=name, weight=weight))
        return path

    return write


def test_two_files_of_one_name_are_two_modules(plugin) -> None:
    load_plugins([plugin("a", "first"), plugin("b", "second")])
    first, second = MODELS.get("first"), MODELS.get("second")
    assert first.__module__ != second.__module__
    assert source_hash(first) != source_hash(second)


def test_a_changed_file_expires_its_model_beside_another_file_of_its_name(
    plugin, data: Path, tmp_path: Path
) -> None:
    paths = [plugin("a", "first"), plugin("b", "second")]
    header = HEADER.replace('"{plugin}"', ", ".join(f'"{path}"' for path in paths))
    rows = '\n[[models]]\nmodel = "first"\n\n[[models]]\nmodel = "second"\n'
    config = write_config(tmp_path / "c.toml", data, rows, header)
    Ran(config, tmp_path / "run")
    plugin("a", "first", weight=2.0)
    assert Ran(config, tmp_path / "run").computed == ["first() on s-t", "ble s-t: first()"]


def test_the_same_file_may_be_loaded_again_and_changed(plugin) -> None:
    path = plugin("a", "mine")
    load_plugins([path])
    before = MODELS.get("mine")
    load_plugins([path])
    assert MODELS.get("mine") is before
    plugin("a", "mine", weight=2.0)
    load_plugins([path])
    assert MODELS.get("mine") is not before


def test_the_name_of_a_model_that_is_installed_is_refused(plugin) -> None:
    path = plugin("a", "lsa")
    with pytest.raises(InputError, match=r"mine\.py: the model name 'lsa' belongs to .*LSA"):
        load_plugins([path])
    assert MODELS.get("lsa").__module__ == "baselines.documents.lsa"


def test_two_files_of_one_comparison_cannot_share_a_model_name(plugin) -> None:
    first, second = plugin("a", "mine"), plugin("b", "mine")
    with pytest.raises(InputError) as refused:
        load_plugins([first, second])
    assert str(first) in str(refused.value) and refused.value.path == second


def test_a_worker_that_outlives_a_comparison_takes_the_file_of_the_next(plugin) -> None:
    load_plugins([plugin("a", "mine")])
    before = source_hash(MODELS.get("mine"))
    load_plugins([plugin("b", "mine", weight=2.0)])
    assert None not in (before, source_hash(MODELS.get("mine")))
    assert source_hash(MODELS.get("mine")) != before


def test_a_class_may_be_renamed_in_a_file_that_is_loaded(plugin) -> None:
    path = plugin("a", "mine")
    load_plugins([path])
    path.write_text(path.read_text().replace("class Mine", "class Better"))
    load_plugins([path])
    assert MODELS.get("mine").__name__ == "Better"
    path.write_text(path.read_text().replace('"mine"', '"ours"'))
    load_plugins([path])
    assert "ours" in MODELS.names() and "mine" not in MODELS.names()


def test_nothing_is_written_beside_a_plugin_nor_an_older_version_executed(
    plugin, monkeypatch
) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    path = plugin("a", "mine")
    written = path.stat()
    load_plugins([path])
    path.write_text(path.read_text().replace('"mine"', '"ours"'))
    os.utime(path, ns=(written.st_atime_ns, written.st_mtime_ns))  # as if in the same instant
    load_plugins([path])
    assert "ours" in MODELS.names() and not (path.parent / "__pycache__").exists()


def test_threads_of_a_worker_take_the_models_of_their_own_files(plugin) -> None:
    first, second = plugin("a", "mine"), plugin("b", "mine", weight=2.0)
    load_plugins([first])
    hash_of_first = source_hash(MODELS.get("mine"))
    other = threading.Thread(target=load_plugins, args=([second],))
    with loaded_plugins([first]):
        other.start()
        other.join(0.1)
        assert source_hash(MODELS.get("mine")) == hash_of_first
    other.join()
    assert source_hash(MODELS.get("mine")) != hash_of_first
