"""A search tries as many settings as it says, each of them once."""

from __future__ import annotations

from pathlib import Path

import pytest
from toy_run import HEADER, Ran, write_config

from evaluation.runs.proposals import Adaptive, Setting


def searched(space: dict[str, list], trials: int, favourite: str) -> list[Setting]:
    """Search for one value, which the estimator would repeat."""
    proposals, asked = Adaptive(space, trials), list[Setting]()
    while batch := proposals.ask():
        asked += batch
        proposals.tell([float(favourite in map(str, one.values())) for one in batch])
    return asked


@pytest.mark.parametrize(
    "space",
    [
        {"dim": [4, 40]},
        {"dim": [1, 1000], "kind": ["x", "y"]},
        {"kind": ["x", "y", "z"], "part": list("abcdefghijkl")},
        {"rate": [0.001, 1.0]},
    ],
)
def test_no_setting_is_proposed_twice(space: dict[str, list]) -> None:
    asked = searched(space, 35, "x" if "kind" in space else "7")
    assert len(asked) == 35 == len({repr(one) for one in asked})
    assert asked == searched(space, 35, "x" if "kind" in space else "7")


@pytest.mark.parametrize(
    ("tune", "trials", "tried"),
    [
        ("dim = [4, 6]", 20, [4, 5, 6]),  # a range
        ("dim = [4, 12, 20]", 3, [4, 12, 20]),
        ("dim = [4, 4, 12]", 8, [4, 12]),
    ],
)
def test_a_small_space_is_tried_as_a_whole(
    tune: str, trials: int, tried: list[int], data: Path, tmp_path: Path
) -> None:
    row = f'\n[[models]]\nmodel = "toy-random"\ntune = {{{tune}}}\ntrials = {trials}\n'
    config = write_config(tmp_path / "c.toml", data, row, HEADER + 'dev = "{data}/dev.tsv"\n')
    ran = Ran(config, tmp_path / "run")
    scored = [title for title in ran.computed if title.startswith("ble-dev")]
    assert len(scored) == len(tried) and all(f"dim={dim}," in str(scored) for dim in tried)
    assert ran.results[0].outcomes[0].facts.trials == len(tried)
