"""The formats of a whole bilingual space by name, ours and those of other packages."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from importlib.metadata import entry_points
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clss.checksums import file_hash
from clss.errors import ClssError, InputError, unknown_name
from clss.formats.fasttext import read_fasttext
from clss.formats.pair import Dumper, Reader, read_pair, write_pair
from clss.formats.prefixed import read_prefixed, write_prefixed
from clss.formats.word2vec_binary import dump_word2vec_binary, read_word2vec_binary
from clss.formats.word2vec_text import dump_word2vec_text, read_word2vec_text
from clss.persistence import digest
from clss.sides import SIDES
from clss.space import BilingualSpace, SpaceKind

if TYPE_CHECKING:
    from clss.corpus import AlignedCorpus
    from clss.model import RepresentationModel

Paths = Sequence[str | PathLike[str]]
_TEXT: tuple[Reader, Dumper] = (read_word2vec_text, dump_word2vec_text)
_BINARY: tuple[Reader, Dumper] = (read_word2vec_binary, dump_word2vec_binary)
_FASTTEXT: tuple[Reader, Dumper] = (read_fasttext, dump_word2vec_text)
# fastText and MUSE write word2vec's text form; their name is what people look for
_PAIRS = {"word2vec": _TEXT, "word2vec-binary": _BINARY, "muse": _TEXT, "fasttext": _FASTTEXT}
_PREFIXED = {"prefixed": _TEXT, "prefixed-binary": _BINARY}

#: The entry-point groups: ``importer(paths, langs) -> BilingualSpace`` and
#: ``exporter(space, paths) -> names of the files written``.
IMPORTERS, EXPORTERS = "clss.importers", "clss.exporters"
#: ``exporter(model, corpus, paths)``, for what a space alone does not hold
MODEL_EXPORTERS = "clss.model_exporters"


def import_formats() -> list[str]:
    """Return the names of all formats that can be read."""
    return _names(IMPORTERS)


def export_formats() -> list[str]:
    """Return the names of all formats that can be written."""
    return _names(EXPORTERS) + sorted(point.name for point in entry_points(group=MODEL_EXPORTERS))


def import_space(
    paths: Paths,
    format: str,
    langs: tuple[str, str] | None = None,
    kind: SpaceKind = "embedding",
    max_words: int | None = None,
    words: tuple[Collection[str], Collection[str]] | None = None,
) -> BilingualSpace:
    """Read a space from files of another program.

    Vectors that were trained elsewhere say so: the space's supervision is "pretrained (FILES,
    HASH)", which tables print.

    Parameters
    ----------
    paths : sequence of path-like
        One or two files, as the format has it; the source language's first.
    format : str
        One of :func:`import_formats`.
    langs : (str, str), optional
        The codes of the two languages; "source" and "target" where the files do not say.
    kind : {"embedding", "distribution", "count"}
        What the vectors are.
    max_words : int, optional
        Read only so many words of every file.
    words : pair of collections of str, optional
        Words of the two languages that should have a vector: a fastText model (``.bin``) makes
        one of their subwords for those that it does not know. The space remembers which.
    """
    if max_words is not None and max_words < 1:
        raise InputError(f"at least one word must be read, not {max_words}")
    if words is not None and format != "fasttext":
        raise InputError("only the format 'fasttext' makes vectors of new words (.bin)")
    codes = langs or SIDES
    if format in _PAIRS:
        reader: Reader | tuple[Reader, Reader] = _PAIRS[format][0]
        if words is not None:
            first, second = (partial(read_fasttext, words=some) for some in words)
            reader = (first, second)
        space = read_pair(paths, codes, reader, kind=kind, max_words=max_words)
        return space.described(**origin(paths, format, max_words))
    if format in _PREFIXED:
        space = read_prefixed(
            _only(paths, format), langs, _PREFIXED[format][0], kind=kind, max_words=max_words
        )
        return space.described(**origin(paths, format, max_words))
    if kind != "embedding" or max_words is not None:
        raise InputError(f"the format {format!r} says itself what it holds; no kind, no max_words")
    return _foreign(IMPORTERS, format)(paths, codes)


def origin(paths: Paths, format: str, max_words: int | None) -> dict[str, Any]:
    """Return what a space of vector files says about itself: the files, by name and hash."""
    files = {Path(path).name: file_hash(path) for path in paths}
    shown = [f"{name}@{content[:8]}" for name, content in files.items()]
    parameters: dict[str, Any] = {"files": " ".join(shown), "format": format}
    if max_words is not None:
        parameters["max_words"] = max_words
    name, content = " + ".join(files), digest(*files.values())
    return {
        "model": "vectors",
        "supervision": [f"pretrained ({name}, {content[:8]})"],
        "parameters": parameters,
    }


def export_space(space: BilingualSpace, paths: Paths, format: str) -> list[Path]:
    """Write a space for other programs and return the names of the files.

    A format of two files takes two names, or one into which the language codes are put:
    ``wiki.vec`` becomes ``wiki.es.vec`` and ``wiki.en.vec``.
    """
    if format in _PAIRS:
        return list(write_pair(space, paths, _PAIRS[format][1]))
    if format in _PREFIXED:
        return [write_prefixed(space, _only(paths, format), _PREFIXED[format][1])]
    return [Path(path) for path in _foreign(EXPORTERS, format)(space, paths)]


def export_model(
    model: RepresentationModel, corpus: AlignedCorpus, paths: Paths, format: str
) -> list[Path]:
    """Write a trained model for other programs, in a format that needs more than its space.

    Parameters
    ----------
    model : RepresentationModel
    corpus : AlignedCorpus
        What it was trained on.
    paths : sequence of path-like
    format : str
        A name of the entry-point group ``clss.model_exporters``.
    """
    return [Path(path) for path in _foreign(MODEL_EXPORTERS, format)(model, corpus, paths)]


def needs_model(format: str) -> bool:
    """Tell whether a format is of models, not of spaces."""
    return bool(entry_points(group=MODEL_EXPORTERS, name=format))


def _only(paths: Paths, format: str) -> str | PathLike[str]:
    if len(paths) != 1:
        raise InputError(f"the format {format!r} is one file with both languages, not {len(paths)}")
    return paths[0]


def _names(group: str) -> list[str]:
    return [*_PAIRS, *_PREFIXED, *sorted(point.name for point in entry_points(group=group))]


def _refusal(group: str, name: str) -> InputError:
    """Make the error of a name that a group has not: another one may have it."""
    if group == MODEL_EXPORTERS and name in _names(EXPORTERS):
        return InputError(
            f"the format {name!r} is for spaces, not for models: give the model's space_ to"
            " export_space"
        )
    if group == EXPORTERS and needs_model(name):
        return InputError(
            f"the format {name!r} needs the trained model and its corpus, not only the space: use"
            " export_model"
        )
    if group == EXPORTERS and name in import_formats():
        return InputError(f"the format {name!r} can be read, but not written")
    if group == IMPORTERS and name in export_formats():
        return InputError(f"the format {name!r} can be written, but not read")
    return unknown_name(
        "format", name, import_formats() if group == IMPORTERS else export_formats()
    )


def _foreign(group: str, name: str) -> Callable[..., Any]:
    points = list(entry_points(group=group, name=name))
    if not points:
        raise _refusal(group, name)
    try:
        return points[0].load()
    except Exception as error:
        raise ClssError(
            f"the format {name!r} ({points[0].value}) cannot be imported: {error}"
        ) from error
