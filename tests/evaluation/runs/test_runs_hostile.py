"""A run directory from somebody else: nothing outside of it is touched, no forgery is believed."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from toy_run import MODELS, PLUGIN, TRUST, InlinePool, Ran, Said, write_config

from clss.errors import InputError
from clss.persistence import digest, to_json
from evaluation.cli import main
from evaluation.runs.directory import RunDirectory
from evaluation.runs.store import stage_key
from evaluation.runs.verify import Verdict, verify


@pytest.fixture
def victim(tmp_path: Path) -> Path:
    (tmp_path / "home" / "thesis").mkdir(parents=True)
    (tmp_path / "home" / "thesis" / "chapter.tex").write_text("years")
    return tmp_path / "home"


def forge(run: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Change the record of a run and give it the hash that belongs to it."""
    (path,) = (run / "runs").glob("*.json")
    record = json.loads(path.read_text())
    record.pop("digest")
    change(record)
    path.write_text(to_json({**record, "digest": digest(to_json(record))}))


def verified(run: Path, row: str | None = None) -> list[Verdict]:
    return verify(RunDirectory.open(run), row, InlinePool, Said(), [PLUGIN])


def differences(run: Path, row: str | None = None) -> list[str]:
    return [str(one) for one in verified(run, row) if one.difference]


# nothing outside is touched


@pytest.mark.parametrize("where", ["stage", "need", "cell", "corpus", "component", "search"])
def test_a_key_that_is_a_path_is_refused(theirs: Path, victim: Path, where: str) -> None:
    key = os.path.relpath(victim / "thesis", theirs / "store" / "fit")

    def change(record: dict[str, Any]) -> None:
        if where == "stage":
            record["stages"][0]["key"] = key
        elif where == "need":
            record["stages"][0]["needs"][0][1] = key
        elif where == "cell":
            record["cells"][0]["outcome"] = key
        elif where == "corpus":
            record["corpora"][0]["key"] = key
        elif where == "component":
            record["stages"][0]["task"]["components"] = {"base": key}
        else:
            record["searches"] = [key]

    forge(theirs, change)
    for command in ("table", "runs", "gc", "verify", "lock", "why"):
        rows = ["Counts, nn", "Derived"] if command == "why" else []
        assert main([command, str(theirs), *rows]) == 2
    assert (victim / "thesis" / "chapter.tex").read_text() == "years"


def test_the_store_itself_refuses_paths(theirs: Path) -> None:
    store = RunDirectory.open(theirs).store
    for kind, key in (("fit", "../x"), ("fit", "a" * 63), ("fit", ""), ("..", stage_key(n=1))):
        for use in (store.has, store.get, store.discard, store.size):
            with pytest.raises(InputError):
                use(kind, key)


def test_a_checkpoint_of_a_config_writes_nowhere_else(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "elsewhere"
    for row in (
        f'model = "bilda"\ntopics = 3\ncheckpoint = "{place}"\n',
        f'model = "basic-muptm"\ntopic_model = {{model = "bilda", checkpoint = "{place}"}}\n',
    ):
        config = write_config(tmp_path / "c.toml", data, f"\n[[models]]\n{row}")
        arguments = ["compare", str(config), "--out", str(tmp_path / "r"), "--plugin", str(PLUGIN)]
        assert main(arguments) == 2
        assert not place.exists()
    assert "checkpoint is not for configs" in capsys.readouterr().err


@pytest.mark.parametrize(
    "place", ["store/extra", "store/fit/x", "runs/x.json", "logs", "lock.json"]
)
def test_links_are_refused(
    theirs: Path, victim: Path, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    link = theirs / place
    if link.is_dir():
        shutil.rmtree(link)
    link.symlink_to(victim / "thesis")
    for command in ("table", "gc", "verify", "lock", "runs"):
        assert main([command, str(theirs)]) == 2
        assert "a link" in capsys.readouterr().err
    with pytest.raises(InputError, match="a link"):
        RunDirectory.create(theirs)
    assert (victim / "thesis" / "chapter.tex").read_text() == "years"


def test_a_pipe_makes_nobody_wait(theirs: Path) -> None:
    os.mkfifo(theirs / "runs" / "x.json")
    assert main(["table", str(theirs)]) == 2


def test_gc_forgets_records_of_its_own_only(theirs: Path, victim: Path) -> None:
    (victim / "x.json").write_text("{}")
    name = os.path.relpath(victim / "x", theirs / "runs")
    assert main(["gc", str(theirs), "--forget", name]) == 2
    forge(theirs, lambda record: record.update(name=name))
    assert main(["gc", str(theirs), "--forget", name]) == 2
    assert (victim / "x.json").read_text() == "{}"


# no forgery is believed


def edit(place: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(record: dict[str, Any]) -> None:
        *path, last = place.split(".")
        target: Any = record
        for part in path:
            target = target[int(part) if part.isdigit() else part]
        target[last] = value

    return change


def swap_labels(record: dict[str, Any]) -> None:
    first, second = record["cells"][0], record["cells"][-1]
    first["label"], second["label"] = second["label"], first["label"]
    first["name"], second["name"] = second["name"], first["name"]


def drop_score(record: dict[str, Any]) -> None:
    record["cells"].pop()


def forge_config(record: dict[str, Any]) -> None:
    record["text"] = record["text"].replace("dim = [4, 12]", "dim = [4, 13]")


def forge_key(record: dict[str, Any]) -> None:
    record["cells"][0]["outcome"] = record["cells"][-1]["outcome"]


@pytest.mark.parametrize(
    "change",
    [
        swap_labels,
        drop_score,
        forge_config,
        forge_key,
        edit("cells.0.metadata.supervision", ["lexicon"]),
        edit("cells.2.metadata.parameters", {"dim": 400}),
        edit("stages.1.task.retrieval", "csls"),
        edit("stages.0.title", "bwesg"),
        edit("table", {"baseline": "Derived"}),
        edit("corpora.0.min_count", 7),
        edit("corpora.0.fingerprint", "0" * 64),
        edit("failures", {}),
    ],
)
def test_a_forged_record_is_told(theirs: Path, change: Callable[[dict[str, Any]], None]) -> None:
    (path,) = (theirs / "runs").glob("*.json")
    before = json.loads(path.read_text())
    forge(theirs, change)
    same = json.loads(path.read_text()) == before
    assert bool(differences(theirs)) != same


def test_a_deleted_score_is_told(theirs: Path) -> None:
    assert differences(theirs) == []
    shutil.rmtree(next((theirs / "store" / "score").iterdir()))
    assert any("not in the run directory any more" in one for one in differences(theirs))


def test_an_edited_config_is_told(data: Path, tmp_path: Path, capsys) -> None:
    config = write_config(tmp_path / "toy.toml", data, MODELS)
    Ran(config, tmp_path / "run")
    assert main(["lock", str(tmp_path / "run")]) == 0
    config.write_text(config.read_text() + "# another\n")
    assert "has been edited" in str(differences(tmp_path / "run", "Derived"))
    assert main(["lock", str(tmp_path / "run"), "--check"]) == 1
    assert "edited since it was run" in capsys.readouterr().out


def test_a_run_that_cannot_be_written_is_verified(theirs: Path, monkeypatch) -> None:
    import tempfile

    make = tempfile.mkdtemp

    def refuse(suffix=None, prefix=None, dir=None):
        if dir is not None and Path(dir) == theirs:
            raise PermissionError(13, "Permission denied", str(dir))
        return make(suffix, prefix, dir)

    monkeypatch.setattr(tempfile, "mkdtemp", refuse)
    assert differences(theirs, "Derived") == []


# damage is told


def test_every_flip_of_a_record_is_told(theirs: Path) -> None:
    (path,) = (theirs / "runs").glob("*.json")
    whole = path.read_bytes()
    run = RunDirectory.open(theirs)
    before = list(run.records)
    for place in range(0, len(whole), 37):
        path.write_bytes(bytes([*whole[:place], whole[place] ^ 1, *whole[place + 1 :]]))
        try:
            assert list(run.records) == before  # only white space or nothing changed
        except InputError as error:
            assert str(path) in str(error)
    path.write_bytes(whole)
    assert list(run.records) == before


def test_records_of_earlier_versions_are_read(theirs: Path) -> None:
    (path,) = (theirs / "runs").glob("*.json")
    before = list(RunDirectory.open(theirs).records)
    record = json.loads(path.read_text())
    record.pop("digest")
    path.write_text(json.dumps(record))
    assert list(RunDirectory.open(theirs).records) == before


# a config runs no code


def test_plugins_of_a_config_need_trust(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mark = tmp_path / "ran"
    evil = tmp_path / "evil.py"
    evil.write_text(f"open({str(mark)!r}, 'w')\n")
    config = write_config(tmp_path / "c.toml", data, MODELS)
    config.write_text(config.read_text().replace(str(PLUGIN), str(evil)))
    arguments = ["compare", str(config), "--out", str(tmp_path / "run")]
    for options in ([], ["--dry-run"], ["--dry-run", TRUST], ["--dry-run", "--plugin", str(evil)]):
        assert main([*arguments, *options]) == 2
        assert not mark.exists()
        said = capsys.readouterr().err
        if "--plugin" in options:
            assert f"--dry-run executes nothing, and {evil} would be executed" in said
        elif TRUST not in options:
            assert f"--plugin {evil}" in said
    assert main([*arguments, "--trust-config-plugins"]) == 2  # it defines no model
    assert mark.exists()
