"""The commands around a run directory, as a user types them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from toy_run import PLUGIN, InlinePool, Ran, Said

from clss.model import MODELS
from evaluation.cli import main
from evaluation.runs.config import read_config
from evaluation.runs.plugins import load_plugins
from evaluation.runs.verify import verify


@pytest.fixture(scope="module")
def run_dir(tmp_path_factory: pytest.TempPathFactory, data: Path) -> Path:
    """A finished comparison; tests that change it make their own."""
    from toy_run import MODELS, write_config

    directory = tmp_path_factory.mktemp("finished")
    Ran(write_config(directory / "toy.toml", data, MODELS), directory / "run")
    return directory / "run"


def test_table_needs_no_models(run_dir: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", str(run_dir), "--format", "json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert len(rows) == 5 and rows[2]["label"] == "Random, dim=4"
    assert set(rows[2]["against"]) == {"Counts, csls"} or set(rows[2]["against"]) == {"Counts, nn"}
    for form, sign in (("latex", "\\toprule"), ("markdown", "|"), ("html", "<table"), ("csv", ",")):
        assert main(["table", str(run_dir), "--format", form]) == 0
        assert sign in capsys.readouterr().out


def test_table_options(run_dir: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [
        "--baseline",
        "Derived",
        "--test",
        "midp",
        "--correction",
        "none",
        "--format",
        "json",
    ]
    assert main(["table", str(run_dir), *arguments]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert all(set(row["against"]) == {"Derived"} for row in rows if row["label"] != "Derived")
    assert main(["table", str(run_dir), "--columns", "dim"]) == 0
    assert "dim=4" in capsys.readouterr().out
    assert main(["table", str(run_dir), "--signatures"]) == 0
    assert "task:ble|pair:s-t|gold:" in capsys.readouterr().out
    assert main(["table", str(run_dir), "--by", "frequency"]) == 0
    assert "10-99" in capsys.readouterr().out
    assert main(["table", str(run_dir), "--costs", "--format", "json"]) == 0
    costs = json.loads(capsys.readouterr().out)
    derived, base = (
        next(cost for cost in costs if cost["stage"].startswith(name))
        for name in ("toy-derived", "toy-random(dim=12")
    )
    # toys take less than the ticks of some clocks: the sum can be tested, not the seconds
    together = derived["seconds"] + base["seconds"]
    assert derived["total_seconds"] == pytest.approx(together, abs=2e-3)
    assert derived["memory"] > 1 << 20 and derived["processor_seconds"] >= 0
    assert main(["table", str(run_dir), "--costs"]) == 0
    assert "Processor" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--task", "swct"], "unknown task 'swct'"),
        (["--pair", "x-y"], "unknown language pair"),
        (["--baseline", "Count, nn"], "did you mean Counts, nn"),
        (["--test", "exat"], "did you mean exact"),
    ],
)
def test_wrong_options_say_what_is_known(
    run_dir: Path, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["table", str(run_dir), *arguments]) == 2
    assert message in capsys.readouterr().err


def test_why(run_dir: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["why", str(run_dir), "Counts, nn", "Random, dim=4", "--seed", "2"]
    assert main([*arguments, "--format", "json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["b"] == len(report["only_first"]) > 0 and report["task"] == "ble"
    assert main(arguments) == 0
    told = capsys.readouterr().out
    assert "Only Counts, nn gets right" in told
    assert "Random, dim=4: the run of seed 2, one of 3 (--seed chooses)" in told
    assert "Counts, nn: the run" not in told and len(report["remarks"]) == 1
    assert main(["why", str(run_dir), "counts", "deriv"]) == 0  # plain retrieval by default
    assert "Counts, nn and Derived" in capsys.readouterr().out


def test_score(run_dir: Path, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    space = next((run_dir / "store/fit").iterdir()) / "model"
    gold = str(data / "gold.tsv")
    assert main(["score", str(space), "--ble", gold, "--format", "json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)["rows"]
    assert row["n"] == 16 and row["label"].startswith("toy-")
    assert main(["score", str(space)]) == 2
    assert main(["score", str(space), "--ble", gold, "--keep", "3"]) == 2
    capsys.readouterr()


def test_runs_and_gc(config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ran = Ran(config, tmp_path / "run")
    before = ran.text()
    config.write_text(config.read_text().replace("[4, 12]", "[12]"))
    Ran(config, tmp_path / "run")
    assert main(["runs", str(tmp_path / "run"), "--format", "json"]) == 0
    (listed,) = json.loads(capsys.readouterr().out)
    assert listed["rows"] == 4 and listed["scores"] == 6 and listed["failed"] == 0
    assert main(["gc", str(tmp_path / "run"), "--dry-run", "--format", "json"]) == 0
    would = json.loads(capsys.readouterr().out)
    assert len(would) == 6  # three models of dim=4 and their scores
    assert main(["gc", str(tmp_path / "run")]) == 0
    assert "6 results removed" in capsys.readouterr().out
    assert Ran(config, tmp_path / "run").computed == []
    config.write_text(config.read_text().replace("[12]", "[4, 12]"))
    again = Ran(config, tmp_path / "run")
    assert len(again.computed) == 6 and again.text() == before
    assert main(["gc", str(tmp_path / "run"), "--forget", listed["name"]]) == 0
    assert not list((tmp_path / "run/store/fit").iterdir())


def difference(ran: Ran, row: str) -> str:
    """Verify a row within this process and return what differs."""
    (verdict,) = verify(ran.run, row, InlinePool, Said(), [PLUGIN])
    return verdict.difference


def test_verify_command(run_dir: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trusted = ["--plugin", str(PLUGIN)]
    assert main(["verify", str(run_dir), "Counts, nn", "--jobs", "1", *trusted]) == 0
    assert capsys.readouterr().out == "Counts, nn (ble s-t): identical\n"
    assert main(["verify", str(run_dir), "Counts, nn"]) == 2  # whose code would be run?
    assert f"--plugin {PLUGIN}" in capsys.readouterr().err
    assert main(["verify", str(run_dir), "Derved"]) == 2
    assert "did you mean Derived" in capsys.readouterr().err


def test_verify_names_the_first_difference(config: Path, tmp_path: Path) -> None:
    ran = Ran(config, tmp_path / "run")
    assert difference(ran, "Derived") == ""
    # somebody computed one number otherwise, and stored it properly
    fit = next(s for s in ran.finished.record.stages if s.title.startswith("toy-random(dim=12"))
    entry = ran.run.store.require("fit", fit.key)
    shutil.copytree(entry.path, tmp_path / "copy")
    ran.run.store.discard("fit", fit.key)
    with ran.run.store.writing("fit", fit.key, entry.about) as directory:
        shutil.copytree(tmp_path / "copy" / "model", directory / "model")
        path = directory / "model/space/source.matrix.npy"
        matrix = np.load(path)
        matrix[3, 5] += 1
        np.save(path, matrix)
    found = difference(ran, "Derived")
    assert found.startswith("toy-random(dim=12, seed=1) on s-t: model/space/source.matrix.npy")
    assert "differs in 1 of" in found and "first at [3, 5]" in found
    assert not list((tmp_path / "run").glob(".verify-*"))


def test_verify_notices_another_corpus(config: Path, data: Path, tmp_path: Path) -> None:
    text = tmp_path / "s.txt"
    text.write_text((data / "s.txt").read_text())
    config.write_text(config.read_text().replace(str(data / "s.txt"), str(text)))
    ran = Ran(config, tmp_path / "run")
    text.write_text(text.read_text().replace("s01", "s02", 1))
    assert "the corpus s-t has changed" in difference(ran, "Derived")
    text.unlink()
    assert "is no longer there" in difference(ran, "Derived")


def test_lock(run_dir: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lock", str(run_dir)]) == 0
    locked = json.loads((run_dir / "lock.json").read_text())
    assert locked["packages"]["numpy"] == np.__version__ and locked["models"]["toy-random"] == 1
    assert locked["similarities"]["cue"] == 2
    assert main(["lock", str(run_dir), "--check"]) == 0
    locked["packages"]["numpy"] = "0.9"
    (run_dir / "lock.json").write_text(json.dumps(locked))
    capsys.readouterr()
    assert main(["lock", str(run_dir), "--check"]) == 1
    assert f"packages.numpy: 0.9 then, {np.__version__} now" in capsys.readouterr().out


def test_init_writes_a_config_that_can_be_read(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "sub" / "mine.toml"
    out.parent.mkdir()
    arguments = ["init", str(data / "s.txt"), str(data / "a.txt"), "--langs", "s,t", "-o", str(out)]
    assert main([*arguments, "--ble", str(data / "gold.tsv")]) == 0
    config = read_config(out)
    assert config.corpora[0].langs == ("s", "t")
    assert config.table["baseline"] == "Co-occurrence" and not any(r.baseline for r in config.rows)
    last = [row.label for row in config.rows[-4:]]
    assert last == ["Self-learning", "Spelling", "Fusion (documents)", "Fusion"]
    assert config.rows[-2].parameters["third_weight"] == 0
    capsys.readouterr()
    assert main(["compare", str(out), "--dry-run", "--format", "json"]) == 0
    titles = [stage["title"] for stage in json.loads(capsys.readouterr().out)["stages"]]
    # one topic model serves four rows
    assert sum(title.startswith("bilda(") for title in titles) == 1
    assert sum(title.startswith("traditional-ppmi(") for title in titles) == 1
    # topics by the number of pairs; with a dev lexicon every model is tuned instead
    assert "topics = 75" in out.read_text() and "\n# [tune]" in out.read_text()
    tuned = [*arguments, "--ble", str(data / "gold.tsv"), "--ble-dev", str(data / "dev.tsv")]
    assert main([*tuned, "--force"]) == 0
    assert "\n[tune]" in out.read_text() and "topics = " not in out.read_text()
    assert all(row.trials == 4 for row in read_config(out).rows)
    assert main([*arguments, "--ble", str(data / "gold.tsv")]) == 2
    assert "--force" in capsys.readouterr().err
    assert main(arguments) == 2


def test_dry_run_writes_nothing(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config.write_text(config.read_text().replace(f'plugins = ["{PLUGIN}"]', ""))
    arguments = ["compare", str(config), "--out", str(tmp_path / "run"), "--dry-run"]
    with MODELS.restored():
        load_plugins([PLUGIN])  # as if a package had installed them
        assert main(arguments) == 0
        out = capsys.readouterr().out
        assert main([*arguments, "--format", "json"]) == 0
    assert "17 of 17 stages to compute for 9 scores" in out and "toy-derived(seed=1)" in out
    document = json.loads(capsys.readouterr().out)
    assert document["to_compute"] == 17 and document["stages"][0]["state"] == "to read"
    assert all(stage["memory"] > 0 for stage in document["stages"][1:])
    assert not (tmp_path / "run").exists()


def test_a_wrong_config_makes_no_directory(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", str(tmp_path / "none.toml"), "--out", str(tmp_path / "run")]) == 2
    assert not (tmp_path / "run").exists()
    assert main(["compare", str(PLUGIN), "--out", str(tmp_path / "run")]) == 2
    assert "is not TOML" in capsys.readouterr().err
    (tmp_path / "odd.toml").write_text("x = 1\n")
    assert main(["compare", str(tmp_path / "odd.toml"), "--out", str(tmp_path / "run")]) == 2
    assert "odd.toml" in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


def test_rows_are_found_by_the_name_that_people_use(
    run_dir: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["why", str(run_dir), "derived", "Random, dim=4"]) == 0
    assert "Derived and Random, dim=4 on" in capsys.readouterr().out
    assert main(["why", str(run_dir), "Random", "Derived"]) == 2
    said = capsys.readouterr().err
    assert "may be any of 2 rows" in said and '\n  "Random, dim=4"' in said
    assert main(["why", str(run_dir), "Rendom", "Derived"]) == 2
    assert "no row is labelled 'Rendom'" in capsys.readouterr().err


def test_methods_paragraph(run_dir: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["methods", str(run_dir)]) == 0
    text = capsys.readouterr().out
    assert "test items" in text and "paired permutation test" in text and "@book{" in text


def test_a_plugin_models_own_entry_is_in_the_methods(
    run_dir: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with MODELS.restored():
        assert main(["methods", str(run_dir), "--plugin", str(PLUGIN)]) == 0
        printed = capsys.readouterr()
    assert "(toy-counts~\\cite{toy2026counts}: weight" in printed.out
    assert "@misc{toy2026counts, title = {Counts}}" in printed.out and not printed.err
    with MODELS.restored():
        for name in ("toy-counts", "toy-random", "toy-derived"):
            MODELS.remove(name)
        assert main(["methods", str(run_dir)]) == 0
        assert "toy-counts" in capsys.readouterr().err


def test_tables_for_papers_and_programs(
    run_dir: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--scores", "acc1,mrr", "--notes", "none", "--label", "tab:x", "--wide"]
    arguments += ["--sort", "score", "--digits", "2", "--format", "latex"]
    assert main(["table", str(run_dir), *arguments]) == 0
    text = capsys.readouterr().out
    assert "\\label{tab:x}" in text and "table*" in text and "minipage" not in text
    assert "Acc@5" not in text and "MRR" in text
    assert main(["table", str(run_dir), "--scores", "acc1,b,c", "--format", "csv"]) == 0
    assert capsys.readouterr().out.startswith("Model,Acc@1,")
    assert main(["table", str(run_dir), "--format", "csv", "--out", str(tmp_path / "t")]) == 0
    assert [path.name for path in (tmp_path / "t").iterdir()] == ["ble.csv"]
    capsys.readouterr()
    assert main(["table", str(run_dir), "--format", "tidy"]) == 0
    assert capsys.readouterr().out.startswith("task,pair,column,label,model,seed,n,measure,value")
    assert main(["table", str(run_dir), "--combine", "pairs"]) == 2
    assert "at least two" in capsys.readouterr().err
    choices = ["--claim", "runs", "--unit", "item", "--interval", "bootstrap", "--margin", "0.1"]
    assert main(["table", str(run_dir), *choices, "--alpha", "0.01", "--no-free-hits"]) == 0
    assert "99% CI, uncorrected" in capsys.readouterr().out


def test_a_run_directory_answers_questions_about_its_rows(
    run_dir: Path, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lexicon = tmp_path / "lexicon.tsv"
    asked = ["lexicon", str(run_dir), "-o", str(lexicon), "--format", "json"]
    assert main([*asked, "--row", "counts, csls"]) == 0
    assert json.loads(capsys.readouterr().out)["retrieval"] == "csls" and lexicon.exists()
    assert main(asked) == 2  # which of the rows?
    assert '\n  "Derived"' in capsys.readouterr().err
    vectors = str(tmp_path / "v.vec")
    assert main(["export", str(run_dir), "-o", vectors, "--to", "muse", "--row", "deriv"]) == 0
    capsys.readouterr()
    gold = ["--ble", str(data / "dev.tsv"), "--format", "json"]
    assert main(["score", str(run_dir), *gold, "--row", "Derived", "--row", "Counts"]) == 0
    labels = [row["label"] for row in json.loads(capsys.readouterr().out)["rows"]]
    assert labels == ["Derived", "Counts"]


def test_rows_of_a_run_are_scored_in_another_way_under_their_own_names(
    run_dir: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["score", str(run_dir), "--ble", str(data / "gold.tsv"), "--format", "json"]
    assert main([*asked, "--retrieval", "csls"]) == 0
    rows = {row["label"]: row for row in json.loads(capsys.readouterr().out)["rows"]}
    # neither nn nor csls, in which the comparison asked, is part of the name
    assert list(rows) == ["Counts", "Random, dim=4", "Random, dim=12", "Derived"]
    assert [one["seed"] for one in rows["Random, dim=4"]["seeds"]] == [1, 2, 3]
    assert "retrieval:csls" in rows["Counts"]["signature"]
    assert main([*asked, "--retrieval", "nn,csls", "--row", "Random, dim=12"]) == 0
    rows = {row["label"]: row for row in json.loads(capsys.readouterr().out)["rows"]}
    assert {name: len(row["seeds"]) for name, row in rows.items()} == {
        "Random, dim=12, nn": 3,
        "Random, dim=12, csls": 3,
    }


def test_a_seed_is_for_rows_with_several_runs(
    run_dir: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = ["why", str(run_dir), "Counts", "Derived", "--seed"]
    assert main([*rows, "7"]) == 2
    assert "--seed goes with rows that have several runs" in capsys.readouterr().err
    assert main([*rows, "1"]) == 0, "that of the one run of Derived"
