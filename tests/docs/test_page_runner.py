"""The runner of pages notices what it is there for."""

from __future__ import annotations

import pytest
from blocks import blocks_of
from page_runner import lines_not_printed, parse


@pytest.fixture
def page(tmp_path):
    def write(text: str):
        path = tmp_path / "page.md"
        path.write_text(text, "utf-8")
        return path

    return write


def test_an_option_that_is_gone_is_noticed():
    parse(["table", "runs/mine", "--format", "latex"], "here")
    with pytest.raises(Exception, match="No such option: --colour"):
        parse(["table", "runs/mine", "--colour", "red"], "here")
    with pytest.raises(AssertionError, match="clss tabel runs/mine"):
        parse(["tabel", "runs/mine"], "here")


def test_output_may_differ_in_figures_only():
    printed = "Model  Acc@1\nLSA   [0.530]\n"
    assert lines_not_printed("Model  Acc@1\n…\nLSA    0.525▼\n", printed) == []
    assert lines_not_printed("BMu  0.530\n", printed) == ["BMu  0.530"]


def test_blocks_know_their_place_and_why_they_are_not_run(page):
    bash = "one\n\n<!-- not run: it downloads -->\n```bash\nclss a \\\n  b  # c\n```\n"
    text = bash + '```toml title="x"\n```\n'
    first, second = blocks_of(page(text))
    assert (first.line, first.not_run, first.commands()) == (
        4,
        "it downloads",
        [["clss", "a", "b"]],
    )
    assert (second.title, second.not_run) == ("x", "")


def test_a_failing_command_or_session_fails_the_page(runner, page):
    with pytest.raises(AssertionError, match=r"page\.md:1: clss models nothing"):
        runner.run(page("```bash\nclss models nothing\n```\n"))
    with pytest.raises(AssertionError, match="Expected"):
        runner.run(page("```python\n>>> 1 + 1\n3\n```\n"))
    with pytest.raises(AssertionError, match="say why not"):
        runner.run(page("```bash\ncurl https://example.org\n```\n"))
