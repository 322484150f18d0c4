"""A search is known by everything that its trials depend on: code, versions, files."""

from __future__ import annotations

from pathlib import Path

import pytest
from toy_run import HEADER, Ran, write_config

from baselines.documents.lsa import LSA
from baselines.joined.count_vectors import CountVectors
from baselines.joined.spelling import Spelling
from clss.model import MODELS
from clss.similarity import SIMILARITIES
from evaluation.runs import search
from evaluation.runs.compare import prepare
from evaluation.runs.config import read_config
from evaluation.runs.directory import RunDirectory
from evaluation.runs.search import searches

_PLUGIN = """
import numpy as np
from pathlib import Path
from clss import RepresentationModel
from clss.parameters import DirectoryPath, FilePath, Whole

class Mine(RepresentationModel):
    name = "mine"
    parameters = {"dim": Whole(), "notes": FilePath(), "place": DirectoryPath()}

    def __init__(self, dim=4, notes="", place=".", seed=1):
        self.dim, self.notes, self.place, self.seed = dim, notes, place, seed

    def content_hashes(self):
        return {"place": (Path(self.place) / "content").read_text()} if self.place != "." else {}

    def _fit(self, corpus, progress):
        random = np.random.default_rng(self.seed)
        size = 12 if self.dim == 12 else 1
        directions = random.standard_normal((len(corpus), size))
        return self._space_of(
            corpus, *[side.document_term_matrix().T @ directions for side in corpus.sides]
        )
"""
_EVERY_ROW = "\n[tune]\ntrials = 2\n\n[[models]]\n"


class Written:
    """A config, its plugin, and the key of its search."""

    def __init__(self, place: Path, data: Path, row: str) -> None:
        self.place, self.plugin = place, place / "mine.py"
        self.plugin.write_text(_PLUGIN)
        header = HEADER.replace("{plugin}", str(self.plugin)) + 'dev = "{data}/dev.tsv"\n'
        self.config = write_config(place / "c.toml", data, row, header)

    def change(self, old: str, new: str) -> None:
        """Change the plugin."""
        text = self.plugin.read_text()
        assert old in text
        self.plugin.write_text(text.replace(old, new))

    def key(self) -> str:
        """Return the key of the search of the only row."""
        run = RunDirectory.create(self.place / "run")
        planner = prepare(read_config(self.config, trust=True), run, lambda remark: None)
        (found,) = searches(planner)
        return found.key


@pytest.fixture
def written(data: Path, tmp_path: Path):
    """Write a config with one row."""
    return lambda row: Written(tmp_path, data, row)


def test_an_edited_plugin_is_searched_again(written, tmp_path: Path) -> None:
    mine = written('\n[[models]]\nmodel = "mine"\ntune = {dim = [4, 12, 20]}\ntrials = 8\n')
    first = Ran(mine.config, tmp_path / "run")
    assert first.results[0].outcomes[0].facts.tuned == {"dim": 12}
    before = mine.key()
    assert mine.key() == before
    mine.change("self.dim == 12", "self.dim == 20")
    assert mine.key() != before
    again = Ran(mine.config, tmp_path / "run")
    assert again.results[0].outcomes[0].facts.tuned == {"dim": 20}


@pytest.mark.parametrize("part", [CountVectors, LSA])
def test_another_version_of_a_part_is_another_search(
    written, part, monkeypatch: pytest.MonkeyPatch
) -> None:
    joined = written(_EVERY_ROW + 'model = "self-learning"\n')
    before = joined.key()
    monkeypatch.setattr(part, "algorithm_version", part.algorithm_version + 1)
    assert joined.key() != before


def test_a_part_that_only_one_value_brings_counts(written, monkeypatch: pytest.MonkeyPatch) -> None:
    row = written('\n[[models]]\nmodel = "fusion"\ntune = {third_weight = [0.0, 1.0]}\n')
    before = row.key()
    monkeypatch.setattr(Spelling, "algorithm_version", Spelling.algorithm_version + 1)
    assert row.key() != before


def test_other_answers_of_the_same_space_are_another_search(
    written, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = written(_EVERY_ROW + 'model = "lsa"\n')
    before = row.key()
    monkeypatch.setattr(search, "SCORE_VERSION", search.SCORE_VERSION + 1)
    assert row.key() != before


@pytest.mark.parametrize("asked", ['similarity = "cue"', ""])
def test_another_version_of_what_asks_is_another_search(
    written, asked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The similarity that a space is meant for counts, too; one that asks nothing does not."""
    row = written(f'{_EVERY_ROW}model = "bilda"\nsweeps = 2\n{asked}\n')
    before = row.key()
    own = asked.split('"')[1] if asked else MODELS.get("bilda").similarity
    for name in ("js", own):
        cls = SIMILARITIES.get(name)
        monkeypatch.setattr(cls, "algorithm_version", cls.algorithm_version + 1)
        assert (row.key() != before) == (name == own)


@pytest.mark.parametrize("given", ['place = "d"', 'tune = {place = ["d", "e"]}'])
def test_the_content_of_a_directory_counts(written, tmp_path: Path, given: str) -> None:
    for name in ("d", "e"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "content").write_text(name)
    tuned = "" if "tune" in given else "tune = {dim = [4, 12]}\n"
    row = written(f'\n[[models]]\nmodel = "mine"\n{given}\n{tuned}')
    before = row.key()
    (tmp_path / "d" / "content").write_text("other")
    assert row.key() != before


def test_the_content_of_a_file_counts_and_not_where_it_lies(written, tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text(name)
    row = written('\n[[models]]\nmodel = "mine"\ntune = {notes = ["a.txt", "b.txt"]}\n')
    found = Ran(row.config, tmp_path / "run").results[0].outcomes[0].facts.tuned
    assert found["notes"].split("@")[0] in ("a.txt", "b.txt")
    (tmp_path / "moved").mkdir()
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).rename(tmp_path / "moved" / name)
    row.config.write_text(row.config.read_text().replace('"a.txt", "b', '"moved/a.txt", "moved/b'))
    again = Ran(row.config, tmp_path / "run")
    assert len(list((tmp_path / "run/store/tune").iterdir())) == 1, "it is the same search"
    assert again.computed == [] and again.results[0].outcomes[0].facts.tuned == found
    before = row.key()
    (tmp_path / "moved" / "b.txt").write_text("other")
    assert row.key() != before


def test_proposals_from_scores_are_not_those_listed_in_advance(written, data: Path) -> None:
    given = {"dim": [4, 12]}
    listed = written(_EVERY_ROW + 'model = "mine"\n')
    listed.change(
        "    def _fit",
        f"    @classmethod\n    def tuning_space(cls, statistics):\n        return {given}\n\n"
        "    def _fit",
    )
    text = listed.config.read_text()
    before = listed.key()
    listed.config.write_text(
        text.replace("\n[tune]\ntrials = 2\n", "") + "tune = {dim = [4, 12]}\ntrials = 2\n"
    )
    assert listed.key() != before
