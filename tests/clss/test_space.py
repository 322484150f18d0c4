"""The bilingual space as a value."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from scipy import sparse

from clss import BilingualSpace, InputError, Vocabulary
from clss.floored import FlooredMatrix
from clss.retrieval import CSLS
from clss.sides import SIDES
from clss.similarity.cosine import Cosine

ES, EN = Vocabulary(["rey", "reina", "piano"], [3, 2, 1]), Vocabulary(["king", "piano"], [4, 2])


def make(form=np.asarray, **more):
    source = form(np.array([[0.5, 0.5], [0.2, 0.8], [1.0, 0.0]]))
    target = form(np.array([[0.6, 0.4], [0.9, 0.1]]))
    return BilingualSpace(
        ES, EN, source, target, langs=("es", "en"), **{"kind": "distribution", **more}
    )


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_matrix])
def test_round_trip(tmp_path, form):
    topics = (np.full((2, 3), 1 / 3), np.full((2, 2), 0.5))
    space = make(
        form,
        word_given_topic=topics,
        context_vectors=(np.ones((3, 4)), np.ones((2, 4))),
        similarity="hellinger",
        metadata={"model": "x", "numbers": [1, 2]},
    )
    space = space.prune(1)
    space.save(tmp_path / "space")
    loaded = BilingualSpace.load(tmp_path / "space")
    assert loaded.fingerprint == space.fingerprint
    assert (loaded.kind, loaded.similarity, loaded.pruning) == (
        "distribution",
        "hellinger",
        space.pruning,
    )
    assert loaded.metadata == {"model": "x", "numbers": [1, 2]}
    assert loaded.neighbors("rey", lang="es") == space.neighbors("rey", lang="es")
    space.save(tmp_path / "space")  # saving again replaces
    assert [p.name for p in tmp_path.iterdir()] == ["space"]


def test_save_does_not_replace_what_is_not_ours(tmp_path):
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "chapter1.tex").write_text("years of work")
    with pytest.raises(InputError, match="not written by clss"):
        make().save(tmp_path / "thesis")
    assert (tmp_path / "thesis" / "chapter1.tex").exists()
    with pytest.raises(InputError, match="is a file"):
        make().save(tmp_path / "thesis" / "chapter1.tex")


def test_load_refuses_other_things(tmp_path):
    with pytest.raises(InputError, match="no such directory"):
        BilingualSpace.load(tmp_path / "none")
    (tmp_path / "format.json").write_text("{")
    with pytest.raises(InputError, match="not JSON"):
        BilingualSpace.load(tmp_path)
    make().save(tmp_path / "space")
    array = tmp_path / "space" / "source.matrix.npy"
    array.write_bytes(array.read_bytes()[:-9])
    with pytest.raises(InputError, match=r"source\.matrix\.npy: is not what was written"):
        BilingualSpace.load(tmp_path / "space")
    with array.open("wb") as stream:
        np.save(stream, np.array([{"run": "code"}], dtype=object), allow_pickle=True)
    for hashed, message in ((False, "is not what was written"), (True, "not a complete")):
        with pytest.raises(InputError, match=message):
            BilingualSpace.load(tmp_path / "space", hashed)


def test_values_cannot_be_changed():
    space = make()
    with pytest.raises(ValueError, match="read-only"):
        space.matrix("source")[0, 0] = 7


def test_inconsistent_parts_are_refused():
    with pytest.raises(InputError, match="shapes"):
        BilingualSpace(ES, EN, np.ones((2, 2)), np.ones((2, 2)))
    with pytest.raises(InputError, match="different dimensions"):
        BilingualSpace(ES, EN, np.ones((3, 2)), np.ones((2, 3)))
    with pytest.raises(InputError, match="sum to one"):
        BilingualSpace(ES, EN, np.ones((3, 2)), np.ones((2, 2)), kind="distribution")
    with pytest.raises(InputError, match="same code"):
        BilingualSpace(ES, EN, np.ones((3, 2)), np.ones((2, 2)), langs=("en", "en"))
    with pytest.raises(InputError, match="kind"):
        BilingualSpace(ES, EN, np.ones((3, 2)), np.ones((2, 2)), kind="vectors")


def test_what_is_said_of_a_space_cannot_be_changed_in_place():
    given = {"model": "x"}
    space = make(metadata=given)
    before = space.fingerprint
    given["model"] = "y"
    with pytest.raises(TypeError):
        space.metadata["model"] = "y"
    assert space.metadata == {"model": "x"} and space.fingerprint == before
    more = space.described(label="mine")
    assert more.metadata == {"model": "x", "label": "mine"} and more.fingerprint != before
    again = pickle.loads(pickle.dumps(space))
    assert again.metadata == space.metadata and again.fingerprint == before


def test_which_language_a_word_is_in():
    space = make()
    assert space.side_of("king") == "target"
    assert space.side_of("piano", "en") == "target"
    with pytest.raises(InputError, match="both languages; say which: es or en"):
        space.side_of("piano")
    with pytest.raises(InputError, match="did you mean reina"):
        space.neighbors("rina")
    with pytest.raises(InputError, match="no language 'fr'"):
        space.neighbors("rey", lang="fr")


def test_neighbours_are_in_the_other_language_unless_another_is_wanted():
    space = make()
    assert {n.lang for n in space.neighbors("king")} == {"es"}
    assert space.neighbors("king") == space.neighbors("king", into="es")
    assert space.neighbors("rey") == space.neighbors("rey", into="target")
    assert {n.lang for n in space.neighbors("king", into="target")} == {"en"}
    ids, _ = space.nearest([0], "target", top=len(ES))
    assert sorted(ids[0].tolist()) == list(range(len(ES)))


def test_neighbours_take_similarities_and_retrievals_that_are_made():
    space = make()
    made = space.neighbors("rey", similarity=Cosine(), retrieval=CSLS(neighborhood=1))
    assert made == space.neighbors("rey", similarity="cosine", retrieval="csls(neighborhood=1)")


def test_pruning_is_for_distributions_and_once():
    with pytest.raises(InputError, match="embedding"):
        make(kind="embedding").prune(1)
    with pytest.raises(InputError, match="already"):
        make().prune(1).prune(1)
    with pytest.raises(InputError, match="at least one"):
        make().prune(0)


def test_fingerprint_tells_spaces_apart():
    assert make().fingerprint == make().fingerprint
    assert make().fingerprint != make(similarity="js").fingerprint
    assert make().fingerprint != make(sparse.csr_matrix).fingerprint


def _arrays(matrix):
    if isinstance(matrix, FlooredMatrix):
        return [*_arrays(matrix.extra), matrix.scale, matrix.floor]
    if sparse.issparse(matrix):
        return [matrix.data, matrix.indices, matrix.indptr]
    return [matrix]


def floored(rows):
    return FlooredMatrix(sparse.csr_matrix(rows), np.zeros(len(rows)), np.ones(rows.shape[1]))


@pytest.mark.parametrize("form", [np.array, sparse.csr_matrix, floored])
def test_a_space_can_not_be_written_and_leaves_the_arrays_that_it_was_made_of(form):
    mine = [form(np.array([[0.5, 0.5], [0.2, 0.8], [1.0, 0.0]])), form(np.array([[0.6, 0.4]] * 2))]
    space = BilingualSpace(ES, EN, *mine, word_given_topic=(np.ones((2, 3)), np.ones((2, 2))))
    for matrix, side in zip(mine, SIDES, strict=True):
        assert all(array.flags.writeable for array in _arrays(matrix))
        held = space.matrix(side)
        assert not any(array.flags.writeable for array in _arrays(held))
        pairs = zip(_arrays(matrix), _arrays(held), strict=True)
        assert all(np.shares_memory(*pair) for pair in pairs)
        assert type(held) is type(matrix)
    assert space.described(model="x").matrix("target") is space.matrix("target")


def test_indices_of_64_bits_stay_what_they_are():
    """A matrix that is large enough has them, and its fingerprint counts them in."""
    mine = sparse.csr_matrix(np.eye(3))
    mine.indices, mine.indptr = mine.indices.astype(np.int64), mine.indptr.astype(np.int64)
    space = BilingualSpace(ES, EN, mine, mine[:2])
    assert space.matrix("source").indices.dtype == np.int64
