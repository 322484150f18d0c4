"""Encoders in a comparison: keys by content, what tables and signatures say, rows in context."""

from __future__ import annotations

import json
import shutil

import pytest
from toy_run import Ran

from clss.errors import InputError
from evaluation.runs.config import read_config
from evaluation.tables.audit import audit
from evaluation.tasks.scores import Measure
from evaluation.tasks.signature import signature

CONFIG = """\
[corpus]
source = "es.txt"
target = "en.txt"
langs = ["es", "en"]
min_count = 1

[tasks.ble]
gold = "gold.tsv"

[tasks.swtc]
items = "swtc.jsonl"
dev = "dev.jsonl"

[[models]]
model = "lsa"
label = "LSA"
dim = 2

[[models]]
model = "encoder"
label = "Tiny"
path = "models/tiny"
layer = 1
context = ["none", "encoder"]
"""


@pytest.fixture
def place(tmp_path, tiny, corpus):
    for side in corpus.sides:
        lines = (" ".join(side.vocabulary[i] for i in side.document(n)) for n in range(len(side)))
        (tmp_path / f"{side.lang}.txt").write_text("\n".join(lines) + "\n")
    (tmp_path / "gold.tsv").write_text("formato\tformat\ndocumento\tdocument\ncelda\tcell\n")
    item = {"sentence": ["celda", "formato"], "candidates": ["format", "file"], "gold": "format"}
    for name, text in (("swtc", "El formato de celdas."), ("dev", "Formatos.")):
        item |= {"word": "formato", "position": 1, "text": text, "id": name}
        if name == "dev":
            item |= {"sentence": ["documento", "formato"]}
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(item) + "\n")
    shutil.copytree(tiny, tmp_path / "models" / "tiny")
    (tmp_path / "config.toml").write_text(CONFIG)
    return tmp_path


def run(place):
    ran = Ran(place / "config.toml", place / "run")
    return ran.results, ran.computed


def test_a_comparison_with_an_encoder(place):
    results, ran = run(place)
    ble, swtc = results
    assert not ble.failures
    assert not swtc.failures
    assert [outcome.label for outcome in swtc.outcomes] == ["LSA", "Tiny+none", "Tiny+encoder"]
    told = signature(ble.outcomes[1])
    assert "|model:encoder(" in told
    assert "path=tiny@" in told
    assert "threads=1" in told
    assert "|runtime:onnxruntime-1." in told
    assert "-CPUExecutionProvider|" in told
    assert str(place) not in told
    (supervision,) = ble.outcomes[1].facts.supervision
    assert supervision == f"pretrained (tiny, {told.partition('path=tiny@')[2][:8]})"
    notes = audit(ble.outcomes, Measure("acc1"))
    assert f"Supervision differs: LSA: documents; Tiny: {supervision}." in notes
    assert any(note.startswith("Pretrained elsewhere: Tiny.") for note in notes)
    assert swtc.outcomes[2].facts.tuning["context"] == "encoder"
    assert swtc.outcomes[2].facts.context.startswith("encoder(weight=")
    assert len(ran) == 7


def test_what_has_changed_is_computed_anew_and_nothing_else(place):
    run(place)
    assert run(place)[1] == []
    moved = place / "elsewhere"
    (place / "models").rename(moved)
    text = (place / "config.toml").read_text()
    (place / "config.toml").write_text(text.replace("models/tiny", "elsewhere/tiny"))
    assert run(place)[1] == []  # the same encoder in another place
    with open(moved / "tiny" / "config.json", "a") as stream:
        stream.write(" ")
    ran = run(place)[1]
    assert len(ran) == 4
    assert all("encoder(" in title for title in ran)


def test_a_wrong_directory_is_refused_with_the_line_of_the_config(place):
    (place / "models" / "tiny" / "tokenizer.json").unlink()
    with pytest.raises(InputError, match=r"config.toml, line \d+: .*has no tokenizer.json"):
        read_config(place / "config.toml")
    shutil.rmtree(place / "models")
    with pytest.raises(InputError, match=r"line 22: path = 'models/tiny': no such directory"):
        read_config(place / "config.toml")


def test_a_row_without_a_path_is_refused(place):
    text = (place / "config.toml").read_text().replace('path = "models/tiny"\n', "")
    (place / "config.toml").write_text(text)
    with pytest.raises(InputError, match="encoder needs path, the path of a directory"):
        read_config(place / "config.toml")
