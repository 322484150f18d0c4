"""Equal chances: with [tune] every model has the same number of trials over its own space."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from toy_run import HEADER, Ran, write_config

import baselines
from clss.corpus import CorpusStatistics
from clss.errors import InputError
from clss.model import MODELS as REGISTRY
from evaluation.runs.proposals import Listed

SMALL = CorpusStatistics(1683, (67_405, 77_000), (829, 958), (40.0, 46.0), 6.0, (0, 0))
LARGE = CorpusStatistics(12_597, (2_500_000, 2_600_000), (15_000, 15_000), (200, 210), 9.0, (0, 0))

HEAD = 'retrieval = ["nn", "csls"]\n' + HEADER + 'dev = "{data}/dev.tsv"\n'
ROWS = """
[tune]
trials = 3

[table]
baseline = "Counts"

[[models]]
model = "cooccurrence"
label = "Counts"

[[models]]
model = "toy-random"
label = "Random"

[[models]]
model = "lsa"
label = "LSA"
"""


def test_every_row_has_its_trials_and_every_retrieval(data: Path, tmp_path: Path) -> None:
    ran = Ran(write_config(tmp_path / "c.toml", data, ROWS, HEAD), tmp_path / "run")
    found = {outcome.label: outcome.facts for outcome in ran.results[0].outcomes}
    assert list(found) == [
        f"{row}, {way}" for row in ("Counts", "Random", "LSA") for way in ("nn", "csls")
    ]
    assert found["Counts, nn"].trials == found["LSA, csls"].trials == 3
    # both ways of asking are asked of the same space
    assert found["LSA, nn"].tuned == found["LSA, csls"].tuned
    assert set(found["LSA, nn"].tuned or {}) == {"dim", "weighting", "power"}
    # a model that declares no space has nothing to be tuned
    assert (found["Random, nn"].trials, found["Random, nn"].tuned) == (1, {})
    text = " ".join(ran.text().split())
    assert "Trials on the development set" in text and "Chosen there: Counts documents=" in text


def test_a_named_row_is_the_baseline_in_each_retrieval(data: Path, tmp_path: Path) -> None:
    ran = Ran(write_config(tmp_path / "c.toml", data, ROWS, HEAD), tmp_path / "run")
    text = ran.text()
    assert "Counts with the same retrieval" in " ".join(text.split())
    shown = {line.split("  ")[0]: line for line in text.splitlines() if ", nn" in line[:12]}
    assert "[" in shown["LSA, nn"] and "[" not in shown["Counts, nn"].replace("[1.000]", "")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("trials = 3", "trials = 0"), "at least 1"),
        (("trials = 3", "trial = 3"), "trials"),
        (('label = "LSA"', 'label = "LSA"\ntrials = 5'), "every row has the trials of"),
        (('label = "LSA"', 'label = "LSA"\ndim = [2, 3]'), "is a grid in a row that is tuned"),
        (
            ('model = "lsa"', 'model = "cca"\nlexicon = {model = "lsa", dim = [2, 3]}'),
            "lexicon is a grid in a row that is tuned",
        ),
    ],
)
def test_unequal_chances_are_refused(
    change: tuple[str, str], message: str, data: Path, tmp_path: Path
) -> None:
    config = write_config(tmp_path / "c.toml", data, ROWS.replace(*change), HEAD)
    with pytest.raises(InputError, match=message):
        Ran(config, tmp_path / "run")


def test_tuning_every_row_needs_a_dev_lexicon(data: Path, tmp_path: Path) -> None:
    config = write_config(tmp_path / "c.toml", data, ROWS, HEADER)
    with pytest.raises(InputError, match="needs a dev lexicon"):
        Ran(config, tmp_path / "run")


def test_listed_settings_begin_with_the_likeliest_and_never_repeat() -> None:
    space = {"a": [1, 2, 3], "b": ["x", "y"]}
    listed = Listed(space, 4)
    asked = listed.ask()
    assert asked[0] == {"a": 1, "b": "x"} and listed.trials == len(asked) == 4
    assert len({tuple(one.values()) for one in asked}) == 4
    assert Listed(space, 6).ask()[:4] == asked  # more trials go on where fewer stopped
    assert listed.ask() == []


@pytest.mark.parametrize("statistics", [SMALL, LARGE])
@pytest.mark.parametrize("name", [n for n in REGISTRY.names() if not n.startswith("toy")])
def test_declared_spaces_are_small_and_allowed(name: str, statistics: CorpusStatistics) -> None:
    assert baselines.BWESG  # registers the models
    cls = REGISTRY.get(name)
    space = cls.tuning_space(statistics)
    suited = cls.suited_parameters(statistics)
    for parameter, values in space.items():
        assert len(values) == len({str(value) for value in values}) <= 3, parameter
    for parameter, value in suited.items():
        assert value in space[parameter], "what suits the corpus is among what is tried"
    if cls.required:
        assert not space, "nothing is tried of a model that needs more than the corpus"
        return
    for setting in ({k: v[0] for k, v in space.items()}, {k: v[-1] for k, v in space.items()}):
        _make(cls, setting).check_parameters()


def _make(cls: Any, setting: dict[str, Any]) -> Any:
    made = {}
    for key, value in setting.items():
        if isinstance(value, dict):
            inner = {k: v for k, v in value.items() if k != "model"}
            value = _make(REGISTRY.get(value["model"]), inner)
        made[key] = value
    return cls(**made)
