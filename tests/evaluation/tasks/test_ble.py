import gzip
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clss.errors import InputError
from clss.space import BilingualSpace
from clss.vocabulary import Vocabulary
from evaluation import BLE, score
from evaluation.tasks.bands import make_bands


def space_of(source, target, **options):
    source, target = np.asarray(source, dtype=float), np.asarray(target, dtype=float)
    return BilingualSpace(
        Vocabulary([f"s{i}" for i in range(len(source))], range(len(source), 0, -1)),
        Vocabulary([f"t{i}" for i in range(len(target))]),
        source,
        target,
        langs=("es", "en"),
        **options,
    )


def test_denominator_and_statuses():
    space = space_of(np.eye(3), np.eye(3))
    task = BLE([("s0", "t0"), ("zz", "t1"), ("s1", "zz"), ("s2", "t0")])
    outcome = task.evaluate(space, label="A")
    assert [item.status for item in outcome] == ["ranked", "oov", "oov", "ranked"]
    assert score(outcome, "acc1") == 0.25 and score(outcome, "coverage") == 0.5
    assert outcome["s1"].answers[0] == "t1"  # what it would have answered
    assert [item.frequency for item in outcome] == [3, 0, 2, 1]
    assert outcome.metadata["pair"] == "es-en"
    assert (outcome.metadata["similarity"], outcome.metadata["retrieval"]) == ("cosine", "nn")


def test_equal_scores_are_no_hits():
    zeros = BLE([("s0", "t0"), ("s1", "t1")]).evaluate(space_of(np.zeros((2, 2)), np.eye(2)))
    assert score(zeros, "acc1") == score(zeros, "acc1", ties="optimistic") == 0
    assert [item.status for item in zeros] == ["unanswered"] * 2
    same = BLE([("s0", "t0")]).evaluate(space_of(np.ones((1, 2)), np.ones((4, 2))))
    assert (same["s0"].pessimistic, same["s0"].optimistic, same["s0"].ties) == (4, 1, 3)
    broken = space_of([[1.0, 0], [0, 1]], [[np.nan, 1], [0, 1]])
    outcome = BLE([("s0", "t0"), ("s1", "t1")]).evaluate(broken)
    assert [item.status for item in outcome] == ["missed", "ranked"]


def test_several_translations_best_counts_and_their_ties_do_no_harm():
    target = [[1, 0], [1, 0], [0.9, 0.1], [0, 1]]
    space = space_of([[1.0, 0]], target)
    both = BLE([("s0", "t3"), ("s0", "t1"), ("s0", "t0")]).evaluate(space)
    assert (both["s0"].pessimistic, both["s0"].optimistic) == (1, 1)
    one = BLE([("s0", "t1"), ("s0", "t3"), ("s0", "zz")]).evaluate(space)
    assert (one["s0"].pessimistic, one["s0"].optimistic, one["s0"].ties) == (2, 1, 1)
    assert len(both) == 1


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_ranks_are_those_of_a_slow_search(seed):
    random = np.random.default_rng(seed)
    # few distinct values: many exact ties
    source, target = random.integers(-1, 2, (5, 2)), random.integers(-1, 2, (7, 2))
    pairs = [
        (f"s{i}", f"t{j}")
        for i, j in zip(random.integers(0, 5, 8), random.integers(0, 7, 8), strict=True)
    ]
    outcome = BLE(pairs).evaluate(space_of(source, target))
    for item in outcome:
        query = source[int(item.key[1:])]
        cosines = {}
        for j, row in enumerate(target):
            norm = np.linalg.norm(query) * np.linalg.norm(row)
            if norm:
                cosines[f"t{j}"] = round(float(query @ row) / norm, 9)
        right = {word for word in item.gold if word in cosines}
        if not right:
            assert item.status == ("missed" if cosines else "unanswered")
            continue
        best = max(cosines[word] for word in right)
        better = sum(value > best for value in cosines.values())
        tied = sum(value == best and word not in right for word, value in cosines.items())
        assert (item.pessimistic, item.optimistic) == (1 + better + tied, 1 + better)


def test_both_directions():
    task = BLE([("s0", "t0"), ("s1", "t0"), ("s2", "t2")])
    back = task.reversed()
    assert back.gold == {"t0": ("s0", "s1"), "t2": ("s2",)}
    space = space_of(np.eye(3), np.eye(3))
    outcome = back.evaluate(space)
    assert outcome.metadata["pair"] == "en-es" and score(outcome, "acc1") == 1
    assert back.reversed().gold == task.gold


def test_retrieval_is_an_axis_of_its_own():
    random = np.random.default_rng(1)
    space = space_of(random.normal(size=(30, 5)), random.normal(size=(30, 5)))
    task = BLE([(f"s{i}", f"t{i}") for i in range(30)])
    plain, csls = (task.evaluate(space, retrieval=name) for name in ("nn", "csls"))
    assert csls.metadata["retrieval"] == "csls"
    assert plain.ranks().tolist() != csls.ranks().tolist()


def test_seed_lexicon_leak_is_counted():
    space = space_of(np.eye(3), np.eye(3), metadata={"seed_lexicon": [["s0", "t0"], ["s1", "t2"]]})
    task = BLE([("s0", "t0"), ("s1", "t1"), ("s2", "t2")])
    assert task.evaluate(space).metadata["seed_lexicon_gold"] == 1
    assert task.reversed().evaluate(space).metadata["seed_lexicon_gold"] == 1
    given = task.evaluate(space, seed_lexicon=[("s1", "t1"), ("s2", "t2"), ("s9", "t9")])
    assert given.metadata["seed_lexicon_gold"] == 2 and given.metadata["seed_lexicon_size"] == 3


def test_items_stand_in_bands_of_frequency():
    outcome = BLE([*((f"s{i}", f"t{i}") for i in range(4)), ("zz", "t0")]).evaluate(
        space_of(np.eye(4), np.eye(4))
    )
    bands = make_bands([item.frequency for item in outcome], (2, 4))
    assert {b.name: [i.key for i in outcome if b.holds(i.frequency)] for b in bands} == {
        "0-1": ["s3", "zz"],  # a word out of vocabulary has frequency 0
        "2-3": ["s1", "s2"],
        "4+": ["s0"],
    }
    with pytest.raises(InputError, match="ascending"):
        make_bands([], (5, 2))


def test_reading_gold(tmp_path):
    path = tmp_path / "gold.tsv"
    path.write_text("casa\thouse\n\ncasa\thome\r\ncasa\thouse\nhelado\tice cream\n", "utf-8")
    task = BLE.from_file(path)
    assert task.gold == {"casa": ("house", "home"), "helado": ("ice cream",)}
    assert task.repeated == 1
    outcome = task.evaluate(space_of(np.eye(2), np.eye(2)))
    assert outcome.metadata["gold_duplicates"] == 1
    muse = tmp_path / "es-en.0-5000.txt.gz"
    muse.write_bytes(gzip.compress(b"\xef\xbb\xbfcasa house\ncasa  home\nrey king\n"))
    assert BLE.from_file(muse).gold == {"casa": ("house", "home"), "rey": ("king",)}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("casa\thouse\nrey\n", "line 2: expected two columns separated by a tab"),
        ("casa\thouse\nrey king\n", "line 2: expected two columns separated by a tab"),
        ("casa house\nrey\n", "line 2: expected two columns separated by blanks"),
        ("a\tb\tc\td\n", "line 1: expected two columns"),
        ("a\tb\tc\n", "line 1: expected a score in the third column"),
        ("casa\thouse\n\tking\n", "line 2: the source word is missing"),
        ("casa\thouse\nrey\t \n", "line 2: the translation is missing"),
        ("\n\n", "no pair of words"),
    ],
)
def test_bad_gold_names_file_and_line(tmp_path, text, message):
    path = tmp_path / "gold.tsv"
    path.write_text(text, "utf-8")
    with pytest.raises(InputError, match=message) as caught:
        BLE.from_file(path)
    assert str(caught.value).startswith(str(path))


def test_dev_lexicons_share_no_source_word_and_may_share_a_translation():
    task = BLE([("casa", "house"), ("casa", "home"), ("rey", "king")])
    with pytest.raises(InputError, match=r"1 source words of the test lexicon .*'casa'"):
        task.require_disjoint(BLE([("casa", "building"), ("pan", "bread")]))
    near = BLE([("hogar", "home"), ("vivienda", "home"), ("pan", "bread")])
    task.require_disjoint(near)
    assert task.shared_answers(near) == near.shared_answers(task) == 1
    # asked in the other direction the shared translation is an item
    with pytest.raises(InputError, match="'home'"):
        task.reversed().require_disjoint(near.reversed())


def test_the_lexicons_of_the_quickstart_share_no_word():
    quickstart = Path(__file__).parents[3] / "examples" / "quickstart"
    task, dev = (BLE.from_file(quickstart / f"{name}.es-en.tsv") for name in ("gold", "gold-dev"))
    task.require_disjoint(dev)
    assert task.shared_answers(dev) == 0


def test_one_to_one_lexicons_refuse_a_second_translation(tmp_path):
    path = tmp_path / "gold.tsv"
    path.write_text("casa\thouse\ncasa\thouse\ncasa\thome\n", "utf-8")
    with pytest.raises(InputError, match=r"line 3: 'casa' .*'house' on line 1"):
        BLE.from_file(path, one_to_one=True)
    with pytest.raises(InputError, match="no such file"):
        BLE.from_file(tmp_path / "absent.tsv")
    with pytest.raises(InputError, match="at least one pair"):
        BLE([])
