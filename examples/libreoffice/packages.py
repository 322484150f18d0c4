"""Debian packages: fetched with apt or found in a directory, checked, and unpacked anywhere."""

from __future__ import annotations

import csv
import hashlib
import io
import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from clss.errors import InputError

MANIFEST = Path(__file__).parent / "packages.tsv"


@dataclass(frozen=True)
class Package:
    """A line of ``packages.tsv``: what was used when the benchmark was made."""

    name: str
    version: str
    size: int
    sha256: str
    licence: str


def manifest() -> dict[str, Package]:
    """Read ``packages.tsv``."""
    with open(MANIFEST, encoding="utf-8", newline="") as stream:
        rows = csv.DictReader(stream, delimiter="\t")
        return {
            row["package"]: Package(
                row["package"], row["version"], int(row["bytes"]), row["sha256"], row["licence"]
            )
            for row in rows
        }


def fetch(names: list[str], folder: Path) -> dict[str, Path]:
    """Make sure that the packages are in a directory; those that are missing come from apt."""
    folder.mkdir(parents=True, exist_ok=True)
    missing = [name for name in names if _find(name, folder) is None]
    if missing:
        if shutil.which("apt-get") is None:
            raise InputError(
                f"{missing[0]} and {len(missing) - 1} other packages are missing and there is no "
                "apt-get; download them from https://snapshot.debian.org (packages.tsv has the "
                "versions)",
                folder,
            )
        print(f"downloading {len(missing)} packages", flush=True)
        command = ["apt-get", "download", "-q", *missing]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            raise InputError(f"apt-get download failed: {done.stderr.strip().splitlines()[-1]}")
    found = {name: _find(name, folder) for name in names}
    return {name: path for name, path in found.items() if path is not None}


def _find(name: str, folder: Path) -> Path | None:
    return max(folder.glob(f"{name}_*.deb"), default=None)


def differences(paths: dict[str, Path]) -> list[str]:
    """Name the packages that are not those of the manifest, byte by byte."""
    known = manifest()
    return [
        name
        for name, path in paths.items()
        if hashlib.sha256(path.read_bytes()).hexdigest() != known[name].sha256
    ]


def files_of(package: Path, beginning: str) -> Iterator[tuple[str, bytes]]:
    """Yield names and contents of a package's files whose names begin so."""
    with tarfile.open(fileobj=io.BytesIO(_data_archive(package))) as archive:
        for member in archive:
            name = member.name.removeprefix("./")
            wanted = member.isfile() and name.startswith(beginning)
            stream = archive.extractfile(member) if wanted else None
            if stream is not None:
                yield name, stream.read()


def _data_archive(package: Path) -> bytes:
    """Return ``data.tar.*`` of a package, which is an archive of ar."""
    raw = package.read_bytes()
    if not raw.startswith(b"!<arch>\n"):
        raise InputError("is not a Debian package", package)
    place = 8
    while place + 60 <= len(raw):
        name, size = raw[place : place + 16].strip(b" /"), int(raw[place + 48 : place + 58])
        if name.startswith(b"data.tar"):
            return raw[place + 60 : place + 60 + size]
        place += 60 + size + size % 2
    raise InputError("holds no data.tar", package)
