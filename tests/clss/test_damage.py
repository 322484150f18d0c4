"""A saved value with any of its files damaged is refused; a forged one is refused or harmless."""

from __future__ import annotations

import io
import json

import numpy as np
import pytest
from scipy import sparse

from clss.checksums import seal
from clss.corpus import AlignedCorpus
from clss.errors import ClssWarning, InputError
from clss.space import BilingualSpace
from clss.vocabulary import Vocabulary

ARRAYS = [
    np.zeros(0),
    np.zeros((2, 2)),
    np.array([-5, 3]),
    np.array([1.5]),
    np.array(["a"]),
    np.array(3),
    np.array([0, 99], np.int32),
    np.array([0, 2, 1], np.int64),
    np.array([0, -1], np.int32),
    np.array([0, 0, 7], np.int32),
]


def npy(array: np.ndarray) -> bytes:
    stream = io.BytesIO()
    np.save(stream, array)
    return stream.getvalue()


def damaged(name: str, whole: bytes):
    yield from (b"", b"{}", b"[]", b"[1]", b"null", whole[: len(whole) // 2], whole[:-1])
    yield b"\xff" + whole
    if name.endswith(".npy"):
        yield from map(npy, ARRAYS)
    if name == "format.json":
        header = json.loads(whole)
        for key in header:
            yield json.dumps({k: v for k, v in header.items() if k != key}).encode()
            for value in (None, 5, "x", [1, 2], ["a"], {}):
                yield json.dumps({**header, key: value}).encode()


@pytest.fixture
def space(tmp_path):
    BilingualSpace(
        Vocabulary(["rey", "pan"]),
        Vocabulary(["king", "bread"]),
        np.eye(2),
        sparse.csr_matrix(np.eye(2)),
        langs=("es", "en"),
    ).save(tmp_path / "space")
    return tmp_path / "space"


@pytest.fixture
def corpus(tmp_path):
    documents = [["a", "b"], ["a"]], [["x"], ["y"]]
    AlignedCorpus.from_documents(*documents, langs=("es", "en")).save(tmp_path / "corpus")
    return tmp_path / "corpus"


def use_space(path) -> None:
    space = BilingualSpace.load(path)
    for similarity in ("cosine", None):
        space.nearest([0, 1], top=2, similarity=similarity)


def use_corpus(path) -> None:
    for side in AlignedCorpus.load(path).sides:
        counts = side.document_term_matrix()
        assert counts.sum() == side.n_tokens
        assert counts.shape[1] == len(side.vocabulary)


def forge(folder) -> None:
    """Give a changed value the checksums of what it holds now, as somebody who means harm can."""
    try:
        header = json.loads((folder / "format.json").read_bytes())
        seal(folder, {k: v for k, v in header.items() if k not in ("files", "digest")})
    except (ValueError, AttributeError):
        return  # no header, nothing to forge


KINDS = pytest.mark.parametrize(("kind", "use"), [("space", use_space), ("corpus", use_corpus)])


@KINDS
def test_every_damage_is_refused(request, kind, use):
    folder = request.getfixturevalue(kind)
    for file in sorted(folder.iterdir()):
        whole = file.read_bytes()
        flips = []
        for place in range(0, len(whole), 7):
            flips.append(bytes([*whole[:place], whole[place] ^ 1, *whole[place + 1 :]]))
        for content in (*damaged(file.name, whole), *flips):
            if content == whole:
                continue
            file.write_bytes(content)
            try:
                use(folder)
            except InputError as error:
                assert "\n" not in str(error)
            else:
                # white space and the order of keys say nothing
                assert json.loads(content) == json.loads(whole)
        file.write_bytes(whole)
    (folder / "extra.npy").write_bytes(b"")
    with pytest.raises(InputError, match="does not belong there"):
        use(folder)


def test_what_was_saved_without_checksums_is_read_with_a_remark(space):
    header = json.loads((space / "format.json").read_bytes())
    del header["files"], header["digest"]
    (space / "format.json").write_text(json.dumps(header))
    with pytest.warns(ClssWarning, match="without checksums"):
        use_space(space)


@KINDS
def test_every_forgery_is_refused_or_harmless(request, kind, use):
    folder = request.getfixturevalue(kind)
    use(folder)
    sealed = (folder / "format.json").read_bytes()
    refused = 0
    for file in sorted(folder.iterdir()):
        whole = file.read_bytes()
        for content in damaged(file.name, whole):
            file.write_bytes(content)
            forge(folder)
            try:
                use(folder)
            except InputError as error:
                refused += 1
                assert "\n" not in str(error)
        file.unlink()
        with pytest.raises(InputError):
            use(folder)
        file.write_bytes(whole)
        (folder / "format.json").write_bytes(sealed)
    assert refused > 80
    use(folder)
