"""What is printed cannot command a terminal, and whatever happens ends in one line."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from clss.space import BilingualSpace
from clss.vocabulary import Vocabulary
from evaluation import cli
from evaluation.cli import main
from evaluation.cli.visible import visible
from evaluation.tables.render import renderer
from evaluation.tables.table import Column, ResultTable, Row, TableCell

CLSS = [sys.executable, "-c", "import sys; from evaluation.cli import main; sys.exit(main())"]


@pytest.fixture
def space(tmp_path: Path) -> Path:
    words = Vocabulary(["rey", "\x1b]0;owned\x07"]), Vocabulary(["\x1b[31mking", "pan\u202e"])
    BilingualSpace(*words, np.eye(2), np.eye(2) + 0.1, langs=("es", "en")).save(tmp_path / "space")
    return tmp_path / "space"


def test_words_do_not_command_the_terminal(space: Path, capsys) -> None:
    assert main(["neighbors", str(space), "rey"]) == 0
    out = capsys.readouterr().out
    assert "\x1b" not in out and "\u202e" not in out
    assert r"\x1b[31mking" in out and r"\u202e" in out
    assert main(["neighbors", str(space), "\x1b[2J"]) == 2
    assert "\x1b" not in capsys.readouterr().err


def test_what_is_escaped() -> None:
    assert visible("a\tb\n") == "a\tb\n"
    assert visible("\x9b1m\x7f\r") == r"\x9b1m\x7f\r"


def test_formulas_are_disarmed_on_request() -> None:
    row = Row("=cmd|' /C calc'!A0", (TableCell(-0.25), TableCell(None, "+x")))
    table = ResultTable((Column("Acc"), Column("@p")), (row,), "")
    assert "=cmd" in renderer("csv").render(table).splitlines()[1][:5]
    safe = renderer("safe-csv").render(table)
    assert "\n'=cmd" in safe and "'@p" in safe and "-0.25" in safe and "'-0.25" not in safe


def test_a_mistake_of_ours_is_one_line_and_a_log(monkeypatch, tmp_path: Path, capsys) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def broken(*_, **__):
        raise AssertionError("no such luck\nand a second line")

    monkeypatch.setattr(cli, "app", broken)
    assert main(["models"]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    (log,) = tmp_path.glob("clss-*.log")
    assert "please report it" in line and str(log) in line
    assert "Traceback" in log.read_text()


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (MemoryError(), 1, "out of memory"),
        (KeyboardInterrupt(), 130, "interrupted"),
        (RecursionError("deep"), 1, "please report"),
    ],
)
def test_ends(monkeypatch, capsys, error, code, said) -> None:
    def broken(*_, **__):
        raise error

    monkeypatch.setattr(cli, "app", broken)
    assert main(["models"]) == code
    assert said in capsys.readouterr().err


def test_sigterm_is_one_line(monkeypatch, capsys) -> None:
    monkeypatch.setattr(cli, "app", lambda **_: os.kill(os.getpid(), signal.SIGTERM))
    assert main(["models"]) == 143
    assert capsys.readouterr().err == "clss: terminated\n"
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL


def test_any_locale_and_no_stdout(space: Path, tmp_path: Path) -> None:
    words = Vocabulary(["ñandú"]), Vocabulary(["rhéa"])
    BilingualSpace(*words, np.eye(1), np.eye(1), langs=("es", "en")).save(tmp_path / "s")
    environment = {**os.environ, "LC_ALL": "C", "PYTHONIOENCODING": "ascii"}
    command = [*CLSS, "neighbors", str(tmp_path / "s"), "ñandú"]
    ran = subprocess.run(command, env=environment, capture_output=True, timeout=120)
    assert ran.returncode == 0 and b"rh\\xe9a" in ran.stdout, ran.stderr
    closed = subprocess.run(
        ["sh", "-c", 'exec "$@" >&-', "sh", *command], capture_output=True, timeout=120
    )
    assert closed.returncode == 0 and closed.stderr == b""


def test_a_path_that_is_not_utf8(tmp_path: Path) -> None:
    name = os.fsencode(tmp_path) + b"/\xff"
    ran = subprocess.run([*CLSS, "table", name], capture_output=True, timeout=120)
    assert ran.returncode == 2 and ran.stderr.count(b"\n") == 1


def test_what_is_done_is_logged_where_it_is_asked_for(clss, space_dir, tmp_path):
    gold = tmp_path / "gold.tsv"
    gold.write_text("rey\tking\n")
    quiet = clss("score", space_dir, "--ble", gold)
    loud = clss("-v", "score", space_dir, "--ble", gold)
    assert loud.out == quiet.out and " s evaluation.runs.given: space: " in loud.err
    assert quiet.err == clss("score", space_dir, "--ble", gold).err and "given" not in quiet.err
