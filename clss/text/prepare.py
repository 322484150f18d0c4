"""Raw aligned texts to an aligned corpus of words.

Two passes. The first cuts the texts into words, a chunk of documents at a time, in as many
processes as wanted; finished chunks wait on disk, so that a run that is killed goes on where it
was. The second knows how often every word occurs, drops rare and ubiquitous ones and documents
that are left too short, and writes the corpus.
"""

from __future__ import annotations

import os
import shutil
from dataclasses import asdict
from os import PathLike
from pathlib import Path
from typing import Any

from clss._version import __version__
from clss.errors import InputError
from clss.persistence import write_json
from clss.progress import Progress, ProgressCallback
from clss.text.chunks import ChunkReader, process_in_order
from clss.text.reading import open_input
from clss.text.reading.decoding import Decoder
from clss.text.recipe import Recipe, WordMaker
from clss.text.resumable_parts import Parts
from clss.text.tally import DropLog
from clss.text.vocabulary_cut import Cuts, cut_and_write
from clss.text.writing import SUMMARY

_PARTS = ".parts"


def prepare_corpus(
    source: str | PathLike[str],
    target: str | PathLike[str] | None,
    out: str | PathLike[str],
    recipes: tuple[Recipe, Recipe],
    cuts: Cuts | None = None,
    *,
    fallback_encoding: str | None = None,
    workers: int = 1,
    overwrite: bool = False,
    progress: ProgressCallback | None = None,
) -> dict[str, Any]:
    """Make an aligned corpus of words from raw texts.

    Parameters
    ----------
    source, target : path-like
        See :func:`clss.text.reading.open_input`.
    out : path-like
        Directory for ``<lang>.txt.gz`` of both languages (line n of one belongs to line n of the
        other), ``documents.tsv`` (the name of every line) and ``summary.json``.
    recipes : pair of Recipe
        How words are made, for either language.
    cuts : Cuts
    fallback_encoding : str, optional
        For texts that are not UTF-8; without it they are dropped and counted.
    workers : int
        Processes. The result does not depend on it.
    overwrite : bool
        Replace a corpus that is already there.
    progress : callable, optional

    Returns
    -------
    dict
        The summary: what was read, what was kept, what was dropped and why.
    """
    cuts = cuts or Cuts()
    langs = (recipes[0].lang, recipes[1].lang)
    text = open_input(source, target, langs)
    job = {
        "version": __version__,
        "recipes": [asdict(recipe) for recipe in recipes],
        "fallback": fallback_encoding,
        "files": [_identity(path) for path in text.files],
    }
    for recipe in recipes:
        WordMaker(recipe)  # a missing package or list is said before work is spent
    log, decoder = DropLog(), Decoder(fallback_encoding)
    folder = _destination(Path(out), overwrite)
    parts = Parts(folder / _PARTS, job)
    try:
        number, total = -1, sum(map(_unpacked_size, text.files))
        chunks = ChunkReader(text.pairs(decoder, log))
        for number, result in process_in_order(chunks, recipes, parts.has, workers):
            if result is not None:
                parts.write(number, result)
            _say(progress, min(chunks.bytes, total), total)
        _say(progress, total, total)
        summary = cut_and_write(folder, parts, number + 1, langs, cuts, log)
    except InputError:
        _leave_nothing(folder, parts)
        raise
    summary["decoded by the second encoding"] = decoder.by_fallback
    summary |= {"recipes": job["recipes"], "cuts": asdict(cuts), "version": __version__}
    write_json(folder / SUMMARY, summary)
    parts.remove()
    return summary


def _leave_nothing(folder: Path, parts: Parts) -> None:
    """Remove the directory that was begun: with these files it can never be finished."""
    parts.remove()
    if not any(folder.iterdir()):
        folder.rmdir()


def _say(progress: ProgressCallback | None, done: int, total: int) -> None:
    if progress is not None:
        progress(Progress("words", done, total, "bytes"))


def _identity(path: Path) -> list[Any]:
    try:
        state = path.stat()
    except OSError as error:
        raise InputError("no such file", path) from error
    return [str(path), state.st_size, state.st_mtime_ns]


def _unpacked_size(path: Path) -> int:
    """Return the size of a file; that of a packed one is in its last four bytes, if below 4 GB."""
    size = path.stat().st_size
    if path.suffix != ".gz" or size < 4:
        return size
    with open(path, "rb") as stream:
        stream.seek(-4, os.SEEK_END)
        return max(int.from_bytes(stream.read(4), "little"), size)


def _destination(folder: Path, overwrite: bool) -> Path:
    if folder.exists() and not folder.is_dir():
        raise InputError("is a file; a directory was expected", folder)
    if folder.is_dir() and any(folder.iterdir()):
        ours = (folder / SUMMARY).exists() or (folder / _PARTS).exists()
        if not ours:
            raise InputError("is not empty and holds no corpus made by clss", folder)
        if overwrite:
            shutil.rmtree(folder)
        elif (folder / SUMMARY).exists():
            raise InputError("holds a finished corpus; add --overwrite to replace it", folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot be written ({error.strerror})", folder) from error
    return folder
