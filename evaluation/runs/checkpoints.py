"""Long trainings that can stop and go on: a place for their checkpoints in the run directory.

A model takes part by a parameter ``checkpoint``: a directory that it writes its state to now and
then, and goes on from if there is something in it, with the same bytes in the end.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from clss.model import RepresentationModel
from evaluation.runs.disk import remove_tree
from evaluation.runs.store import process_alive


@contextmanager
def _owned(place: Path) -> Iterator[bool]:
    """Whether this process alone may use a place; a dead owner's place is taken over."""
    place.parent.mkdir(parents=True, exist_ok=True)
    owner = place.with_suffix(".owner")
    me = f"{socket.gethostname()} {os.getpid()}"
    try:
        host, _, process = owner.read_text().partition(" ")
        if host == socket.gethostname() and process.isdigit() and not process_alive(int(process)):
            owner.unlink(missing_ok=True)
    except OSError:
        pass  # nobody owns it
    try:
        with open(owner, "x") as stream:
            stream.write(me)
    except FileExistsError:
        yield False
        return
    try:
        yield True
    finally:
        owner.unlink(missing_ok=True)


def fit_resumably(model: RepresentationModel, place: Path, fit: Callable[[], object]) -> None:
    """Train a model so that a killed training goes on where its last checkpoint was.

    Parameters
    ----------
    model : RepresentationModel
        Unfitted; without a parameter ``checkpoint``, or with one that the user has set, it is
        simply trained.
    place : Path
        Where its checkpoint is; removed when the training has succeeded.
    fit : callable
        Trains `model`.
    """
    parameters = model.get_params(deep=False)
    if "checkpoint" not in parameters or parameters["checkpoint"] is not None:
        fit()
        return
    with _owned(place) as mine:
        if not mine:  # another run trains the same model at this moment
            fit()
            return
        resuming = place.exists()
        model.set_params(checkpoint=str(place))
        try:
            fit()
        except Exception:
            if not resuming:
                raise
            remove_tree(place)  # perhaps the checkpoint is damaged: once more from the start
            fit()
        finally:
            # where it was computed is not part of the result
            model.set_params(checkpoint=None)
        remove_tree(place)
