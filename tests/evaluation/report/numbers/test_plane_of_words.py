"""Words in the plane: which are drawn, which are joined, and where they stand."""

import numpy as np
import pytest

from clss import BilingualSpace, Vocabulary
from clss.errors import InputError
from evaluation.report.numbers.space import plane
from evaluation.report.planes import row_plane
from evaluation.report.view import RunView

SOURCE, TARGET = ["rey", "pan", "sol", "mar"], ["king", "bread", "sun", "loaf", "sea"]
GOLD = [("sol", "sun"), ("rey", "king"), ("pan", "bread"), ("pan", "loaf"), ("luna", "moon")]


@pytest.fixture
def space():
    random = np.random.default_rng(2)
    rows = random.normal(size=(4, 6)), random.normal(size=(5, 6))
    words = Vocabulary(SOURCE), Vocabulary(TARGET)
    return BilingualSpace(*words, *rows, langs=("es", "en"))


def joined_words(found):
    return [(found.places[a].word, found.places[b].word) for a, b in found.joined]


def test_known_pairs_are_drawn_the_most_frequent_first(space):
    found = plane(space, GOLD, most=3, label="LSA")
    assert joined_words(found) == [("rey", "king"), ("pan", "bread"), ("pan", "loaf")]
    # a word with two translations stands once
    assert [p.word for p in found.places] == ["rey", "pan", "king", "bread", "loaf"]
    assert [p.side for p in found.places] == [0, 0, 1, 1, 1]
    assert (found.label, found.langs, found.method) == ("LSA", ("es", "en"), "pca")


def test_chosen_words_bring_their_translations_whatever_their_language(space):
    found = plane(space, GOLD, ["pan", "sea"])
    assert {p.word for p in found.places} == {"pan", "bread", "loaf", "sea"}
    assert joined_words(found) == [("pan", "bread"), ("pan", "loaf")]
    assert joined_words(plane(space, GOLD, ["loaf", "mar"])) == [("pan", "loaf")]


def test_the_sheet_names_what_a_word_is_joined_to(space):
    rows = plane(space, GOLD, ["rey", "mar"]).sheet.rows
    assert [(row[0], row[1], row[4]) for row in rows] == [
        ("rey", "es", "king"),
        ("mar", "es", None),
        ("king", "en", "rey"),
    ]


def test_directions_are_drawn_and_not_lengths(space):
    longer = BilingualSpace(
        space.source, space.target, 7 * space.matrix("source"), space.matrix("target")
    )
    for method in ("pca", "tsne"):
        first, second = (plane(one, GOLD, method=method, seed=3) for one in (space, longer))
        for a, b in zip(first.places, second.places, strict=True):
            assert (a.x, a.y) == pytest.approx((b.x, b.y), abs=1e-4)


def test_principal_components_keep_distances_in_a_plane():
    """Vectors that lie in a plane already are turned, not bent."""
    corners = np.array([[1, 0, 0], [0, 1, 0], [np.sqrt(0.5), np.sqrt(0.5), 0]])
    words = Vocabulary(["a", "b", "c"]), Vocabulary(["x", "y", "z"])
    flat = BilingualSpace(*words, corners, corners, langs=("s", "t"))
    found = plane(flat, [("a", "x"), ("b", "y"), ("c", "z")])
    drawn = np.array([(p.x, p.y) for p in found.places])
    both = np.vstack([corners, corners])
    for i in range(6):
        for j in range(6):
            expected = np.linalg.norm(both[i] - both[j])
            assert np.linalg.norm(drawn[i] - drawn[j]) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    ("words", "method", "reason"),
    [
        (["pam"], "pca", "did you mean pan"),
        (["mar", "sea"], "pca", "at least three words"),
        ([], "tsn", "did you mean tsne"),
    ],
)
def test_mistakes_are_one_sentence(space, words, method, reason):
    with pytest.raises(InputError, match=reason):
        plane(space, GOLD, words, method=method)


def test_the_space_of_a_row_joins_its_gold_pairs(run_dir):
    view = RunView.open(run_dir)
    panel = view.panel("ble")
    found = row_plane(view, panel, "LSA, dim=8, nn", ["s03", "s04", "s05"])
    assert sorted(p.word for p in found.places) == ["s03", "s04", "s05", "t03", "t04", "t05"]
    assert all(a[1:] == b[1:] for a, b in joined_words(found))
    with pytest.raises(InputError, match="row"):
        row_plane(view, panel, "LSA")
