"""Writing values to disk and reading them back: atomically, and never executing what is read.

Arrays are ``.npy`` files (see :mod:`clss.arrays`), everything else is JSON. A directory is written
under a temporary name beside its destination and renamed when complete, so a reader sees all of
it or none of it.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import secrets
import shutil
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from clss.errors import InputError

T = TypeVar("T")

#: an escape that may stand for one half of a character, which no file can hold
_HALF_CHARACTER = re.compile(r"\\u[dD][89a-fA-F]")


def temporary_prefix() -> str:
    """Return how temporary names of this process begin: with machine and process, so that what a
    killed process left can be told from what is being written.
    """
    return f".tmp-{socket.gethostname()}-{os.getpid()}-"


def check_destination(path: str | os.PathLike[str]) -> None:
    """Refuse a place where :func:`atomic_directory` could not write, before work is spent on it."""
    path = Path(path)
    if path.exists() and not path.is_dir():
        raise InputError("is a file; a directory was expected", path=path)
    if path.is_dir() and any(path.iterdir()) and not (path / "format.json").exists():
        raise InputError("exists and was not written by clss; choose another name", path=path)
    above = next(parent for parent in path.absolute().parents if parent.exists())
    if not above.is_dir() or not os.access(above, os.W_OK):
        raise InputError(f"cannot be written ({above} is no writable directory)", path=path)


@contextmanager
def atomic_directory(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Give a fresh directory that takes the place of `path` only if the block succeeds.

    An existing directory is replaced, unless it holds something other than a saved value of this
    package: a mistyped ``-o ~/`` must not cost anybody their files.
    """
    path = Path(path)
    check_destination(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = _fresh(path.parent, os.mkdir)[0]
    except OSError as error:
        raise InputError(f"cannot be written ({error.strerror})", path=path) from error
    try:
        check_destination(path)  # what missing/../there leads to is known only now
        yield temporary
        if path.is_dir():
            old = _fresh(path.parent, os.mkdir)[0]
            try:
                os.rename(path, old / "old")
                os.rename(temporary, path)
            except BaseException:
                if not path.exists():
                    os.rename(old / "old", path)
                raise
            finally:
                shutil.rmtree(old, ignore_errors=True)
        else:
            os.rename(temporary, path)
    except BaseException:
        shutil.rmtree(temporary, ignore_errors=True)
        raise


@contextmanager
def atomic_file(path: str | os.PathLike[str], mode: str = "w") -> Iterator[Any]:
    """Open a file for writing that takes the place of `path` only if the block succeeds."""
    path = Path(path)
    if path.is_dir():
        raise InputError("is a directory; a file was expected", path=path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary, handle = _fresh(path.parent, _create)
    except OSError as error:
        raise InputError(f"cannot be written ({error.strerror})", path=path) from error
    try:
        encoding, newline = (None, None) if "b" in mode else ("utf-8", "\n")
        with open(handle, mode, encoding=encoding, newline=newline) as stream:
            yield stream
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _fresh(folder: Path, make: Callable[[Path], T]) -> tuple[Path, T]:
    """Make something under a temporary name of its own; as readable as anything new.

    :mod:`tempfile` makes private files, and to open them afterwards one would have to know the
    umask, which a process can only read by setting it, for all of its threads.
    """
    while True:
        path = folder / f"{temporary_prefix()}{secrets.token_hex(4)}"
        try:
            return path, make(path)
        except FileExistsError:
            continue


def _create(path: Path) -> int:
    # Windows would otherwise change line ends
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)


def to_json(value: Any) -> str:
    """Write the canonical JSON of a value: sorted keys, no spaces, so equal values hash alike."""
    return json.dumps(
        value,
        sort_keys=True,
        ensure_ascii=False,
        separators=(",", ":"),
        default=_plain,
        allow_nan=False,
    )


def _plain(value: Any) -> Any:
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, set | frozenset):
        return sorted(value)
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    raise TypeError(f"{type(value).__name__} has no JSON form")


def write_json(path: str | os.PathLike[str], value: Any) -> None:
    """Write a value as indented JSON."""
    text = json.dumps(json.loads(to_json(value)), indent=1, ensure_ascii=False, sort_keys=True)
    Path(path).write_text(text + "\n", encoding="utf-8")


def read_json(path: str | os.PathLike[str]) -> Any:
    """Read a JSON file; a damaged one is an :class:`InputError` that names the line."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise InputError("no such file", path=path) from error
    except UnicodeDecodeError as error:
        raise InputError(f"is not UTF-8 (byte {error.start})", path=path) from error
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror})", path=path) from error
    return parse_json(text, path)


def parse_json(text: str, path: str | os.PathLike[str], line: int | None = None) -> Any:
    """Read JSON from somebody else: whatever is wrong with it is an :class:`InputError`.

    Parameters
    ----------
    text : str
    path : path
        Where it stands, for the message.
    line : int, optional
        Its line, where every line is a document.
    """
    try:
        value = json.loads(text, parse_constant=_refuse_constant)
        if _HALF_CHARACTER.search(text):
            json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise InputError(f"is not JSON ({error.msg})", path, line or error.lineno) from error
    except UnicodeEncodeError as error:
        raise InputError("holds half of a character (\\ud800 to \\udfff)", path, line) from error
    except RecursionError as error:
        raise InputError(
            "is not JSON that can be read (it is nested too deeply)", path, line
        ) from error
    except ValueError as error:  # a number of thousands of digits
        raise InputError(f"is not JSON that can be read ({error})", path, line) from error
    return value


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no number")


def check_format(directory: str | os.PathLike[str], kind: str) -> dict[str, Any]:
    """Read ``format.json`` of a saved value and make sure that it is of the kind expected."""
    directory = Path(directory)
    if not directory.is_dir():
        raise InputError(f"no such directory; a saved {kind} was expected", path=directory)
    if not (directory / "format.json").exists():
        raise InputError(f"is not a saved {kind} (it has no format.json)", path=directory)
    header = read_json(directory / "format.json")
    if not isinstance(header, dict) or header.get("kind") != kind:
        found = header.get("kind", "something else") if isinstance(header, dict) else "no header"
        raise InputError(f"holds {found}, not a saved {kind}", path=directory)
    return header


@contextmanager
def intact(path: str | os.PathLike[str], kind: str) -> Iterator[None]:
    """Refuse a saved value that is damaged, whatever the damage leads to while it is opened."""
    try:
        yield
    except InputError:
        raise
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        reason = str(error) or type(error).__name__
        raise InputError(f"is damaged, no {kind} can be read from it ({reason})", path) from error


def saved_langs(header: Mapping[str, Any]) -> tuple[str, str]:
    """Return the two language codes of a saved value's header."""
    source, target = header["langs"]
    if not isinstance(source, str) or not isinstance(target, str):
        raise TypeError("language codes are not text")
    return source, target


def digest(*parts: bytes | str | np.ndarray | Mapping[str, Any]) -> str:
    """Hash values to 64 hexadecimal digits; order, type and shape of the parts matter."""
    state = hashlib.sha256()
    for part in parts:
        if isinstance(part, np.ndarray):
            array = np.ascontiguousarray(part)
            state.update(f"array{array.dtype.str}{array.shape}".encode())
            state.update(array.reshape(-1).view(np.uint8).data if array.size else b"")
        elif isinstance(part, bytes):
            state.update(b"bytes%d:" % len(part) + part)
        elif isinstance(part, str):
            raw = part.encode()
            state.update(b"str%d:" % len(raw) + raw)
        else:
            state.update(b"json" + to_json(part).encode())
    return state.hexdigest()
