"""A directory in which the blocks of pages are run."""

from __future__ import annotations

import pytest
from page_runner import PageRunner
from toy_files import write_toy_files
from toy_run import InlinePool

from evaluation.runs import pools


@pytest.fixture
def runner(tmp_path, monkeypatch) -> PageRunner:
    """Run pages among files that have the names of the reader's own, stages in this process."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(pools, "LocalPool", lambda directory, *_: InlinePool(directory))
    write_toy_files(tmp_path)
    return PageRunner(tmp_path)
