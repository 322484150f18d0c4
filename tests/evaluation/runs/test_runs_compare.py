"""A comparison computes what is missing, once, and says what happened to the rest."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from toy_run import HEADER, MODELS, PLUGIN, TRUST, Ran, write_config

from clss.errors import InputError
from clss.model import MODELS as REGISTRY
from clss.similarity import SIMILARITIES
from evaluation.cli import main
from evaluation.cli.compare import over_pairs
from evaluation.runs import collect
from evaluation.runs.directory import RunDirectory
from evaluation.tables.options import TableOptions


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory, data: Path) -> tuple[Path, Ran]:
    """A config and its finished run, to be copied and not changed."""
    directory = tmp_path_factory.mktemp("base")
    config = write_config(directory / "toy.toml", data, MODELS)
    return config, Ran(config, directory / "run")


@pytest.fixture
def copied(base: tuple[Path, Ran], tmp_path: Path) -> tuple[Path, Path, str]:
    """A config, a run directory with all its results, and the table."""
    config = Path(shutil.copy(base[0], tmp_path / "toy.toml"))
    shutil.copytree(base[1].run.path, tmp_path / "run")
    return config, tmp_path / "run", base[1].text()


def test_shared_stages_are_computed_once(base: tuple[Path, Ran]) -> None:
    ran = base[1]
    fits = [title for title in ran.computed if not title.startswith("ble")]
    # Derived builds on the very model that is also the second point of Random's grid
    assert len(fits) == len(set(fits)) == 1 + 2 * 3 + 1
    assert sum(title.startswith("ble") for title in ran.computed) == 2 + 6 + 1
    rows = json.loads(ran.text("json"))["rows"]
    assert [row["label"] for row in rows] == [
        "Counts, nn",
        "Counts, csls",
        "Random, dim=4",
        "Random, dim=12",
        "Derived",
    ]
    assert [len(row["seeds"]) for row in rows] == [1, 1, 3, 3, 1]
    assert "retrieval:csls" in rows[1]["signature"] and "pair:s-t" in rows[1]["signature"]
    assert "dim=12" in rows[3]["signature"] and "seed:1" in rows[3]["signature"]


def test_parameters_of_a_retrieval_are_part_of_what_was_computed(
    copied: tuple[Path, Path, str],
) -> None:
    config, run, _ = copied
    plain = 'similarity = ["cosine", "csls"]'
    asked = 'similarity = "cosine"\nretrieval = ["csls(neighborhood=10)", "csls(neighborhood=1)"]'
    config.write_text(config.read_text().replace(plain, asked))
    ran = Ran(config, run)
    # with its usual parameters it is what had been computed before they could be given
    assert len(ran.computed) == 1 and "csls(neighborhood=1)" in ran.computed[0]
    rows = json.loads(ran.text("json"))["rows"][:2]
    assert [row["label"] for row in rows] == ["Counts, csls", "Counts, csls(neighborhood=1)"]
    assert "|retrieval:csls|" in rows[0]["signature"]
    assert "|retrieval:csls(neighborhood=1)|" in rows[1]["signature"]


def test_a_component_gives_what_fitting_alone_gives(base: tuple[Path, Ran]) -> None:
    ran = base[1]
    by_label = {o.label: o for o in ran.results[0].outcomes if o.seed in (None, 1)}
    assert by_label["Derived"].items == by_label["Random, dim=12"].items


def test_a_second_run_computes_nothing(copied: tuple[Path, Path, str]) -> None:
    config, run, text = copied
    second = Ran(config, run)
    assert second.computed == [] and second.text() == text


def test_only_what_changed_is_computed(copied: tuple[Path, Path, str], data: Path) -> None:
    config, run, _ = copied
    write_config(config, data, MODELS.replace("[4, 12]", "[4, 12, 6]"))
    again = Ran(config, run)
    assert len(again.computed) == 6 and all("dim=6" in title for title in again.computed)
    # another way of asking trains nothing
    write_config(config, data, MODELS.replace('"csls"]', '"csls", "inverted-softmax"]'))
    asked = Ran(config, run)
    assert asked.computed == ["ble s-t: toy-counts() [cosine, inverted-softmax]"]


def test_fresh_computes_everything(copied: tuple[Path, Path, str]) -> None:
    config, run, text = copied
    again = Ran(config, run, fresh=True)
    assert len(again.computed) == 17 and again.text() == text


def test_a_new_version_of_an_algorithm_expires_results(
    copied: tuple[Path, Path, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    config, run, _ = copied
    monkeypatch.setattr(REGISTRY.get("toy-random"), "algorithm_version", 2)
    again = Ran(config, run).computed
    fits = [title for title in again if not title.startswith("ble")]
    # what builds on it expires with it, the counts do not
    assert len(fits) == 7 and not any("counts" in title for title in again)


def test_a_new_version_of_a_similarity_expires_its_scores_alone(
    copied: tuple[Path, Path, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    config, run, _ = copied
    named = config.read_text().replace('["cosine", "csls"]', '["cosine", "jaccard"]')
    config.write_text(named)
    Ran(config, run)
    monkeypatch.setattr(SIMILARITIES.get("jaccard"), "algorithm_version", 2)
    assert Ran(config, run).computed == ["ble s-t: toy-counts() [jaccard]"]
    monkeypatch.setattr(SIMILARITIES.get("cosine"), "algorithm_version", 2)
    # the rows that name no similarity are asked by it, too
    again = Ran(config, run).computed
    assert len(again) == 8 and not any("jaccard" in title for title in again)


@pytest.mark.parametrize("kind", ["corpus", "fit", "score"])
@pytest.mark.parametrize("damage", ["flip", "truncate"])
def test_damage_is_said_and_repaired(
    copied: tuple[Path, Path, str], kind: str, damage: str
) -> None:
    config, run, text = copied
    path = max(
        (p for p in (run / "store" / kind).rglob("*") if p.is_file()),
        key=lambda p: (p.stat().st_size, str(p)),
    )
    raw = bytearray(path.read_bytes())
    raw[len(raw) // 2] ^= 4
    path.write_bytes(raw if damage == "flip" else raw[: len(raw) // 2])
    again = Ran(config, run)
    said = [line for line in again.said if line.startswith("damaged")]
    assert len(said) == 1 and str(path) in said[0]
    assert len(again.computed) == (0 if kind == "corpus" else 1)
    assert again.text() == text
    assert Ran(config, run).said == []


def test_a_failing_model_does_not_stop_the_rest(data: Path, tmp_path: Path) -> None:
    failing = '\n[[models]]\nmodel = "toy-failing"\nlabel = "Broken"\n'
    derived = (
        '\n[[models]]\nmodel = "toy-derived"\nlabel = "On it"\nbase = {model = "toy-failing"}\n'
    )
    config = write_config(tmp_path / "c.toml", data, failing + derived + MODELS)
    ran = Ran(config, tmp_path / "run")
    rows = {row["label"]: row for row in json.loads(ran.text("json"))["rows"]}
    assert rows["Broken"]["failed"].startswith("the loss is not finite")
    # the row "On it" says which of its parts failed
    part, _, reason = rows["On it"]["failed"].partition(": ")
    assert part.endswith(" on s-t") and reason == rows["Broken"]["failed"]
    assert set(rows["Broken"]) == {*rows["Derived"], "failed"} and rows["Broken"]["scores"] == {}
    assert rows["Derived"]["scores"]["acc1"] > 0.5
    assert "Failed: Broken (s-t): the loss is not finite" in ran.text()
    (log,) = {Path(f["log"]) for f in ran.finished.record.failures.values() if f["log"]}
    assert "Traceback" in log.read_text() and "DivergenceError" in log.read_text()
    # it is tried again, and nothing else is
    assert Ran(config, tmp_path / "run").computed == ["toy-failing() on s-t"]


def test_a_changed_plugin_expires_its_models_only(data: Path, tmp_path: Path) -> None:
    plugin = tmp_path / "mine.py"
    source = PLUGIN.read_text().split("class ToyRandom")[0]
    plugin.write_text(source.replace("toy-counts", "mine"))
    header = HEADER.replace('"{plugin}"', f'"{{plugin}}", "{plugin}"')
    models = '\n[[models]]\nmodel = "mine"\n' + MODELS
    config = write_config(tmp_path / "c.toml", data, models, header)
    Ran(config, tmp_path / "run")
    plugin.write_text(plugin.read_text() + "\n# better now\n")
    assert Ran(config, tmp_path / "run").computed == ["mine() on s-t", "ble s-t: mine()"]


def test_given_spaces_and_ranked_lists_take_part(
    base: tuple[Path, Ran], data: Path, tmp_path: Path
) -> None:
    ran = base[1]
    derived = next(s for s in ran.finished.record.stages if s.title.startswith("toy-derived"))
    space = ran.run.store.require("fit", derived.key).path / "model"
    ranked = tmp_path / "theirs.tsv"
    words = [line.split()[0] for line in (data / "gold.tsv").read_text().splitlines()]
    ranked.write_text("".join(f"{w}\tt{w[1:]}\n" for w in words[:8]))
    rows = (
        f'\n[[models]]\nspace = "{space}"\nlabel = "Given"\nretrieval = "csls"\n'
        f'\n[[models]]\nranked = "{ranked}"\nlabel = "Theirs"\n'
    )
    both = write_config(tmp_path / "both.toml", data, rows)
    found = {o.label: o for o in Ran(both, tmp_path / "run").results[0].outcomes}
    assert found["Theirs"].correct().sum() == 8 and len(found["Theirs"]) == 16
    assert found["Given"].metadata["retrieval"] == "csls"


TUNED = """
[[models]]
model = "toy-random"
label = "Tuned"
tune = {dim = [2, 40]}
trials = 6
"""


def test_tuning_uses_the_dev_lexicon_and_resumes(data: Path, tmp_path: Path) -> None:
    header = HEADER + 'dev = "{data}/dev.tsv"\n'
    config = write_config(tmp_path / "c.toml", data, TUNED, header)
    first = Ran(config, tmp_path / "run")
    trials = [title for title in first.computed if title.startswith("ble-dev")]
    assert len(trials) <= 6 and trials
    (outcome,) = first.results[0].outcomes
    assert outcome.metadata["tuned"].keys() == {"dim"} and outcome.metadata["dev_overlap"] == 0
    stored = next((tmp_path / "run/store/tune").glob("*/trials.json"))
    found = json.loads(stored.read_text())
    assert len(found["trials"]) == 6
    best = max(found["trials"], key=lambda trial: (trial["acc1"], trial["mrr"]))
    assert best["parameters"] == found["best"] == outcome.metadata["tuned"]
    assert Ran(config, tmp_path / "run").computed == []
    # a search whose end was lost finds its trials again
    first.run.store.discard("tune", stored.parent.name)
    assert Ran(config, tmp_path / "run").computed == []
    # another run directory, the same search
    assert Ran(config, tmp_path / "other").text() == first.text()


def test_tuning_on_test_items_is_refused(data: Path, tmp_path: Path) -> None:
    header = HEADER + 'dev = "{data}/gold.tsv"\n'
    config = write_config(tmp_path / "c.toml", data, TUNED, header)
    with pytest.raises(InputError, match="parameters must not be chosen on test items"):
        Ran(config, tmp_path / "run")


def test_a_translation_shared_with_the_dev_lexicon_is_said(data: Path, tmp_path: Path) -> None:
    dev = (data / "dev.tsv").read_text().splitlines()
    answer = (data / "gold.tsv").read_text().split()[1]
    lines = [*dev[:-1], f"{dev[-1].split()[0]}\t{answer}"]
    (tmp_path / "near.tsv").write_text("\n".join(lines) + "\n")
    header = HEADER + f'dev = "{tmp_path}/near.tsv"\n'
    config = write_config(tmp_path / "c.toml", data, TUNED, header)
    text = Ran(config, tmp_path / "run").text()
    assert "share no item, but 1 right answers are right in both." in " ".join(text.split())
    header = HEADER + 'dev = "{data}/dev.tsv"\n'
    config = write_config(tmp_path / "apart.toml", data, TUNED, header)
    text = Ran(config, tmp_path / "apart").text()
    assert "share no item." in " ".join(text.split())


def test_several_pairs_and_directions(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    two = HEADER.replace("[corpus]", '[[corpus]]\nname = "one"')
    second = '[[corpus]]\nname = "two"\n' + two.split('name = "one"\n')[1].split("[tasks")[0]
    header = two.replace(
        "[tasks.ble]", f"{second.replace('min_count = 1', 'min_count = 60')}[tasks.ble]"
    )
    gold = '{one = "{data}/gold.tsv", two = "{data}/gold.tsv"}\ndirection = ["forward", "backward"]'
    header = header.replace('"{data}/gold.tsv"', gold)
    config = write_config(
        tmp_path / "c.toml",
        data,
        '[[models]]\nmodel = "toy-counts"\n[[models]]\nmodel = "toy-random"\n',
        header,
    )
    ran = Ran(config, tmp_path / "run")
    assert [results.task for results in ran.results] == ["ble", "ble-backward"]
    assert ran.results[0].pairs == ("one", "two")
    assert ran.results[1].outcomes[0].items[0].key.startswith("t")
    assert "ONE" in ran.text() and "TWO" in ran.text()
    over, _ = over_pairs(ran.results, TableOptions())
    assert "stratified by corpus" in over.caption
    for outcome in {cell.outcome for cell in ran.finished.record.cells if cell.pair == "two"}:
        ran.run.store.discard("score", outcome)
    assert main(["table", str(ran.run.path), "--combine", "pairs"]) == 2
    assert capsys.readouterr().err.startswith("clss: no row of ble two has a result yet")
    assert [column.title for column in over.columns][:4] == ["ble one", "ble two", "Mean", "Rank"]


def test_results_accumulate(copied: tuple[Path, Path, str], data: Path, tmp_path: Path) -> None:
    _, run, _ = copied
    row = '\n[[models]]\nmodel = "toy-random"\nlabel = "Wide"\ndim = 20\n'
    other = write_config(tmp_path / "other.toml", data, row)
    assert len(Ran(other, run).computed) == 2
    opened = RunDirectory.open(run)
    assert len(list(opened.records)) == 2
    (results,) = collect.collect(opened, opened.records)
    assert {outcome.label for outcome in results.outcomes} >= {"Wide", "Derived", "Counts, nn"}


def test_one_of_several_comparisons(
    copied: tuple[Path, Path, str],
    data: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _, run, _ = copied
    row = '\n[[models]]\nmodel = "toy-random"\nlabel = "Wide"\ndim = 20\n'
    Ran(write_config(tmp_path / "wide.toml", data, row), run)

    def labels(*options: str) -> set[str]:
        capsys.readouterr()
        assert main(["table", str(run), "--format", "json", *options]) == 0
        return {row["label"] for row in json.loads(capsys.readouterr().out)["rows"]}

    known = {record.name for record in RunDirectory.open(run).records}
    wide = next(name for name in known if name.startswith("wide-"))
    for name in ("wide", "wide.toml", str(tmp_path / "wide.toml"), wide):
        assert labels("--config", name) == {"Wide"}
    assert labels() > labels("--config", "toy") > set() and "Wide" not in labels("--config", "toy")
    assert main(["table", str(run), "--config", "wide", "--costs"]) == 0
    costs = capsys.readouterr().out
    assert "dim=20" in costs and "toy-counts" not in costs
    for command in (["methods", str(run)], ["report", str(run), "-o", str(tmp_path / "r.html")]):
        assert main([*command, "--config", "wide"]) == 0
    assert "Derived" not in (tmp_path / "r.html").read_text()
    monkeypatch.chdir(tmp_path)
    assert labels("--config", "./wide.toml") == {"Wide"}
    (tmp_path / "more").mkdir()
    Ran(write_config(tmp_path / "more/wide.toml", data, row.replace("20", "24")), run)
    assert labels("--config", "more/wide.toml") == labels("--config", "./wide.toml") == {"Wide"}
    assert main(["table", str(run), "--config", "wide"]) == 2
    assert "several configs are called 'wide': choose one of wide-" in capsys.readouterr().err
    assert main(["table", str(run), "--config", "wied.toml"]) == 2
    told = "unknown config 'wied.toml' (known: toy.toml, wide.toml); did you mean wide.toml?"
    assert told in capsys.readouterr().err


def test_an_unknown_baseline_is_refused_before_training(data: Path, tmp_path: Path) -> None:
    table = '\n[table]\nbaseline = "Derivd"\n'
    config = write_config(tmp_path / "c.toml", data, MODELS + table)
    with pytest.raises(InputError, match="did you mean Derived"):
        Ran(config, tmp_path / "run")
    assert not (tmp_path / "run/store/fit").exists()
    write_config(config, data, MODELS + table.replace("Derivd", "all"))
    assert "letter" in Ran(config, tmp_path / "run").text()


def test_a_directory_of_something_else_is_refused(config: Path, tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "thesis.tex").write_text("dear")
    with pytest.raises(InputError, match="not a saved run"):
        Ran(config, tmp_path / "home")
    assert (tmp_path / "home" / "thesis.tex").read_text() == "dear"


def test_a_failed_baseline_does_not_hide_the_others(data: Path, tmp_path: Path) -> None:
    failing = '\n[[models]]\nmodel = "toy-failing"\nlabel = "Broken"\n'
    config = write_config(tmp_path / "c.toml", data, failing + MODELS)
    config.write_text(config.read_text() + '\n[table]\nbaseline = "Broken"\n')
    ran = Ran(config, tmp_path / "run")
    text = ran.text()
    assert "Derived" in text and "Counts, nn" in text
    assert "Tests against Broken are missing, because it failed" in text
    assert main(["table", str(tmp_path / "run")]) == 0
    arguments = ["compare", str(config), "--out", str(tmp_path / "run"), "--jobs", "1", TRUST]
    assert main(arguments) == 1
