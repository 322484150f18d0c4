"""Every model has a page, every parameter a meaning: both come from what the model declares."""

from __future__ import annotations

import inspect
import re

import pytest
from page_runner import ROOT
from parameters import parameter_list

from clss.model import MODELS

#: those of this package; others may be installed beside it
NAMES = [name for name in MODELS.names() if MODELS.get(name).__module__.startswith("baselines.")]


@pytest.mark.parametrize("name", NAMES)
def test_every_model_has_a_page_with_all_its_sections(name):
    page = (ROOT / "docs" / "models" / f"{name}.md").read_text("utf-8")
    titles = [line for line in page.splitlines() if line.startswith("## ")]
    for title in ("What it learns", "Formula", "When it is strong", "Parameters", "Reference"):
        assert f"## {title}" in titles
    assert f"{{{{ parameters {name} }}}}" in page
    assert f"]({name}.md)" in (ROOT / "docs" / "models" / "index.md").read_text("utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_every_parameter_has_a_default_and_a_meaning(name):
    text = parameter_list(name)
    for parameter in inspect.signature(MODELS.get(name)).parameters:
        assert re.search(rf"^`{parameter}` = `.+`: .+\n:   \S+", text, re.MULTILINE), parameter
