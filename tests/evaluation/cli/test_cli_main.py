"""The command line as a whole: help, versions, listings, checks, and how it ends."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer

import evaluation.cli as cli
from clss import __version__
from clss.errors import ClssError, InputError
from clss.progress import Progress
from clss.space import BilingualSpace
from evaluation.cli.progress import PlainLines, training_display

COMMANDS = [
    "train",
    "neighbors",
    "lexicon",
    "import",
    "export",
    "models",
    "similarities",
    "retrievals",
    "contexts",
    "check",
    "corpus",
]


def test_version_and_help(clss):
    assert clss("--version").out == f"clss {__version__}\n"
    done = clss("--help")
    assert done.code == 0
    for command in COMMANDS:
        assert f" {command} " in done.out


def _all_commands():
    return {
        f"{name} {inner}".strip(): command
        for name, group in typer.main.get_command(cli.app).commands.items()
        for inner, command in getattr(group, "commands", {"": group}).items()
    }


@pytest.mark.parametrize(("name", "command"), list(_all_commands().items()), ids=_all_commands())
def test_every_option_of_every_command_is_explained(clss, name, command):
    assert command.help
    for parameter in command.params:
        assert parameter.help, f"{name}: {parameter.name}"
    done = clss(*name.split(), "--help")
    assert done.code == 0
    assert "Usage" in done.out


def test_no_command_and_an_unknown_one(clss, refuses):
    done = clss()
    assert done.code == 2
    assert "Usage" in done.out + done.err
    assert "No such command 'trian'" in refuses("trian")


@pytest.mark.parametrize("command", ["models", "similarities", "retrievals", "contexts"])
def test_listings(clss, refuses, command):
    entries = clss(command, "--format", "json").document
    names = [entry["name"] for entry in entries]
    assert names == sorted(names)
    assert all(entry["summary"] and entry["class"] for entry in entries)
    text = clss(command).out
    for name in names:
        assert name in text.splitlines()
        one = clss(command, name, "--format", "json").document
        assert one == entries[names.index(name)]
        assert name in clss(command, name).out
    assert "unknown" in refuses(command, "nothing-like-it")


def test_listings_show_parameters_with_defaults(clss):
    entries = {e["name"]: e for e in clss("retrievals", "--format", "json").document}
    assert entries["csls"]["parameters"] == {"neighborhood": 10}
    assert entries["csls"]["values"] == {"neighborhood": "a whole number of at least 1"}
    contexts = {e["name"]: e for e in clss("contexts", "--format", "json").document}
    assert contexts["add"]["values"]["normalize"] == "one of sum, mean, unit"
    assert list(contexts["encoder"]["values"]) == ["weight"]
    assert "one of sum, mean, unit" in clss("contexts", "add").out
    kinds = {e["name"]: e["accepts"] for e in clss("similarities", "--format", "json").document}
    assert kinds["hellinger"] == ["distribution"]
    models = {e["name"]: e for e in clss("models", "--format", "json").document}
    assert models["cooccurrence"]["parameters"]["seed"] == 1
    assert models["cooccurrence"]["similarity"] == "cosine"
    assert models["cooccurrence"]["supervision"] == ["documents"]


@pytest.mark.parametrize(
    ("error", "code", "sentence"),
    [
        (InputError("expected two columns", "gold.tsv", 3), 2, "gold.tsv, line 3: expected two"),
        (ClssError("a package is broken"), 1, "a package is broken"),
        (KeyboardInterrupt(), 130, "interrupted"),
        (OSError(28, "No space left on device", "/out"), 1, "/out: No space left on device"),
    ],
)
def test_how_errors_end(clss, monkeypatch, error, code, sentence):
    def fail(**_):
        raise error

    monkeypatch.setattr(cli, "app", fail)
    done = clss()
    assert done.code == code
    assert done.err.startswith(f"clss: {sentence}")
    assert done.err.count("\n") == 1


def test_an_interruption_inside_a_command(clss, monkeypatch, space_dir):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(BilingualSpace, "load", interrupted)
    done = clss("neighbors", space_dir, "rey")
    assert (done.code, done.err.strip()) == (130, "clss: interrupted")


def test_a_reader_that_leaves_early():
    program = "import sys; from evaluation.cli import main; sys.exit(main(['models']))"
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-c", program],
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    os.close(writer)
    assert done.stderr == ""


MODEL = """
import numpy as np
from baselines.documents.cooccurrence import DocumentCooccurrence

class Good(DocumentCooccurrence):
    name = "good-one"

class Forgetful(DocumentCooccurrence):
    name = "forgetful"
    def __init__(self, extra=3, weighting="tf-idf", dim: int | None = None):
        super().__init__(weighting=weighting, dim=dim)

class Unmakeable(DocumentCooccurrence):
    name = "unmakeable"
    def __init__(self, other=3):
        super().__init__()

class Raising(DocumentCooccurrence):
    name = "raising"
    def _fit(self, corpus, progress):
        raise ZeroDivisionError("half way")

class NoModel: pass
"""


@pytest.fixture
def module(tmp_path, monkeypatch):
    (tmp_path / "their_models.py").write_text(MODEL)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delitem(sys.modules, "their_models", raising=False)
    return tmp_path / "their_models.py"


def test_check_passes(clss, module):
    done = clss("check", "their_models:Good")
    assert done.code == 0, done.out
    assert all(line.startswith("passed  ") for line in done.out.splitlines())
    assert len(done.out.splitlines()) == 6
    assert clss("check", f"{module}:Good", "--format", "json").document["passed"] is True


def test_check_fails_with_the_reason(clss, module):
    done = clss("check", "their_models:Forgetful")
    assert done.code == 1
    assert "FAILED  parameters match the signature" in done.out
    assert "the constructor does not store 'extra'" in done.out
    done = clss("check", "their_models:Raising", "--format", "json")
    assert done.code == 1
    failed = [check for check in done.document["checks"] if not check["passed"]]
    assert failed[0]["message"] == "ZeroDivisionError: half way"
    assert "Traceback" not in done.err
    assert "Traceback" in clss("check", "their_models:Raising", "--traceback").err


def test_check_of_what_is_no_model(refuses, module):
    assert "expected MODULE:CLASS" in refuses("check", "their_models")
    assert "did you mean Good?" in refuses("check", "their_models:Goood")
    assert "is not a RepresentationModel" in refuses("check", "their_models:NoModel")
    assert "cannot be imported: ModuleNotFoundError" in refuses("check", "nowhere:Model")
    assert "no such file" in refuses("check", f"{Path('x.py')}:Model")
    assert "cannot be made with its toy parameters" in refuses("check", "their_models:Unmakeable")
    assert "has no parameter 'size'" in refuses("check", "their_models:Good", "-p", "size=3")


def test_plain_lines_are_few():
    out, now = io.StringIO(), [0.0]
    lines = PlainLines(out, clock=lambda: now[0])
    for second in range(12):
        now[0] = float(second)
        lines(Progress("training", second * 100, 1200, "tokens", {"loss": 0.5}))
    assert out.getvalue().splitlines() == [
        "training: 0%, loss 0.5",
        "training: 42%, 100 tokens/s, loss 0.5, 7 s left",
        "training: 83%, 100 tokens/s, loss 0.5, 2 s left",
    ]


def test_a_bar_on_a_terminal():
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    out = Terminal()
    with training_display(out) as progress:
        progress(Progress("sweeps", 1, 4, "sweeps", {"loss": 2.5}))
        progress(Progress("sweeps", 4, 4, "sweeps", {"loss": 1.25}))
    assert "sweeps" in out.getvalue()
    assert "loss 1.25" in out.getvalue()


def test_a_missing_file_names_its_neighbour(refuses, tmp_path):
    (tmp_path / "es.txt.gz").touch()
    (tmp_path / "mine.toml").touch()
    error = refuses("init", tmp_path / "es.txt", tmp_path / "en.txt", "--ble", "gold.tsv")
    assert error.endswith("no such file; did you mean es.txt.gz?")
    assert refuses("compare", tmp_path / "mine").endswith("did you mean mine.toml?")
