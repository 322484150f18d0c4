"""The page on corpora of one's own: its commands are run, in order, as they stand there."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

from clss.text.extras import is_installed
from evaluation.cli import main
from evaluation.tasks.swtc import SWTC

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "your-own-corpus.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def commands() -> list[list[str]]:
    text = "".join(blocks("bash")).replace("\\\n", " ")
    return [shlex.split(line) for line in text.splitlines()]


def test_from_two_dumps_to_a_marked_table(tmp_path, monkeypatch, capsys):
    assert is_installed("simplemma"), "a tool for tests"
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    (config,) = blocks("toml")
    (tmp_path / "wiki.toml").write_text(config)
    said: dict[str, str] = {}
    for program, *arguments in commands():
        if program == "python":
            subprocess.run([sys.executable, *arguments], check=True, timeout=600)
        else:
            assert program == "clss"
            assert main(arguments) == 0, (arguments, capsys.readouterr().err)
            said[" ".join(arguments[:2])] = capsys.readouterr().out
    summary = json.loads((tmp_path / "raw" / "summary.json").read_text())
    assert summary["pairs"] > 500
    assert "LSA" in said["compare wiki.toml"] and "Co-occurrence" in said["compare wiki.toml"]
    assert "\\begin{tabular}" in said["table runs/wiki"]
    test, dev = (SWTC.from_file(name) for name in ("swtc.jsonl", "swtc-dev.jsonl"))
    assert {item.word for item in test.items}.isdisjoint(item.word for item in dev.items)
