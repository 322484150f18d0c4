"""Whether a result can be saved where it is to go, known before it is computed."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from clss.errors import InputError
from clss.persistence import check_destination, temporary_prefix


def check_savable(out: Path) -> None:
    """Refuse a place where no directory could be saved.

    Permissions do not tell everything: whether a disk takes something new is known by trying.
    """
    check_destination(out)
    missing = [parent for parent in out.parents if not parent.exists()]
    if missing and ".." in out.parts[len(missing[-1].parts) :]:
        # once it is made, the path leads to something else that nobody has checked
        raise InputError(f"cannot be written ({missing[-1]} does not exist)", out)
    above = next(parent for parent in out.absolute().parents if parent.exists())
    try:
        with TemporaryDirectory(prefix=temporary_prefix(), dir=above):
            pass
    except OSError as error:
        raise InputError(f"cannot be written (nothing can be made in {above})", out) from error
