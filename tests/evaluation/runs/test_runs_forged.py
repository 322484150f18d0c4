"""Values of the wrong kind in records and manifests whose hashes were forged to fit."""

from __future__ import annotations

import json
import os
import random
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from toy_run import PLUGIN, InlinePool, Said, write_config

from clss.errors import ClssWarning, InputError
from clss.persistence import digest, to_json
from evaluation.cli import main
from evaluation.runs import collect, costs, disk
from evaluation.runs.directory import RunDirectory
from evaluation.runs.inputs import _statistics
from evaluation.runs.lock import lock
from evaluation.runs.verify import verify

VALUES: list[Any] = [None, True, -1, 1 << 70, 1.5, "x", "../../x", [], {}, [[]], {"a": 1}, "a" * 64]


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(inner, (*path, key))


def forge(path: Path, chance: random.Random) -> None:
    """Put another value at a random place, or nothing, and make the hash fit."""
    value = json.loads(path.read_text())
    value.pop("digest")
    *above, last = chance.choice(list(places(value)))
    target = value
    for key in above:
        target = target[key]
    if chance.random() < 0.3:
        del target[last]
    else:
        target[last] = chance.choice(VALUES)
    path.write_text(to_json({**value, "digest": digest(to_json(value))}))


@pytest.mark.parametrize("what", ["runs/*.json", "store/*/*/manifest.json"])
def test_forged_values_end_in_a_sentence(theirs: Path, what: str) -> None:
    chance = random.Random(18)
    files = sorted(theirs.glob(what))
    refused = 0
    for _ in range(40):
        path = chance.choice(files)
        whole = path.read_bytes()
        forge(path, chance)
        run = RunDirectory.open(theirs)
        try:
            records = list(run.records)
            costs.summary(run, records)
            lock(run)
            for results in collect.collect(run, records):
                assert all(outcome.facts.pair for outcome in results.outcomes)
        except InputError as error:
            refused += "\n" not in str(error)
        path.write_bytes(whole)
    assert refused >= 5


def test_a_forged_description_of_a_corpus_is_no_description(theirs: Path) -> None:
    (path,) = theirs.glob("store/corpus/*/manifest.json")
    about = json.loads(path.read_text())["about"]
    assert _statistics(about) is not None
    for name in about["statistics"]:
        for value in ("x", [1, 2, 3], {}, None):
            forged = {**about, "statistics": {**about["statistics"], name: value}}
            assert _statistics(forged) is None
    for forged in ({}, {**about, "fingerprint": "../x"}, {**about, "statistics": {"a": 1}}):
        assert _statistics(forged) is None


@pytest.mark.parametrize("device", ["/dev/zero", "pipe"])
def test_a_config_without_end_is_not_read(theirs: Path, device: str, tmp_path: Path) -> None:
    if device == "pipe":
        os.mkfifo(tmp_path / "pipe")
        device = str(tmp_path / "pipe")
    assert disk.text_of(Path(device)) is None
    (path,) = (theirs / "runs").glob("*.json")
    record = json.loads(path.read_text())
    del record["digest"]
    record["config"] = device
    path.write_text(to_json({**record, "digest": digest(to_json(record))}))
    assert main(["lock", str(theirs)]) == 0


def test_inputs_without_end_are_refused(data: Path, tmp_path: Path, capsys) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name in ("gold.tsv", "s.txt"):
        for device in ("/dev/zero", tmp_path / "pipe"):
            config = write_config(tmp_path / "c.toml", data, '\n[[models]]\nmodel = "lsa"\n')
            text = config.read_text().replace(f'plugins = ["{PLUGIN}"]', "")
            config.write_text(text.replace(f"{data}/{name}", str(device)))
            assert main(["compare", str(config), "--out", str(tmp_path / "r"), "--dry-run"]) == 2
            assert "is a pipe or a device" in capsys.readouterr().err
    with pytest.raises(InputError, match="a regular file was expected"):
        disk.hash_file(Path("/dev/zero"))


@pytest.mark.parametrize(
    "lines", ["seeds = 1000000000", *["\n".join(f"{p} = [1, 2, 3, 4, 5, 6]" for p in "abcdefgh")]]
)
def test_endless_plans_are_refused(lines: str, data: Path, tmp_path: Path, capsys) -> None:
    from evaluation.runs.grid import variants

    if lines.startswith("seeds"):
        text = f'\n[[models]]\nmodel = "lsa"\n{lines}\n'
        config = write_config(tmp_path / "c.toml", data, text)
        config.write_text(config.read_text().replace(f'plugins = ["{PLUGIN}"]', ""))
        assert main(["compare", str(config), "--out", str(tmp_path / "r"), "--dry-run"]) == 2
        assert "is more than 10000" in capsys.readouterr().err
    else:
        with pytest.raises(InputError, match="multiply to more than 10000 rows"):
            variants({name: [1, 2, 3, 4, 5, 6] for name in "abcdefgh"})


def test_a_directory_without_bottom_is_refused(theirs: Path) -> None:
    place = theirs / "store" / "/".join("d" * 40)
    place.mkdir(parents=True)
    with pytest.raises(InputError, match="holds directories 12 deep"):
        RunDirectory.open(theirs)


@pytest.mark.parametrize("process", ["9" * 30, "\u00b2", "", "-1"])
def test_names_of_processes_that_cannot_be(theirs: Path, process: str) -> None:
    (theirs / f".tmp-{socket.gethostname()}-{process}-x").touch()
    assert main(["gc", str(theirs)]) == 0
    stages = RunDirectory.open(theirs).stages
    (theirs / "checkpoints").mkdir(exist_ok=True)
    owner = theirs / "checkpoints" / f"{'a' * 32}.owner"
    owner.write_bytes(f"{socket.gethostname()} {process}".encode() + b"\xff"[: len(process) < 2])
    with stages.checkpoint("a" * 64) as place:
        assert (place is not None) == (process == "9" * 30)


# a record that lost its hash


def test_a_record_without_its_hash_is_read_with_a_warning_and_not_verified(
    theirs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (path,) = (theirs / "runs").glob("*.json")
    record = json.loads(path.read_text())
    del record["digest"]
    path.write_text(json.dumps(record))
    run = RunDirectory.open(theirs)
    with pytest.warns(ClssWarning, match="has no hash, so damage cannot be noticed"):
        (read,) = run.records
    assert not read.hashed
    with pytest.warns(ClssWarning):
        verdicts = verify(run, "Derived", InlinePool, Said(), [PLUGIN])
    told = [str(one) for one in verdicts if one.difference]
    assert len(told) == 1 and "an older version of clss wrote it, or the hash was taken" in told[0]
    capsys.readouterr()
    assert main(["table", str(theirs)]) == 0
    assert capsys.readouterr().err.count("has no hash") == 1


def test_what_another_version_made_is_told_without_computing(theirs: Path) -> None:
    (path,) = (theirs / "runs").glob("*.json")
    record = json.loads(path.read_text())
    del record["digest"]
    # as if all models had been version 0 of their algorithm: every key is another
    text = to_json(record).replace('"algorithm":1', '"algorithm":0')
    for stage in record["stages"]:
        text = text.replace(stage["key"], digest(stage["key"]))
    record = json.loads(text)
    path.write_text(to_json({**record, "digest": digest(to_json(record))}))
    pools: list[InlinePool] = []

    def make(place: Path) -> InlinePool:
        pools.append(InlinePool(place))
        return pools[-1]

    verdicts = verify(RunDirectory.open(theirs), None, make, Said(), [PLUGIN])
    assert len(verdicts) == len(record["cells"]) and pools == []
    for verdict in verdicts:
        assert "made by another version of clss: its algorithm was version 0" in str(verdict)
