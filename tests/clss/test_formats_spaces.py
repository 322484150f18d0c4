"""Whole spaces to other programs and back."""

from __future__ import annotations

import re
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from clss.errors import ClssError, InputError
from clss.formats import (
    export_formats,
    export_model,
    export_space,
    from_keyed_vectors,
    import_formats,
    import_space,
    registry,
    to_keyed_vectors,
)
from clss.formats.registry import EXPORTERS, IMPORTERS
from clss.space import BilingualSpace
from clss.vocabulary import Vocabulary

FORMATS = ["word2vec", "word2vec-binary", "muse", "fasttext", "prefixed", "prefixed-binary"]


def make_space(source_words, target_words, source, target, **options) -> BilingualSpace:
    return BilingualSpace(
        Vocabulary(source_words),
        Vocabulary(target_words),
        source,
        target,
        langs=("es", "en"),
        **options,
    )


def content(space: BilingualSpace) -> str:
    """The hash of words and vectors, whatever the space says about where it comes from."""
    return make_space(
        space.source, space.target, space.matrix("source"), space.matrix("target")
    ).fingerprint


@pytest.fixture
def space() -> BilingualSpace:
    random = np.random.default_rng(5)
    return make_space(
        [f"es{i}" for i in range(40)],
        [f"en{i}" for i in range(50)],
        random.standard_normal((40, 12)).astype(np.float32),
        random.standard_normal((50, 12)).astype(np.float32),
    )


words = st.lists(
    st.text(st.characters(codec="utf-8", exclude_characters=" \t\n\r\v\f"), min_size=1, max_size=6),
    min_size=1,
    max_size=5,
    unique=True,
)
floats = st.floats(width=32, allow_nan=False, allow_infinity=False)


@pytest.mark.parametrize("format", FORMATS)
@given(data=st.data(), source=words, target=words, dim=st.integers(1, 4))
@settings(max_examples=25, deadline=None)
def test_any_space_comes_back_as_it_was(tmp_path_factory, format, data, source, target, dim):
    matrices = [
        np.array(
            data.draw(
                st.lists(
                    st.lists(floats, min_size=dim, max_size=dim),
                    min_size=len(side),
                    max_size=len(side),
                )
            ),
            np.float32,
        )
        for side in (source, target)
    ]
    before = make_space(source, target, *matrices)
    folder = tmp_path_factory.mktemp("any")
    files = export_space(before, [folder / "v.vec"], format)
    after = import_space(files, format, ("es", "en"))
    assert content(after) == content(before)


def test_all_formats_are_both_read_and_written():
    assert import_formats()[:6] == FORMATS
    assert export_formats()[:6] == FORMATS


@pytest.mark.parametrize("format", FORMATS)
def test_gensim_finds_the_same_neighbours(tmp_path, space, format):
    from gensim.models import KeyedVectors

    files = export_space(space, [tmp_path / "v.vec.gz"], format)
    loaded = [
        KeyedVectors.load_word2vec_format(str(file), binary="binary" in format) for file in files
    ]
    prefix = "es:" if "prefixed" in format else ""
    for word in space.source.words[:10]:
        found = loaded[0].similar_by_word(prefix + word, topn=len(loaded[0]) - 1)
        theirs = [key.removeprefix("es:") for key, _ in found if not key.startswith("en:")]
        ours = [answer.word for answer in space.neighbors(word, "es", into="source", top=5)]
        assert theirs[:5] == ours
        ours_across = [answer.word for answer in space.neighbors(word, "es", into="en", top=5)]
        across = loaded[-1].similar_by_vector(space.vector(word, "es"), topn=len(loaded[-1]))
        keys = [key.removeprefix("en:") for key, _ in across if not key.startswith("es:")]
        assert keys[:5] == ours_across


def test_files_of_gensim_are_read(tmp_path, space):
    for lang in space.langs:
        vectors = to_keyed_vectors(space, lang)
        vectors.save_word2vec_format(str(tmp_path / f"{lang}.txt"))
        vectors.save_word2vec_format(str(tmp_path / f"{lang}.bin"), binary=True)
    for suffix, format in (("txt", "word2vec"), ("bin", "word2vec-binary")):
        files = [tmp_path / f"{lang}.{suffix}" for lang in space.langs]
        assert content(import_space(files, format, space.langs)) == content(space)


def test_keyed_vectors_keep_vectors_and_counts():
    before = BilingualSpace(
        Vocabulary(["a", "b"], [9, 2]),
        Vocabulary(["x"], [4]),
        np.eye(2, 3, dtype=np.float32),
        sparse.csr_matrix(np.ones((1, 3), np.float32)),
        langs=("es", "en"),
    )
    source, target = to_keyed_vectors(before, "es"), to_keyed_vectors(before, "en")
    after = from_keyed_vectors(source, target, ("es", "en"))
    assert after.source == before.source
    assert after.target == before.target
    assert after.matrix("target").tolist() == [[1, 1, 1]]
    # vectors of files say so too: a table must not take them for trained on its corpus
    (supervision,) = after.metadata["supervision"]
    assert re.fullmatch(r"pretrained \(KeyedVectors, [0-9a-f]{8}\)", supervision)
    assert after.metadata["model"] == "vectors"
    target.vectors[0, 0] = 2.0
    changed = from_keyed_vectors(source, target, ("es", "en"))
    assert changed.metadata["supervision"] != after.metadata["supervision"]
    both = to_keyed_vectors(before)
    assert both.index_to_key == ["es:a", "es:b", "en:x"]
    assert both.get_vecattr("es:b", "count") == 2


def test_keyed_vectors_that_do_not_fit(space):
    source = to_keyed_vectors(space, "es")
    with pytest.raises(InputError, match="no language 'fr', only es and en"):
        to_keyed_vectors(space, "fr")
    small = to_keyed_vectors(make_space(["a"], ["b"], np.ones((1, 2)), np.ones((1, 2))), "en")
    with pytest.raises(InputError, match="12 dimensions, the en vectors 2"):
        from_keyed_vectors(source, small, ("es", "en"))
    source.vectors[3, 1] = np.inf
    with pytest.raises(InputError, match="the es vector of 'es3'"):
        from_keyed_vectors(source, to_keyed_vectors(space, "en"), ("es", "en"))


def test_distributions_stay_distributions(tmp_path):
    rows = np.random.default_rng(1).dirichlet(np.ones(6), size=4)
    before = make_space(list("ab"), list("xy"), rows[:2], rows[2:], kind="distribution")
    files = export_space(before, [tmp_path / "t.vec"], "muse")
    after = import_space(files, "muse", ("es", "en"), kind="distribution")
    assert after.kind == "distribution"
    assert [n.word for n in after.neighbors("a", similarity="hellinger")] == [
        n.word for n in before.neighbors("a", similarity="hellinger")
    ]


def test_two_names_or_one(tmp_path, space):
    files = export_space(space, [tmp_path / "a.vec", tmp_path / "b.vec"], "muse")
    assert [file.name for file in files] == ["a.vec", "b.vec"]
    files = export_space(space, [tmp_path / "wiki.vec.gz"], "muse")
    assert [file.name for file in files] == ["wiki.es.vec.gz", "wiki.en.vec.gz"]
    with pytest.raises(InputError, match="same file"):
        export_space(space, [tmp_path / "a.vec", tmp_path / "a.vec"], "muse")
    with pytest.raises(InputError, match="one file with both languages"):
        export_space(space, [tmp_path / "a.vec", tmp_path / "b.vec"], "prefixed")
    with pytest.raises(InputError, match="found 3"):
        export_space(space, [tmp_path / "a", tmp_path / "b", tmp_path / "c"], "muse")


@pytest.mark.parametrize("format", FORMATS)
def test_a_bad_word_on_either_side_leaves_no_file(tmp_path, format):
    bad = make_space(["a"], ["New York"], np.ones((1, 2)), np.ones((1, 2)))
    with pytest.raises(InputError, match="New York"):
        export_space(bad, [tmp_path / "v.vec"], format)
    empty = make_space(["a"], [""], np.ones((1, 2)), np.ones((1, 2)))
    with pytest.raises(InputError, match="empty word"):
        export_space(empty, [tmp_path / "v.vec"], format)
    assert list(tmp_path.iterdir()) == []


def test_a_failed_export_leaves_the_files_of_the_last_one(tmp_path, space):
    files = export_space(space, [tmp_path / "v.vec"], "muse")
    before = [file.read_bytes() for file in files]
    bad = make_space(["a"], ["b"], np.ones((1, 2)), np.full((1, 2), np.nan))
    with pytest.raises(InputError, match="NaN"):
        export_space(bad, [tmp_path / "v.vec"], "muse")
    assert [file.read_bytes() for file in files] == before
    assert len(list(tmp_path.iterdir())) == 2


def test_pairs_that_do_not_fit(tmp_path):
    (tmp_path / "es.vec").write_text("1 2\ncasa 1 2\n")
    (tmp_path / "en.vec").write_text("1 3\nhouse 1 2 3\n")
    files = [tmp_path / "es.vec", tmp_path / "en.vec"]
    with pytest.raises(InputError, match=r"en\.vec: has 3 dimensions but .*es\.vec has 2"):
        import_space(files, "muse", ("es", "en"))
    with pytest.raises(InputError, match="expected two files, es and en, found 1"):
        import_space(files[:1], "muse", ("es", "en"))
    with pytest.raises(InputError, match="at least one word"):
        import_space(files, "muse", ("es", "en"), max_words=0)
    with pytest.raises(InputError, match=r"unknown format 'word3vec'.*did you mean word2vec"):
        import_space(files, "word3vec", ("es", "en"))
    with pytest.raises(InputError, match="unknown format 'glove'"):
        export_space(make_space(["a"], ["b"], np.ones((1, 2)), np.ones((1, 2))), files, "glove")


@pytest.mark.parametrize(
    ("rows", "langs", "expected"),
    [
        (["es:a 1", "b 1"], None, "expected lang:word, found 'b'"),
        (["es:a 1", "en: 1"], None, "expected lang:word, found 'en:'"),
        (["es:a 1", ":b 1"], None, "expected lang:word, found ':b'"),
        (["es:a 1", "es:b 1"], None, "expected words of two languages, found es"),
        (["es:a 1", "es:b 1"], ("es", "en"), "expected words of two languages, found es"),
        (["es:a 1", "fr:b 1"], ("es", "en"), "has the language 'fr'; expected es or en"),
        (["es:a 1", "fr:b 1", "en:c 1"], None, "expected words of two languages, found es, fr, en"),
    ],
)
def test_prefixed_files_that_are_wrong(tmp_path, rows, langs, expected):
    path = tmp_path / "v.vec"
    path.write_text(f"{len(rows)} 1\n" + "\n".join(rows) + "\n")
    with pytest.raises(InputError, match=expected):
        import_space([path], "prefixed", langs)


def test_prefixed_languages_are_told_by_the_file_and_may_be_mixed(tmp_path):
    path = tmp_path / "v.vec"
    path.write_text("4 1\nes:a 1\nen:x 2\nes:b:c 3\nen:y 4\n")
    space = import_space([path], "prefixed")
    assert space.langs == ("es", "en")
    assert space.source.words == ("a", "b:c")
    assert space.matrix("target").tolist() == [[2], [4]]
    turned = import_space([path], "prefixed", ("en", "es"))
    assert turned.source.words == ("x", "y")
    colon = BilingualSpace(
        space.source, space.target, np.ones((2, 1)), np.ones((2, 1)), langs=("e:s", "en")
    )
    with pytest.raises(InputError, match="colon"):
        export_space(colon, [tmp_path / "w.vec"], "prefixed")


def test_formats_of_something_else_say_of_what(monkeypatch, tmp_path, space):
    model, corpus, files = object(), object(), [tmp_path / "a"]
    with pytest.raises(InputError, match="'word2vec' is for spaces, not for models"):
        export_model(model, corpus, files, "word2vec")
    with pytest.raises(InputError, match=r"'mallet' needs the trained model .* use export_model"):
        export_space(space, files, "mallet")
    for export in (
        lambda name: export_model(model, corpus, files, name),
        lambda name: export_space(space, files, name),
    ):
        with pytest.raises(InputError, match=r"unknown format 'malet' .* did you mean mallet\?"):
            export("malet")

    def points(group, name=None):
        held = {IMPORTERS: "only-read", EXPORTERS: "only-written"}.get(group)
        return [SimpleNamespace(name=held)] if held and name in (None, held) else []

    monkeypatch.setattr(registry, "entry_points", points)
    with pytest.raises(InputError, match="'only-read' can be read, but not written"):
        export_space(space, files, "only-read")
    with pytest.raises(InputError, match="'only-written' can be written, but not read"):
        import_space(files, "only-written")


class FakePoint:
    """What ``importlib.metadata`` gives for a format of another package."""

    name, value = "echo", "other_package:echo"

    def __init__(self, function):
        self._function = function

    def load(self):
        if self._function is None:
            raise ImportError("no module named other_package")
        return self._function


def test_formats_of_other_packages(monkeypatch, tmp_path, space):
    calls = []

    def importer(paths, langs):
        calls.append((paths, langs))
        return space

    def points(group, name=None):
        return [FakePoint(importer)] if name in (None, "echo") else []

    monkeypatch.setattr(registry, "entry_points", points)
    assert "echo" in import_formats()
    assert import_space([tmp_path], "echo", ("es", "en")) is space
    assert calls == [([tmp_path], ("es", "en"))]
    with pytest.raises(InputError, match="says itself"):
        import_space([tmp_path], "echo", ("es", "en"), max_words=3)
    monkeypatch.setattr(registry, "entry_points", lambda group, name=None: [FakePoint(None)])
    with pytest.raises(ClssError, match=r"'echo'.*cannot be imported: no module"):
        import_space([tmp_path], "echo", ("es", "en"))
