import pytest
from made_outcomes import outcome_of

from clss.errors import InputError
from evaluation import Comparison, import_ranked_lists, score
from evaluation.tasks.ranked_lists import outcome_from_lists

GOLD = {"casa": ("house", "home"), "rey": ("king",), "luz": ("light",), "pan": ("bread",)}


def test_a_foreign_system_takes_part(tmp_path):
    path = tmp_path / "theirs.tsv"
    path.write_text(
        "casa\tcar\thome\thouse\nrey\tqueen\nluz\nextra\tx\n\npan\tbread\t\t\n", "utf-8"
    )
    outcome = import_ranked_lists(path, GOLD, label="theirs", metadata={"supervision": []})
    assert [(item.status, item.pessimistic) for item in outcome] == [
        ("ranked", 2),
        ("missed", None),
        ("unanswered", None),
        ("ranked", 1),
    ]
    assert score(outcome, "acc1") == 0.25 and score(outcome, "coverage") == 0.75
    assert outcome.metadata["extra_items"] == 1
    ours = outcome_from_lists({"casa": ["house"], "rey": ["king"]}, GOLD, label="ours")
    result = Comparison([ours, outcome]).pair("ours", "theirs")
    assert (result.b, result.c) == (2, 1)
    notes = " ".join(Comparison([ours, outcome]).table().notes)
    assert "hold at most: ours: 1 answers; theirs: 3 answers" in notes
    assert "items that the gold does not ask: theirs: 1." in notes


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("casa\thouse\ncasa\thome\n", "line 2: the item 'casa' stands on line 1 with other"),
        ("casa\thouse\thouse\n", "line 1: the answer 'house' stands twice"),
        ("casa\t\thouse\n", "line 1: an answer is empty"),
        ("\thouse\n", "line 1: the item is missing"),
        ("", "no ranked list"),
        ("uno\tone\n", "none of the 1 lists"),
    ],
)
def test_bad_lists_name_file_and_line(tmp_path, text, message):
    path = tmp_path / "theirs.tsv"
    path.write_text(text, "utf-8")
    with pytest.raises(InputError, match=message) as caught:
        import_ranked_lists(path, GOLD, label="theirs")
    assert str(caught.value).startswith(str(path))


def test_the_same_line_twice_is_no_contradiction(tmp_path):
    path = tmp_path / "theirs.tsv"
    path.write_text("casa\thouse\ncasa\thouse\n", "utf-8")
    assert score(import_ranked_lists(path, GOLD, label="theirs"), "acc1") == 0.25


def test_clusters_and_frequencies_come_from_an_outcome_on_the_task():
    known = outcome_of("A", [1, 2], clusters=["n", "n"], frequencies=[5, 7], candidates=[2, 3])
    found = outcome_from_lists({"w001": ["g001"]}, known, label="B", task="swtc")
    assert found.item_fingerprint == known.item_fingerprint
    assert [(i.cluster, i.frequency, i.candidates, i.status) for i in found] == [
        ("n", 5, 2, "unanswered"),
        ("n", 7, 3, "ranked"),
    ]
