"""Every example in a command's help is run, as it stands there, on small files of those names."""

from __future__ import annotations

import gzip
import re
import shlex
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest
import typer
from gensim.models import FastText
from gensim.models.fasttext import save_facebook_model
from toy_run import Ran

from baselines.topics.bilda import BiLDA
from clss.corpus import AlignedCorpus
from clss.space import BilingualSpace
from clss.toy import toy_corpus
from clss.vocabulary import Vocabulary
from evaluation.cli import app, main
from evaluation.explore.server import ExploreServer
from evaluation.tasks.ble import BLE

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "examples" / "wikipedia"))

import write_dumps  # noqa: E402

SPANISH = [
    "reina",
    "archivo",
    "hoja",
    "banco",
    "casa",
    "sol",
    "mar",
    "rey",
    "luna",
    "pan",
    "vino",
    "perro",
]
ENGLISH = [
    "queen",
    "file",
    "leaf",
    "bank",
    "house",
    "sun",
    "sea",
    "king",
    "moon",
    "bread",
    "wine",
    "dog",
]
WORDS = list(zip(SPANISH, ENGLISH, strict=True))

CONFIG = """\
retrieval = ["nn", "csls"]
[corpus]
source = "{folder}/es.txt.gz"
target = "{folder}/en.txt.gz"
langs = ["es", "en"]
[tasks.ble]
gold = "{folder}/gold.tsv"
"""

ROWS = """
[[models]]
model = "bwesg"
label = "BWESG"
dim = 4
epochs = 1
[[models]]
model = "basic-muptm"
label = "BMu"
topics = 4
sweeps = 6
[[models]]
model = "association-muptm"
label = "AMu"
topics = 4
sweeps = 6
[[models]]
model = "lsa"
label = "LSA"
dim = 4
"""

SWEEP = """
[[models]]
model = "bwesg"
dim = 4
epochs = 1
window = [2, 4]
seeds = 2
"""


def examples() -> list[str]:
    """Return the commands that help texts give as examples."""
    found, waiting = [], [typer.main.get_command(app)]
    while waiting:
        command = waiting.pop()
        waiting += getattr(command, "commands", {}).values()
        _, marker, text = (command.help or "").partition("Example")
        if marker:
            text = " ".join(text.removeprefix("s").removeprefix(":").split())
            found += [example.strip() for example in re.split(r"; (?=clss )", text)]
    return sorted(found)


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    """Files by all the names that examples use."""
    folder = tmp_path_factory.mktemp("world")
    corpus = toy_corpus(words=len(WORDS), pairs=1100, meanings=2)
    lines = {"es": [], "en": []}
    for place, (lang, side) in enumerate(zip(lines, corpus.sides, strict=True)):
        for document in range(len(side)):
            words = [WORDS[int(side.vocabulary[i][1:])][place] for i in side.document(document)]
            lines[lang].append(" ".join(words))
    for lang in lines:
        text = "\n".join(lines[lang]) + "\n"
        for name in (f"{lang}.txt.gz", f"raw.{lang}.txt.gz"):
            (folder / name).write_bytes(gzip.compress(text.encode()))
        (folder / f"parallel.{lang}.txt").write_text(text)
    write_ambiguous(folder)
    pairs = [*WORDS, ("hoja", "sheet"), ("banco", "bench")]
    (folder / "gold.tsv").write_text("".join(f"{a}\t{b}\n" for a, b in WORDS))
    (folder / "en-es.tsv").write_text("".join(f"{b}\t{a}\n" for a, b in WORDS))
    for name, some in (("spa-eng", pairs), ("eng-spa", [(b, a) for a, b in pairs])):
        write_dictd(folder / f"freedict-{name}", some)
    write_dumps.main([str(folder), "--pages", "120"])
    answers = "".join(f"{a}\t{b}\t1.0\n" for a, b in WORDS)
    for name in ("answers.tsv", "theirs.tsv"):
        (folder / name).write_text(answers)
    (folder / "my_model.py").write_text(
        "from baselines.documents.lsa import LSA\n\n\nclass MyModel(LSA):\n    name = 'my-model'\n"
    )
    config = folder / "examples" / "quickstart" / "quickstart.toml"
    config.parent.mkdir(parents=True)
    head = CONFIG.replace("{folder}", str(folder))
    config.write_text(head + ROWS)
    (folder / "first").mkdir()
    shutil.copy(config, folder / "first")
    (folder / "runs").mkdir()
    ran = Ran(config, folder / "runs" / "quickstart")
    assert not [failure for result in ran.results for failure in result.failures]
    sweep = folder / "windows.toml"
    sweep.write_text(head.replace('retrieval = ["nn", "csls"]\n', "") + SWEEP)
    Ran(sweep, folder / "runs" / "windows")
    shutil.copytree(folder / "runs" / "windows", folder / "runs" / "seeds")
    write_spaces(folder)
    files = [folder / f"{lang}.txt.gz" for lang in ("es", "en")]
    corpus = AlignedCorpus.from_files(*files, langs=("es", "en"))
    BiLDA(topics=4, sweeps=6).fit(corpus).save(folder / "spaces" / "bilda")
    return folder


def write_ambiguous(folder: Path) -> None:
    """Write sentences in which two nouns have two translations each."""
    sentences = {"es": [], "en": []}
    for i in range(80):
        for word, right in (("hoja", ("leaf", "sheet")), ("banco", ("bank", "bench"))):
            sentences["es"].append(f"{word} a{i} b{i % 7} c{i % 5}")
            sentences["en"].append(f"{right[i % 2]} x{i} y{i % 3 + 10 * (i % 2)} z{i}")
    for lang, some in sentences.items():
        (folder / f"nouns.{lang}.txt.gz").write_bytes(gzip.compress("\n".join(some).encode()))


def write_spaces(folder: Path) -> None:
    """Save a space, its vectors as files, and its answers."""
    vectors = np.random.default_rng(1).normal(size=(len(WORDS), 5))
    space = BilingualSpace(
        Vocabulary(SPANISH), Vocabulary(ENGLISH), vectors, vectors, langs=("es", "en")
    )
    for name in ("bwesg", "ours"):
        space.save(folder / "spaces" / name)
    for lang, words in (("es", SPANISH), ("en", ENGLISH)):
        rows = (" ".join([w, *map(str, row)]) for w, row in zip(words, vectors, strict=True))
        text = f"{len(words)} 5\n" + "\n".join(rows) + "\n"
        for name in ("wiki", "muse"):
            (folder / f"{name}.{lang}.vec").write_text(text)
        model = FastText(vector_size=5, min_count=1, bucket=50, seed=1, workers=1)
        model.build_vocab([words])
        model.train([words], total_examples=1, epochs=1)
        save_facebook_model(model, str(folder / f"{lang}.bin"))
    for name in ("ours", "theirs"):
        BLE(WORDS).evaluate(space, label=name).save(folder / f"{name}.jsonl")


def write_dictd(path: Path, pairs: list[tuple[str, str]]) -> None:
    """Write a dictionary as the dict server has it: an index and the entries it points to."""
    digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

    def number(value: int) -> str:
        low = digits[value % 64]
        return low if value < 64 else number(value // 64) + low

    text, index = "", []
    entries: dict[str, list[str]] = {}
    for word, translation in pairs:
        entries.setdefault(word, []).append(translation)
    for word, translations in sorted(entries.items()):
        entry = f"{word} /x/ <noun>\n{', '.join(translations)}\n"
        index.append(f"{word}\t{number(len(text))}\t{number(len(entry))}")
        text += entry
    path.with_suffix(".index").write_text("\n".join(index) + "\n")
    path.with_suffix(".dict").write_text(text)


#: Start processes, or load what takes seconds to load.
SLOW = ("clss verify", "clss corpus prepare", "clss plot cost", "clss check")


@pytest.mark.parametrize(
    "example",
    [
        pytest.param(example, id=example[5:60], marks=[pytest.mark.slow] * example.startswith(SLOW))
        for example in examples()
    ],
)
def test_an_example_does_what_it_says(example, world, tmp_path, monkeypatch, capsys):
    here = tmp_path / "here"
    shutil.copytree(world, here)
    monkeypatch.chdir(here)
    monkeypatch.syspath_prepend(str(here))
    # a page that is served would be served for ever
    monkeypatch.setattr(ExploreServer, "serve_forever", lambda server: None)
    monkeypatch.setattr("webbrowser.open", lambda address: None)
    program, *arguments = shlex.split(example)
    written = [Path(arguments[i + 1]) for i, a in enumerate(arguments) if a in ("-o", "--dev")]
    written += [Path(arguments[1])] if arguments[0] == "quickstart" else []
    for path in written:
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    assert program == "clss" and main(arguments) == 0, capsys.readouterr().err
    assert capsys.readouterr().out or written
    # vectors of two languages are two files
    assert all(path.exists() or list(here.glob(f"{path.stem}.*")) for path in written)


def test_most_commands_have_an_example():
    assert len(examples()) > 30
