"""The page on corpora of one's own: its commands are run, in order, as they stand there."""

from __future__ import annotations

import json

from page_runner import ROOT

from clss.extras import is_installed
from evaluation.tasks.swtc import SWTC


def test_from_two_dumps_to_a_marked_table(runner, tmp_path):
    assert is_installed("simplemma"), "a tool for tests"
    runner.run(ROOT / "docs" / "your-own-corpus.md")
    summary = json.loads((tmp_path / "raw" / "summary.json").read_text())
    assert summary["pairs"] > 500
    assert "LSA" in runner.printed and "Co-occurrence" in runner.printed
    assert "\\begin{tabular}" in runner.printed
    test, dev = (SWTC.from_file(name) for name in ("swtc.jsonl", "swtc-dev.jsonl"))
    assert {item.word for item in test.items}.isdisjoint(item.word for item in dev.items)
