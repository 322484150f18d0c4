"""The page on configs names every key that the reader of configs asks for."""

from __future__ import annotations

import re

import pytest
from blocks import blocks_of
from page_runner import ROOT
from toy_files import write_toy_files

from clss.formats import import_space
from evaluation.runs.config import parse_config
from evaluation.runs.toml_fields import Fields

PAGE = ROOT / "docs" / "config.md"


def sections() -> dict[str, set[str]]:
    """Return the keys that stand in the tables of each section, by the section's title."""
    found: dict[str, set[str]] = {}
    title = ""
    for line in PAGE.read_text("utf-8").splitlines():
        if line.startswith("#"):
            title = re.sub(r"[#`]|\{.*\}", "", line).strip()
        elif line.startswith("| `"):
            found.setdefault(title, set()).update(re.findall(r"`(\w+)`", line.split("|")[1]))
    return found


@pytest.fixture
def asked(tmp_path, monkeypatch) -> dict[str, set[str]]:
    """Read the whole configs of the page, and note which keys the reader asks for, and where."""
    keys: dict[str, set[str]] = {}
    take, require = Fields.take, Fields.require

    def noted(method):
        def noting(self, key, *rest, **more):
            keys.setdefault(self.name, set()).add(key)
            return method(self, key, *rest, **more)

        return noting

    monkeypatch.setattr(Fields, "take", noted(take))
    monkeypatch.setattr(Fields, "require", noted(require))
    write_toy_files(tmp_path)
    vectors = [tmp_path / "wiki.es.vec", tmp_path / "wiki.en.vec"]
    import_space(vectors, "muse", ("es", "en")).save(tmp_path / "spaces" / "muse")
    whole = [block for block in blocks_of(PAGE) if block.language == "toml" and block.title]
    assert len(whole) == 2
    for block in whole:
        parse_config(block.text, tmp_path / block.title)
    return keys


def test_every_key_is_documented(asked):
    documented = sections()
    for place in ("[corpus]", "[tasks.ble]", "[tasks.swtc]", "[tune]", "[table]", "[[models]]"):
        assert asked[place] <= documented[place], place
    assert asked["the config"] <= documented["Top level"]


def test_no_key_is_documented_that_nobody_reads(asked):
    read = {**asked, "Top level": asked["the config"]}
    # asked for only where they are given
    read["[corpus]"] |= {"table"}
    for title, keys in sections().items():
        assert keys <= read[title], title
