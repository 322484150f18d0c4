"""Words by their letters: what is spelled alike is near, and nothing else is looked at."""

from __future__ import annotations

import numpy as np
import pytest

from baselines.joined import spelling as module
from baselines.joined.spelling import Spelling, letter_groups
from clss import check_model
from clss.corpus import AlignedCorpus
from clss.errors import InputError
from clss.matrices import unit_rows

SPANISH = ["música", "política", "reina", "nación", "Radio"]
ENGLISH = ["music", "politics", "queen", "nation", "radio"]


def corpus(source, target):
    return AlignedCorpus.from_documents([source], [target], langs=("es", "en"))


def cosines(space):
    return unit_rows(space.matrix("source")) @ unit_rows(space.matrix("target")).T


def test_words_spelled_alike_are_near():
    space = Spelling().fit(corpus(SPANISH, ENGLISH)).space_
    pairs = [("música", "music"), ("política", "politics"), ("nación", "nation")]
    for word, translation in pairs:
        assert space.neighbors(word, "es", top=1)[0].word == translation
    radio = space.neighbors("Radio", "es", top=1)[0]
    assert radio.word == "radio" and radio.score == pytest.approx(1.0, abs=1e-6)


def test_all_singular_vectors_give_the_weighted_counts_back():
    texts = corpus(["oso", "reina"], ["rain", "os"])
    words = [word for side in texts.sides for word in side.vocabulary]
    # what rows of weighted counts say, by hand: sublinear counts times smoothed idf
    groups = sorted({group for word in words for group in letter_groups(word, 2)})
    rows = np.array([[letter_groups(word, 2).count(group) for group in groups] for word in words])
    idf = 1 + np.log((1 + len(words)) / (1 + (rows > 0).sum(axis=0)))
    rows = unit_rows(np.where(rows, 1 + np.log(np.maximum(rows, 1)), 0.0) * idf)
    space = Spelling(dim=50, longest=2, power=1.0).fit(texts).space_
    np.testing.assert_allclose(cosines(space), rows[:2] @ rows[2:].T, atol=1e-5)
    assert space.matrix("source").shape == (2, 4)  # as many as there are words


def test_power_is_of_the_singular_values():
    texts = corpus(SPANISH, ENGLISH)
    lengths = []
    for power in (1.0, 0.5):
        space = Spelling(power=power).fit(texts).space_
        both = np.vstack([space.matrix(side) for side in ("source", "target")])
        lengths.append(np.linalg.norm(both, axis=0))  # of singular vectors: 1
    np.testing.assert_allclose(lengths[0], lengths[1] ** 2, atol=1e-5)
    assert lengths[0][0] > 1.05 > 0.5 > lengths[0][-1]
    assert Spelling().power == 0.5 and (Spelling().dim, Spelling().longest) == (200, 3)


def test_scripts_without_common_letters_have_nothing_in_common():
    space = Spelling(dim=6).fit(corpus(["музыка", "нация"], ["music", "nation"])).space_
    np.testing.assert_allclose(cosines(space), 0.0, atol=1e-6)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_word_of_a_script_of_its_own_has_no_vector_beside_many_others(seed):
    many = [f"{a}{b}{c}" for a in "abcd" for b in "efgh" for c in "ijkl"]
    space = Spelling(dim=10, seed=seed).fit(corpus([*many, "中国"], many)).space_
    rows = dict(zip(space.source.words, space.matrix("source"), strict=True))
    assert not rows["中国"].any() and rows["aei"].any()


@pytest.mark.parametrize(
    ("word", "same"), [("№", "no"), ("STRASSE", "straße"), ("ﬁN", "fin"), ("´", "\u0301")]
)
def test_case_and_signs_for_several_letters_make_no_difference(word, same):
    assert letter_groups(word, 3) == letter_groups(same, 3)


def test_blanks_are_no_letters():
    assert letter_groups("\u3000", 3) == [] and "  " not in letter_groups("a\u3000\u3000b", 3)
    with pytest.raises(InputError, match="written with more than blanks"):
        Spelling().fit(corpus(["\u3000"], ["\u00a0"]))


def test_groups_are_no_longer_than_a_word():
    # one round for every length that was asked for would take a day
    assert letter_groups("año", 10**12) == letter_groups("año", len(" año ") + 1)


def test_the_most_frequent_groups_are_kept(monkeypatch):
    assert module.GROUPS == 20_000
    texts, found = corpus(["aab", "bba"], ["abab", "cd"]), []
    for groups in (2, 4):
        monkeypatch.setattr(module, "GROUPS", groups)
        space = Spelling(dim=50, longest=1).fit(texts).space_
        found.append({w for w in space.target if space.matrix("target")[space.target.id(w)].any()})
    assert found == [{"abab"}, {"abab", "cd"}]


def test_longer_groups_take_more_time_and_memory():
    sizes = corpus(SPANISH, ENGLISH).statistics()
    short, long = Spelling(longest=3), Spelling(longest=10)
    assert long.estimate_seconds(sizes) > short.estimate_seconds(sizes)
    assert long.estimate_memory(sizes) - short.estimate_memory(sizes) > 10 * 7 * 160 * 10


def test_the_text_is_not_read():
    once = corpus(["rey", "sol"], ["king", "sun"])
    often = AlignedCorpus.from_documents(
        [["rey", "sol"], ["sol", "rey"]], [["king"], ["sun"]], langs=("es", "en")
    )
    first, second = (Spelling().fit(one).space_ for one in (once, often))
    assert (first.source.words, first.target.words) == (second.source.words, second.target.words)
    for side in ("source", "target"):
        assert first.matrix(side).tobytes() == second.matrix(side).tobytes()


@pytest.mark.filterwarnings("error")
def test_one_word_of_one_letter_is_enough():
    space = Spelling().fit(corpus(["a"], ["a"])).space_
    assert cosines(space) == pytest.approx(1.0)


def test_it_keeps_the_contract():
    check_model(Spelling)
    assert Spelling().supervision == {"spelling"} and not Spelling().seed_matters
