"""The baseline of a table is known to be there before anything is trained."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from toy_run import HEADER, MODELS, Ran, write_config

from clss.errors import InputError
from evaluation.cli import main
from evaluation.runs import collect
from evaluation.runs.baseline import check_baseline, row_names
from evaluation.runs.config import read_config
from evaluation.tables.options import TableOptions

TWO_PAIRS = (
    HEADER.replace("[corpus]", "[[corpus]]")
    .replace(
        "min_count = 1\n",
        'min_count = 1\nname = "one"\n\n[[corpus]]\nname = "two"\nsource = "{data}/s.txt"\n'
        'target = "{data}/a.txt"\nlangs = ["s", "t"]\nmin_count = 1\n',
    )
    .replace('"{data}/gold.tsv"', '{one = "{data}/gold.tsv", two = "{data}/gold.tsv"}')
)


def config_with(tmp_path: Path, data: Path, baseline: str, header: str = HEADER) -> Path:
    models = MODELS.replace("seeds = 3\n", "")
    return write_config(
        tmp_path / "c.toml", data, f'\n[table]\nbaseline = "{baseline}"\n{models}', header
    )


def test_a_row_split_by_retrievals_is_a_baseline_over_several_corpora(data, tmp_path):
    """A run of 95 minutes once ended here without a table."""
    ran = Ran(config_with(tmp_path, data, "Counts", TWO_PAIRS), tmp_path / "run")
    (results,) = ran.results
    assert results.pairs == ("one", "two")
    table = json.loads(ran.text("json"))
    row = next(row for row in table["rows"] if row["label"] == "Derived")
    assert list(row["against"]) == ["Counts, nn"]


@pytest.mark.parametrize("header", [HEADER, TWO_PAIRS])
@pytest.mark.parametrize(
    ("baseline", "expected"),
    [("Rendom", "no row is labelled 'Rendom'"), ("Random", "'Random' may be any of 2 rows")],
)
def test_a_wrong_baseline_is_refused_before_the_corpus_is_read(
    data, tmp_path, baseline, expected, header
):
    config = config_with(tmp_path, data, baseline, header)
    with pytest.raises(InputError, match=expected):
        Ran(config, tmp_path / "run")
    assert not list((tmp_path / "run" / "store").rglob("corpus/*"))


def test_names_that_are_checked_are_those_of_the_table(data, tmp_path):
    for header in (HEADER, TWO_PAIRS):
        config = config_with(tmp_path, data, "dim=12", header)
        checked = read_config(config, trust=True)
        check_baseline(checked)
        names = list(dict.fromkeys(name.label for name in row_names(checked, checked.tasks[0])))
        ran = Ran(config, tmp_path / f"run{len(header)}")
        shown = dict.fromkeys(row["label"] for row in json.loads(ran.text("json"))["rows"])
        assert list(shown) == names


def test_finished_scores_are_printed_whatever_is_wrong_with_the_table(
    data, tmp_path, capsys, monkeypatch
):
    config = config_with(tmp_path, data, "strongest")
    run = tmp_path / "run"
    assert (
        main(["compare", str(config), "--out", str(run), "--jobs", "1", "--trust-config-plugins"])
        == 0
    )
    capsys.readouterr()
    whole = collect.tables_of

    def broken(results: collect.Results, options: TableOptions):
        if options != TableOptions():
            raise InputError("nothing to test")
        return whole(results, options)

    monkeypatch.setattr(collect, "tables_of", broken)
    config.write_text(config.read_text().replace('"strongest"', '"all"'))
    assert (
        main(["compare", str(config), "--out", str(run), "--jobs", "1", "--trust-config-plugins"])
        == 1
    )
    done = capsys.readouterr()
    assert "Derived" in done.out and "nothing to test" in done.err


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("dim = -3", "line 14: dim must be"),
        ("dim = [4, 0]", "line 14: dim must be"),
        ('window = "wide"', "line 14: window"),
        ('seed_model = {model = "lsa", dim = -1}', "dim must be"),
    ],
)
def test_every_parameter_is_checked_without_a_corpus(data, tmp_path, line, expected):
    model = "traditional-ppmi" if "seed_model" in line else "bwesg"
    text = f'\n[[models]]\nmodel = "{model}"\n{line}\n'
    config = write_config(tmp_path / "c.toml", data, text)
    with pytest.raises(InputError, match=expected):
        read_config(config, trust=True)


FAILING = """
[[models]]
model = "toy-failing"
label = "Failing"
baseline = true
"""


@pytest.mark.parametrize(
    ("models", "options", "stands"),
    [
        (MODELS + FAILING, {"baselines": ["Failing", "Derived"]}, "the other baselines stand in"),
        (MODELS + FAILING, {"baselines": ["Failing"]}, "the strongest of the rows above stands in"),
        (MODELS + FAILING, {"baseline": "Failing"}, "the strongest of the rows above stands in"),
        (MODELS + FAILING, {}, "the other baselines stand in"),
        (MODELS.replace("baseline = true\n", "") + FAILING, {}, "the strongest of the rows above"),
    ],
)
def test_a_failed_baseline_hides_no_row(data, tmp_path, models, options, stands):
    ran = Ran(write_config(tmp_path / "c.toml", data, models), tmp_path / "run")
    (results,) = ran.results
    (table,) = collect.tables_of(results, TableOptions(**options))
    assert {"Derived", "Failing"} <= {row.label for row in table.rows}
    (note,) = [note for note in table.notes if note.startswith("Tests against Failing are missing")]
    assert stands in note


def test_a_baseline_that_nothing_is_called_is_still_refused(data, tmp_path):
    ran = Ran(write_config(tmp_path / "c.toml", data, MODELS + FAILING), tmp_path / "run")
    with pytest.raises(InputError, match="no row is labelled"):
        collect.tables_of(ran.results[0], TableOptions(baselines=["Nobody"]))
