"""Tables of a page: what is in their cells, and what the script sorts them by."""

import math
import re

import pytest

from evaluation.report.markup import Markup, element
from evaluation.report.sortable_table import Cell, number, sortable_table


def sorted_by(table):
    return re.findall(r'data-sort="([^"]*)"', table)


@pytest.mark.parametrize("missing", [None, math.nan])
def test_a_missing_number_is_a_dash_that_sorts_below_all_others(missing):
    table = sortable_table(("Row", "x"), [[Cell("a"), number(missing)], [Cell("b"), number(0.5)]])
    # as JavaScript reads numbers: with -inf the whole column would be sorted as text
    assert sorted_by(table) == ["-Infinity", "0.5"]
    assert ">–<" in table and ">0.500<" in table


def test_rows_are_named_by_their_first_cell():
    table = sortable_table(("Row", "x"), [[Cell("<a>"), Cell("1", numeric=True)]], class_="kinds")
    assert '<th scope="row">&lt;a&gt;</th>' in table and '<td class="n">1</td>' in table
    assert 'class="sortable kinds"' in table and 'aria-label="Table by Row"' in table


def test_a_column_without_a_title_cannot_be_sorted():
    table = sortable_table(("Row", ""), [[Cell("a"), Cell(Markup("<i></i>"), class_="picture")]])
    assert table.count("<button") == 1 and '<td class="picture"><i></i></td>' in table


def test_an_empty_table_has_its_heads():
    assert sortable_table(("Row", "x"), []).count("<th ") == 2


def test_attributes_without_a_value_are_left_out():
    assert element("td", None, "x", hidden=True, title=None, id=False) == "<td hidden>x</td>"
    assert element("rect", x=0.5, y=10.0, width=3) == '<rect x="0.5" y="10" width="3"/>'
