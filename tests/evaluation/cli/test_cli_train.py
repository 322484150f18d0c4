"""Training on the command line, and every corpus that cannot be trained on."""

from __future__ import annotations

import gzip
import textwrap
from pathlib import Path

import pytest

from clss.corpus import AlignedCorpus
from clss.model import load_model
from clss.space import BilingualSpace

PLUGIN = """
import numpy as np
from clss import BilingualSpace, RepresentationModel

class Random(RepresentationModel):
    "Vectors that mean nothing."
    name = "random"

    def __init__(self, dim: int = 3, scale: float = 1.0, broken: bool = False, seed: int = 1):
        self.dim, self.scale, self.broken, self.seed = dim, scale, broken, seed

    def _fit(self, corpus, progress):
        from clss.errors import DivergenceError
        if self.broken:
            raise DivergenceError("the loss is not finite; lower the scale")
        random = np.random.default_rng(self.seed)
        source, target = (random.normal(size=(len(s.vocabulary), self.dim)) * self.scale
                          for s in corpus.sides)
        return BilingualSpace(corpus.source.vocabulary, corpus.target.vocabulary, source, target,
                              langs=corpus.langs)
"""


@pytest.fixture
def plugin(tmp_path):
    path = tmp_path / "my_model.py"
    path.write_text(textwrap.dedent(PLUGIN))
    return path


def test_a_trained_model_answers(clss, texts, tmp_path):
    out = tmp_path / "made" / "space"
    done = clss(
        "train",
        "cooccurrence",
        *texts,
        "--langs",
        "es,en",
        "-o",
        out,
        "-p",
        "dim=8",
        "--format",
        "json",
    )
    assert done.code == 0, done.err
    assert "training cooccurrence" in done.err
    document = done.document
    assert document["parameters"]["dim"] == 8
    assert document["words"] == [30, 30]
    assert document["langs"] == ["es", "en"]
    space = BilingualSpace.load(out)
    assert space.fingerprint == document["space"]
    assert load_model(out).dim == 8
    answer = clss("neighbors", out, "s03", "--top", "1", "--format", "json").document
    assert answer["neighbors"][0]["word"] == "t03"
    assert [p.name for p in out.parent.iterdir()] == ["space"]


def test_again_over_the_first_and_from_other_forms_of_corpus(clss, refuses, texts, tmp_path):
    rows = zip(*(file.read_text().splitlines() for file in texts), strict=True)
    table = tmp_path / "both.tsv"
    table.write_text("".join(f"{a}\t{b}\n" for a, b in rows))
    out = tmp_path / "space"
    prints = []
    for corpus in (texts, (table,), texts):
        done = clss(
            "train", "cooccurrence", *corpus, "--langs", "es,en", "-o", out, "--format", "json"
        )
        prints.append(done.document["space"])
    assert len(set(prints)) == 1
    AlignedCorpus.from_files(*texts, langs=("es", "en")).save(tmp_path / "corpus")
    saved = clss("train", "cooccurrence", tmp_path / "corpus", "-o", out, "--format", "json")
    assert saved.document["space"] == prints[0]
    message = refuses("train", "cooccurrence", tmp_path / "corpus", "-o", out, "--min-count", 2)
    assert message.endswith("leave out --langs and --min-count")
    text = clss("train", "cooccurrence", *texts, "-o", out)
    assert text.out.startswith(f"{out}: cooccurrence, 30 source and 30 target words")


def test_a_model_of_ones_own(clss, texts, tmp_path, plugin):
    done = clss(
        "train",
        "random",
        *texts,
        "-o",
        tmp_path / "out",
        "--plugin",
        plugin,
        "-p",
        "dim=7",
        "-p",
        "scale=2",
        "--format",
        "json",
    )
    assert done.code == 0, done.err
    assert done.document["dimensions"] == 7
    assert done.document["parameters"]["scale"] == 2.0


def test_divergence_is_a_failure_of_the_model_not_of_the_input(clss, texts, tmp_path, plugin):
    done = clss(
        "train", "random", *texts, "-o", tmp_path / "out", "--plugin", plugin, "-p", "broken=yes"
    )
    assert done.code == 1
    assert done.err.endswith("clss: the loss is not finite; lower the scale\n")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["-p", "dims=3"], "cooccurrence has no parameter 'dims' (it has: "),
        (["-p", "dims=3"], "; did you mean dim?"),
        (["-p", "dim=many"], "dim must be a whole number of at least 1 or none, not 'many'"),
        (["-p", "dim=2.5"], "dim must be a whole number of at least 1 or none, not 2.5"),
        (["-p", "dim"], "expected a parameter as name=value, found 'dim'"),
        (["-p", "dim=3", "-p", "dim=4"], "the parameter 'dim' is given twice"),
        (["-p", "dim__x=3"], "say first which model it is: dim=NAME"),
        (["--langs", "es"], "--langs expects two different codes as in es,en, found 'es'"),
        (["--langs", "es,es"], "--langs expects two different codes"),
        (["--min-count", "0"], "Invalid value for '--min-count'"),
        (
            ["--min-count", "1000000"],
            "no source word is left after the vocabulary cut "
            "min_count=1000000 (the most frequent occurs ",
        ),
        (["--plugin", "none.py"], "none.py: no such file; a Python file with a model was expected"),
        (["--format", "xml"], "'xml' is not one of 'text', 'json'"),
        (["--epochs", "3"], "No such option: --epochs"),
    ],
)
def test_options_that_are_wrong(refuses, texts, tmp_path, arguments, expected):
    message = refuses("train", "cooccurrence", *texts, "-o", tmp_path / "out", *arguments)
    assert expected in message
    assert sorted(p.name for p in tmp_path.iterdir()) == ["texts"]


def test_names_that_are_wrong(refuses, texts, tmp_path):
    message = refuses("train", "coocurrence", *texts, "-o", tmp_path / "out")
    assert message.startswith("unknown model 'coocurrence' (known: ")
    assert message.endswith("did you mean cooccurrence?")
    assert "Missing option '--out'" in refuses("train", "cooccurrence", *texts)
    assert "Missing argument 'MODEL'" in refuses("train")
    single = refuses("train", "cooccurrence", texts[0], "-o", tmp_path / "out")
    assert "give a second text for the target language" in single


def test_a_place_that_cannot_be_written_is_told_before_the_training(refuses, texts, tmp_path):
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "one.tex").write_text("x")
    message = refuses("train", "cooccurrence", *texts, "-o", tmp_path / "thesis")
    assert message == f"{tmp_path}/thesis: exists and was not written by clss; choose another name"
    message = refuses("train", "cooccurrence", *texts, "-o", texts[0])
    assert message == f"{texts[0]}: is a file; a directory was expected"


def _bad_corpora(folder):
    es, en = folder / "es.txt", folder / "en.txt"
    lines = en.read_text().splitlines(keepends=True)
    short = folder / "short.txt"
    short.write_text("".join(lines[:-1]))
    yield (es, short), f"{short}: has 199 lines but {es} has 200"
    latin = folder / "latin.txt"
    latin.write_bytes(b"ma\xf1ana\n")
    yield (latin, en), f"{latin}, line 1: is not UTF-8 (byte 2 of the text)"
    empty = folder / "empty.txt"
    empty.write_text("")
    yield (empty, empty), f"{empty}: is empty; one document a line was expected"
    broken = folder / "broken.txt.gz"
    broken.write_bytes(gzip.compress(es.read_bytes())[:-100])
    yield (broken, en), f"{broken}: the gzip file breaks off before its end"
    yield (folder / "none.txt", en), f"{folder / 'none.txt'}: no such file"
    yield (folder, en), f"{folder}: is a directory"
    table = folder / "one.tsv"
    table.write_text("a\tb\nonly one column\n")
    yield (table,), f"{table}, line 2: expected two columns separated by a tab, found 1"
    records = folder / "one.jsonl"
    records.write_text('{"source": "a"}\n')
    yield (records,), f"{records}, line 1: expected a text or a list of words under 'target'"


@pytest.mark.parametrize("command", ["train", "corpus stats"])
def test_corpora_that_are_wrong(refuses, texts, tmp_path, command):
    for files, expected in _bad_corpora(texts[0].parent):
        if command == "train":
            message = refuses("train", "cooccurrence", *files, "-o", tmp_path / "out")
        else:
            message = refuses("corpus", "stats", *files)
        assert message.startswith(expected)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["texts"]


def test_corpus_statistics(clss, tmp_path):
    (tmp_path / "es").write_text("a a b\nb\n")
    (tmp_path / "en").write_text("x\nx y x\n")
    files = (tmp_path / "es", tmp_path / "en")
    done = clss("corpus", "stats", *files, "--langs", "es,en", "--min-count", 1, "--format", "json")
    assert done.code == 0
    assert done.document["tokens"] == [4, 4]
    assert done.document["average_length"] == [2.0, 2.0]
    assert done.document["average_length_difference"] == 2.0
    text = clss("corpus", "stats", *files, "--langs", "es,en", "--min-count", 1)
    assert text.out.splitlines()[:2] == ["2 document pairs", "                 es    en"]
    assert "average length difference  2.00" in text.out


def test_plugins_that_are_wrong(refuses, texts, tmp_path):
    path = tmp_path / "own.py"
    arguments = ("train", "random", *texts, "-o", tmp_path / "out", "--plugin", path)
    path.write_text("import nothing_of_that_name\n")
    assert refuses(*arguments).startswith(f"{path}: cannot be imported (ModuleNotFoundError")
    path.write_text("x = 1\n")
    assert refuses(*arguments).startswith(f"{path}: defines no model")
    path.rename(tmp_path / "own.txt")
    message = refuses(*arguments[:-1], tmp_path / "own.txt")
    assert message.endswith("is not a Python file (its name must end in .py)")


@pytest.mark.parametrize("model", ["bwesg", "monolingual", "bilbowa"])
def test_vectors_that_nothing_was_learned_for_are_refused(clss, tmp_path, model):
    texts = [tmp_path / f"{lang}.txt" for lang in ("es", "en")]
    for text, word in zip(texts, ("casa", "house"), strict=True):
        text.write_text("".join(f"{word} {word}{i}\n" for i in range(5)))
    out = tmp_path / "space"
    done = clss(
        "train", model, *texts, "--langs", "es,en", "-o", out, "--min-count", 1, "-p", "dim=8"
    )
    assert done.code == 2
    assert "nothing was learned" in done.err and "sample = 0" in done.err and "nan" not in done.err
    assert not out.exists()


def test_a_place_that_cannot_be_written_is_refused_before_training(refuses, texts, tmp_path):
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "thesis.tex").write_text("years")
    asked = ("train", "cooccurrence", *texts, "--langs", "es,en", "-o")
    missing = tmp_path / "missing"
    for out in (missing / ".." / "home", missing / ".." / "new", missing / ".."):
        assert refuses(*asked, out) == f"{out}: cannot be written ({missing} does not exist)"
    assert (tmp_path / "home" / "thesis.tex").read_text() == "years"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["home", "texts"]


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="this system has no /proc")
def test_a_place_that_takes_nothing_new_is_refused_before_training(refuses, texts):
    said = refuses("train", "cooccurrence", *texts, "--langs", "es,en", "-o", "/proc/sp")
    assert said.startswith("/proc/sp: cannot be written (")


def test_folders_on_the_way_are_made(clss, texts, tmp_path, monkeypatch):
    monkeypatch.chdir(texts[0].parent)
    asked = ("train", "cooccurrence", *texts, "--langs", "es,en", "-o")
    assert clss(*asked, "../new/folder/space").code == 0
    assert (tmp_path / "new" / "folder" / "space" / "format.json").exists()
