"""The options of tables are declared once; a comparison takes those that it is about."""

import inspect
from dataclasses import fields

import pytest
from made_outcomes import outcome_of

from clss.errors import InputError
from evaluation.cli.table_options import table_options
from evaluation.runs.config import TABLE_KEYS
from evaluation.stats.comparison import Comparison
from evaluation.stats.options import COMPARING
from evaluation.tables.options import KINDS, TableOptions, checked_options

#: Lists of names, and what each is called where people type it.
LISTS = {"baselines", "scores", "axes"}


def test_every_option_is_declared_and_every_default_allowed():
    assert {field.name for field in fields(TableOptions)} == {*KINDS, *LISTS}
    given = inspect.signature(Comparison).parameters
    assert list(given)[1:] == list(COMPARING)
    options = TableOptions()
    for name in COMPARING:
        assert getattr(options, name) == given[name].default


def test_configs_and_the_command_line_know_no_other():
    assert set(TABLE_KEYS) < set(KINDS)
    typed = set(inspect.signature(table_options).parameters) - {
        "no_free_hits",
        "no_seed_rows",
        "columns",
    }
    assert typed < {*KINDS, *LISTS}


def test_options_come_from_a_comparison_and_make_one_like_it():
    rows = [outcome_of("a", [1, 2] * 5), outcome_of("b", [2, 1] * 5)]
    one = Comparison(rows, measure="acc5", oov="skip", alpha=0.01, margin=0.1, resamples=500)
    options = TableOptions.of(one, digits=2)
    assert options.digits == 2 and options.measure == "acc5"
    other = options.compare(rows)
    assert (
        all(getattr(one, name) == getattr(other, name) for name in COMPARING)
        and other.measure.k == 5
    )


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"alpha": 1.0}, "alpha must be a number above 0 and below 1"),
        ({"alpha": float("nan")}, "alpha must be"),
        ({"margin": 0}, "margin must be"),
        ({"resamples": 99}, "resamples must be a whole number of at least 100"),
        ({"ties": "pesimistic"}, "did you mean pessimistic"),
        ({"interval": None}, "interval must be one of"),
    ],
)
def test_a_comparison_and_a_table_refuse_the_same(options, reason):
    with pytest.raises(InputError, match=reason):
        TableOptions(**options)
    with pytest.raises(InputError, match=reason):
        Comparison([outcome_of("a", [1, 2])], **options)


@pytest.mark.parametrize(
    "table",
    [
        {"alpha": "0.05"},
        {"digits": True},
        {"scores": "acc1"},
        {"columns": ["pair", 1]},
        {"axes": ["pair"]},
        {"baseline": 3},
        {"test": "no such test"},
        {"__class__": "x"},
    ],
)
def test_what_is_no_table_of_a_config_is_refused(table):
    with pytest.raises(InputError, match="is no option of a table"):
        checked_options(table)


def test_a_table_of_a_config_passes_and_may_be_old():
    table = {"baseline": None, "alpha": 0.05, "columns": ["pair"], "scores": ["acc1"]}
    assert checked_options({**table, "test_seed": 2}) == {**table, "test_seed": 2}
    assert TableOptions.from_config(table).axes == ("pair",)
