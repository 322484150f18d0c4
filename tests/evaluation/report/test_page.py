"""The page of a report as text: what is in it, and that data never becomes markup."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import pytest

from clss.errors import InputError
from evaluation.cli import main
from evaluation.report.document import asset, data_block, policy
from evaluation.report.page import report
from evaluation.report.view import RunView
from evaluation.runs.directory import RunDirectory


class Elements(HTMLParser):
    """Collects the elements of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.text.append(data)

    def named(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.found if name == tag]


@pytest.fixture(scope="module")
def page(run_dir) -> str:
    return report(RunView.open(run_dir))


def test_every_section_is_there(page):
    titles = re.findall(r"<h[23][^>]*>([^<]*)</h[23]>", page)
    assert {
        "BLE, s-t",
        "SWTC, s-t",
        "Scores and marks",
        "Acc@1 with intervals",
        "Acc@1 against dim",
        "Critical differences",
        "All pairs",
        "Kinds of items",
        "Spread over seeds",
        "Where models differ",
        "Cost against accuracy",
        "Audit",
        "Training",
        "Log-likelihood per token",
        "A look at the space",
        "Methods paragraph",
    } <= set(titles)


def test_all_pairs_warn_of_marks_that_are_only_in_the_table_against_the_baseline(page):
    matrix = page.split("<h3>All pairs</h3>")[1].split("</p>")[0]
    assert "may not be marked here" in matrix


def test_words_labels_and_file_names_are_text(page):
    elements = Elements(page)
    assert not elements.named("img") and not elements.named("b") and not elements.named("i")
    scripts = elements.named("script")
    assert [script.get("type") for script in scripts] == ["application/json"] * 2 + [None]
    for name, attributes in elements.found:
        assert not [key for key in attributes if key.startswith("on") or key == "style"], name
    shown = "".join(elements.text)
    assert '<b>BWESG</b> & "quotes"' in shown and "toy & <b>.toml" in shown


def test_the_policy_allows_this_script_and_nothing_else(page):
    (meta,) = [m for m in Elements(page).named("meta") if "http-equiv" in m]
    assert meta["content"] == policy(asset("report.js"), asset("report.css"))
    assert "default-src 'none'" in meta["content"] and "unsafe" not in meta["content"]
    assert "https://" not in page and "http://" not in page


def test_details_tell_the_test_and_the_signature(page):
    details = [a["data-detail"] for n, a in Elements(page).found if "data-detail" in a]
    tested = [text for text in details if text.startswith("LSA, dim=8, nn") and "task:ble" in text]
    (text,) = tested
    for part in ("against Counts: difference", "b = ", "c = ", "interval [", "p "):
        assert part in text


def test_data_for_the_script_cannot_end_its_block():
    block = data_block("x", {"word": "</script><!--\u2028"})
    assert block.count("<") == 2
    assert json.loads(re.search(r">(.*)<", block)[1]) == {"word": "</script><!--\u2028"}


def test_the_differences_hold_what_every_row_answered(page, run_dir):
    view = RunView.open(run_dir)
    text = re.search(r'<script type="application/json" id="data-ble-s-t">(.*?)</script>', page)[1]
    data = json.loads(text)
    panel = view.panel("ble")
    assert list(data["rows"]) == list(panel.comparison.labels) and data["left_out"] == 0
    first = panel.firsts()["Counts"]
    item, outcome = data["items"][0], data["rows"]["Counts"][0]
    assert data["words"][item[1]] == first.items[0].word
    assert [data["words"][i] for i in outcome[1]] == list(first.items[0].answers[:5])


def test_the_same_run_gives_the_same_page(page, run_dir):
    assert report(RunView.open(run_dir)) == page


def test_the_command_writes_the_page(run_dir, tmp_path, capsys):
    out = tmp_path / "page.html"
    assert main(["report", str(run_dir), "-o", str(out), "--baseline", "TPPMI"]) == 0
    assert out.read_text("utf-8").startswith("<!DOCTYPE html>")
    # one run of a model that has seeds, beside a row with three: no claim about algorithms
    assert "Differences are to TPPMI; not tested." in out.read_text("utf-8")
    assert capsys.readouterr().out == ""
    assert main(["report", str(run_dir), "-o", str(tmp_path)]) == 2
    assert "is a directory" in capsys.readouterr().err


def test_an_empty_run_directory_is_an_error(tmp_path):
    RunDirectory.create(tmp_path / "empty")
    with pytest.raises(InputError, match="no comparison yet"):
        RunView.open(tmp_path / "empty")
