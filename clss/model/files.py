"""Trained models on disk: parameters, results, and the space within."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from clss.arrays import load_array, save_array
from clss.checksums import open_saved, seal
from clss.errors import InputError
from clss.model.base import RepresentationModel
from clss.model.spec import model_from_spec, model_spec
from clss.persistence import intact
from clss.space import BilingualSpace


def write_model(model: RepresentationModel, directory: Path) -> None:
    """Write a trained model into a directory that is being made."""
    arrays = model._extra_arrays()
    header = {"kind": "model", "version": 1, "spec": model_spec(model), "arrays": sorted(arrays)}
    for key, array in arrays.items():
        save_array(directory / f"{key}.npy", array)
    (directory / "space").mkdir()
    model.space_.write(directory / "space")
    seal(directory, header)


def load_model(path: str | PathLike[str], hashed: bool = False) -> RepresentationModel:
    """Open a saved model, through the registry: what is loaded cannot run code of its own.

    With `hashed` the caller has compared the files with their checksums already.
    """
    header, directory = open_saved(path, "model", hashed), Path(path)
    with intact(directory, "model"):
        spec = header["spec"]
        model = model_from_spec(spec)
        if model.version != spec["algorithm"]:
            raise InputError(
                f"was made by version {spec['algorithm']} of {model.name}; "
                f"this is version {model.version}",
                path=path,
            )
        model.space_ = BilingualSpace.load(directory / "space", hashed)
        model.components_ = {}
        if any(Path(key).name != key for key in header["arrays"]):
            raise ValueError("it names arrays outside of itself")
        arrays = {key: load_array(directory / f"{key}.npy") for key in header["arrays"]}
        model._restore_arrays(arrays)
        return model
