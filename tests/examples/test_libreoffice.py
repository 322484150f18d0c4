"""The LibreOffice benchmark in miniature: made packages in, corpora and lexicons out."""

from __future__ import annotations

import gzip
import io
import sys
import tarfile
import tomllib
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "libreoffice"
sys.path.insert(0, str(EXAMPLE))

import build  # noqa: E402
import packages  # noqa: E402
import pages  # noqa: E402

from clss.errors import InputError  # noqa: E402
from clss.text.vocabulary_cut import Cuts  # noqa: E402

SPANISH = ["documento", "ventana", "página", "imagen", "tabla", "columna", "fila", "letra"]
ENGLISH = ["document", "window", "page", "image", "table", "column", "row", "letter"]


def deb(path: Path, files: dict[str, bytes]) -> Path:
    """Write a Debian package that holds these files."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:xz") as archive:
        for name, content in files.items():
            info = tarfile.TarInfo(f"./{name}")
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
        link = tarfile.TarInfo("./usr/share/libreoffice/help/link")
        link.type, link.linkname = tarfile.SYMTYPE, "elsewhere"
        archive.addfile(link)
    members = {"debian-binary": b"2.0\n", "data.tar.xz": data.getvalue()}
    with open(path, "wb") as stream:
        stream.write(b"!<arch>\n")
        for name, content in members.items():
            header = f"{name:<16}{0:<12}{0:<6}{0:<6}{'100644':<8}{len(content):<10}`\n"
            stream.write(header.encode() + content + b"\n" * (len(content) % 2))
    return path


def help_package(folder: Path, name: str, lang: str, words: list[str], pages: int) -> None:
    files = {}
    for page in range(pages):
        paragraphs = "".join(
            f'<p id="par_id{i}" class="paragraph"><b>{words[(page + i + j) % 8]}</b> '
            + " ".join(words[(page + i + j + k) % 8] for k in range(3))
            + "</p>"
            for j in (0, 3)
            for i in range(8 * j, 8 * j + 8)
        )
        code = '<p id="par_id99" class="bascode">Dim x</p>'
        files[f"usr/share/libreoffice/help/{lang}/text/p{page:02}.html"] = (
            paragraphs + code
        ).encode()
    deb(folder / f"{name}_1_all.deb", files)


def dictionary_package(folder: Path, code: str, pairs: list[tuple[str, str]]) -> None:
    digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    data, index = b"", ""
    for word, translation in pairs:
        entry = f"{word} /x/\n{translation}\n".encode()
        place = [len(data), len(entry)]
        index += "\t".join([word, *(digits[n // 64] + digits[n % 64] for n in place)]) + "\n"
        data += entry
    stem = f"usr/share/dictd/freedict-{code}"
    files = {f"{stem}.dict.dz": gzip.compress(data), f"{stem}.index": index.encode()}
    deb(folder / f"dict-freedict-{code}_1_all.deb", files)


@pytest.fixture
def folder(tmp_path):
    help_package(tmp_path, "libreoffice-help-en-us", "en-US", ENGLISH, 20)
    help_package(tmp_path, "libreoffice-help-es", "es", SPANISH, 20)
    pairs = list(zip(SPANISH, ENGLISH, strict=True))
    dictionary_package(tmp_path, "spa-eng", pairs)
    dictionary_package(tmp_path, "eng-spa", [pair[::-1] for pair in pairs])
    return tmp_path


def test_help_pages_are_read_paragraph_by_paragraph(folder):
    spanish = pages.read_help(folder / "libreoffice-help-es_1_all.deb")
    english = pages.read_help(folder / "libreoffice-help-en-us_1_all.deb")
    assert len(spanish) == 20
    documents = list(pages.parallel_pages(spanish, english))
    assert documents[0].name == "text/p00.html"
    first = documents[0].paragraphs[0]
    assert first == ("documento documento ventana página", "document document window page")
    assert all("Dim" not in text for pair in documents[0].paragraphs for text in pair)


def test_a_pair_is_built(folder, tmp_path, monkeypatch, capsys):
    pytest.importorskip("simplemma")
    pytest.importorskip("stopwordsiso")
    monkeypatch.setattr(build, "Cuts", lambda **_: Cuts())  # the made pages have few words
    monkeypatch.setattr(build, "pairs", lambda path: [])
    out = tmp_path / "out"
    monkeypatch.setattr(build, "CHECKSUMS", tmp_path / "sums")
    arguments = ["build.py", "--packages", str(folder), "--out", str(out), "--pairs", "es"]
    monkeypatch.setattr(sys, "argv", [*arguments, "--workers", "1", "--record"])
    assert build.main() == 0
    monkeypatch.setattr(sys, "argv", [*arguments, "--workers", "1"])
    assert build.main() == 0
    assert "all 4 files are the published ones" in capsys.readouterr().out
    test = (out / "es-en" / "gold-test.tsv").read_text("utf-8").splitlines()
    dev = (out / "es-en" / "gold-dev.tsv").read_text("utf-8").splitlines()
    expected = {f"{a}\t{b}" for a, b in zip(SPANISH, ENGLISH, strict=True)}
    assert set(test) | set(dev) <= expected
    assert len(test) + len(dev) >= 6


def test_what_is_no_package_is_refused(tmp_path):
    (tmp_path / "x_1_all.deb").write_bytes(b"rubbish")
    with pytest.raises(InputError, match="is not a Debian package"):
        list(packages.files_of(tmp_path / "x_1_all.deb", ""))
    deb(tmp_path / "y_1_all.deb", {})
    assert list(packages.files_of(tmp_path / "y_1_all.deb", "usr")) == []


def test_manifest_config_and_checksums_name_the_same_pairs():
    named = {f"{lang}-en" for lang in build.LANGUAGES}
    config = tomllib.loads((EXAMPLE / "libreoffice.toml").read_text("utf-8"))
    assert {corpus["name"] for corpus in config["corpus"]} == named
    assert set(config["tasks"]["ble"]["gold"]) == set(config["tasks"]["ble"]["dev"]) == named
    sums = (EXAMPLE / "corpora.sha256").read_text("utf-8").splitlines()
    assert {line.split()[1].partition("/")[0] for line in sums} == named
    known = packages.manifest()
    for lang in build.LANGUAGES:
        help_name, dictionaries = build.packages_of(lang)
        assert {help_name, *dictionaries} <= known.keys()
    assert {path.stem for path in (EXAMPLE / "tuned").glob("*.tsv")} == named
    assert not {"it-en", "nl-en"} & named


def test_without_packages_and_without_apt_the_user_is_told_where_they_are(tmp_path, monkeypatch):
    monkeypatch.setattr(packages.shutil, "which", lambda name: None)
    with pytest.raises(InputError, match=r"snapshot\.debian\.org"):
        packages.fetch(["libreoffice-help-es"], tmp_path)
