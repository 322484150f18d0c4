"""Everything wrong in a config is named with its line and the nearest right key."""

from __future__ import annotations

from pathlib import Path

import pytest
from toy_run import HEADER, MODELS, Ran, write_config

from clss.errors import InputError
from evaluation.runs import config as configs
from evaluation.runs.toml_fields import locate


def read_config(path: Path):
    """Read a config whose plugin is ours."""
    return configs.read_config(path, trust=True)


def test_a_right_config_is_read(config: Path) -> None:
    read = read_config(config)
    assert [row.label for row in read.rows] == ["Counts", "Random", "Derived"]
    assert read.corpora[0].name == "s-t" and read.corpora[0].min_count == 1
    assert read.rows[0].similarities == ("cosine", "csls") and read.rows[0].baseline
    assert read.rows[1].seeds == (1, 2, 3) and read.rows[1].parameters == {"dim": [4, 12]}
    assert read.tasks[0].files["s-t"].name == "gold.tsv"


def test_retrievals_have_parameters_and_one_text_each(tmp_path: Path, data: Path) -> None:
    usual = '{name = "csls", neighborhood = 10}'
    asked = f'retrieval = ["nn", {usual}, "csls(neighborhood = 3)"]'
    text = HEADER + MODELS.replace('similarity = ["cosine", "csls"]', asked)
    path = write_config(
        tmp_path / "c.toml", data, "", f'retrieval = "csls(neighborhood=1)"\n{text}'
    )
    counts, random, _ = read_config(path).rows
    assert counts.retrievals == ("nn", "csls", "csls(neighborhood=3)")
    assert random.retrievals == ("csls(neighborhood=1)",)
    among = text.replace(asked, 'similarity = ["cosine", "csls(neighborhood=5)"]')
    (row, *_) = read_config(write_config(tmp_path / "d.toml", data, "", among)).rows
    assert row.similarities == ("cosine", "csls(neighborhood=5)")


WRONG = [
    # what to replace, by what, what the message says besides the line of the replaced text
    ('label = "Random"', 'lable = "Random"', "no parameter 'lable'.*did you mean label"),
    ("dim = [4, 12]", "dimm = 4", "no parameter 'dimm'.*did you mean dim"),
    ("dim = [4, 12]", 'dim = [4, "12"]', "dim must be a whole number of at least 1, not '12'"),
    ("dim = [4, 12]", "dim = []", "empty list"),
    ("seeds = 3", "seeds = 0", "seeds must be a number of at least 1"),
    ("seeds = 3", "seeds = true", "seeds must be a whole number or a list, not true"),
    ("seeds = 3", "seeds = 3\nseed = 4", "seed and seeds exclude each other"),
    ('similarity = ["cosine", "csls"]', 'similarity = "cosin"', "did you mean cosine"),
    ('similarity = ["cosine", "csls"]', 'retrieval = "clss"', "did you mean csls"),
    ('similarity = ["cosine", "csls"]', 'retrieval = "csls(k=3)"', "no parameter 'k'"),
    ('similarity = ["cosine", "csls"]', 'retrieval = {name = "csls", k = 3}', "no parameter 'k'"),
    ('similarity = ["cosine", "csls"]', "retrieval = {k = 3}", "retrieval needs a name"),
    ('similarity = ["cosine", "csls"]', "retrieval = [3]", "retrieval must be a string or a table"),
    ('similarity = ["cosine", "csls"]', 'similarity = "csls(neighborhood=0)"', "at least 1"),
    ('similarity = ["cosine", "csls"]', 'context = "ad"', "did you mean add"),
    ('similarity = ["cosine", "csls"]', 'context = {name = "add", wight = 1}', "weight"),
    ('similarity = ["cosine", "csls"]', 'context = "add(background=2)"', "at most 1, not 2"),
    ('similarity = ["cosine", "csls"]', 'context = {name = "add(weight=1)", weight = 0}', "twice"),
    ('similarity = ["cosine", "csls"]', 'context = {name = "add", context = 1}', "no parameter"),
    (
        'similarity = ["cosine", "csls"]',
        'context = {name = "add(keep=1)", keep = 2}',
        "keep.*twice",
    ),
    ('similarity = ["cosine", "csls"]', 'context = "add(keep=0)"', "a whole number from 1, not 0"),
    ('similarity = ["cosine", "csls"]', 'tasks = "swtc"', "unknown tasks 'swtc'"),
    ("baseline = true", "baseline = 1", "baseline must be true or false, not 1"),
    ('model = "toy-counts"', 'model = "toy-count"', "unknown model.*did you mean toy-counts"),
    ('model = "toy-counts"', "modle = 3", "needs the key model.*did you mean modle"),
    ('label = "Derived"', 'label = "Counts"', "'Counts' stands already in the row of line"),
    ('label = "Derived"', 'base = {model = "toy-random", dmi = 3}', "did you mean dim"),
    ('label = "Derived"', "base = {dim = 3}", "table without a model"),
    ('label = "Derived"', "base = 3", "must be a model"),
    ('label = "Derived"', "tune = {dim = [4, 60]}", "needs a dev lexicon"),
    ("min_count = 1", "min_count = 0", "min_count must be at least 1"),
    ("min_count = 1", 'min_count = "1"', 'min_count must be a whole number, not "1"'),
    ("min_count = 1", "min_cuont = 1", "unknown key 'min_cuont'.*did you mean min_count"),
    ('langs = ["s", "t"]', 'langs = ["s"]', "langs must be two language codes"),
    ('langs = ["s", "t"]', 'langs = ["s", "s"]', "same code"),
    ("/s.txt", "/ss.txt", "no such file.*did you mean s.txt"),
    ("/gold.tsv", "/golt.tsv", "no such file.*did you mean gold.tsv"),
    ('model = "toy-counts"', 'model = "cca"\nlexicon = "pairs"', "lexicon = 'pairs': no such file"),
    ('model = "toy-counts"', 'model = "cca"\nlexicon = "identicl"', "did you mean identical"),
]


@pytest.mark.parametrize(("old", "new", "message"), WRONG)
def test_what_is_wrong_is_named_with_its_line(
    tmp_path: Path, data: Path, old: str, new: str, message: str
) -> None:
    text = HEADER + MODELS
    assert text.count(old) == 1
    path = write_config(tmp_path / "c.toml", data, "", text.replace(old, new))
    line = text[: text.index(old)].count("\n") + 1
    if "modle" in new or "seed = 4" in new or "lexicon" in new:
        line += {"modle = 3": -1}.get(new, 1)  # a missing key is its table's, seed the next line
    with pytest.raises(InputError, match=f"line {line}: .*{message}"):
        read_config(path)


def test_a_file_needs_no_dot_in_its_name(
    tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pairs").write_bytes((data / "dev.tsv").read_bytes())
    monkeypatch.chdir(data)  # a path is relative to the config, wherever one works
    row = '\n[[models]]\nmodel = "cca"\nvectors = {model = "toy-random"}\n'
    row += 'lexicon = ["identical", "pairs"]\n'
    path = write_config(tmp_path / "c.toml", data, row)
    (read,) = read_config(path).rows
    assert read.parameters["lexicon"] == ["identical", str((tmp_path / "pairs").resolve())]
    labels = [cell.label for cell in Ran(path, tmp_path / "run").finished.record.cells]
    assert labels == ["cca, lexicon=identical", "cca, lexicon=pairs"]
    (tmp_path / "pairs").write_bytes((data / "gold.tsv").read_bytes())
    again = Ran(path, tmp_path / "run").computed
    assert "cca(lexicon=pairs, seed=1, vectors=toy-random(…)) on s-t" in again


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\n[corpus", "line 2: is not TOML: Expected"),
        ("a = 1\nb = ]\n", "line 2: is not TOML: Invalid value"),
        ("", "needs the key corpus"),
        ("[corpus]\nlangs = 3", "line 2: langs must be a list, not 3"),
    ],
)
def test_what_is_no_config_at_all(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "c.toml"
    path.write_text(text)
    with pytest.raises(InputError, match=message):
        read_config(path)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('test = "exat"', "did you mean exact"),
        ('oov = "wrong"', "oov must be one of error, skip, intersect, not 'wrong'"),
        ('measure = "coverage"', "is not tested; use acc1 or mrr"),
        ('measure = "akk1"', "akk1"),
        ("test_seed = 2", "tests see every seed"),
        ('correction = "max"', "did you mean max-t"),
        ('interval = "wald"', "one of score, score-uncorrected, bootstrap"),
        ('claim = "best"', "one of algorithm, runs"),
        ("margin = 2", "a number above 0 and below 1 or none, not 2"),
        ('alpha = "0.05"', "alpha must be a number above 0 and below 1, not '0.05'"),
        ("digits = 9", "at least 1 and at most 6, not 9"),
        ('scores = ["f1"]', "f1"),
        ("basline = 1", "did you mean baseline"),
    ],
)
def test_options_of_the_table(tmp_path: Path, data: Path, line: str, message: str) -> None:
    path = write_config(tmp_path / "c.toml", data, MODELS + f"\n[table]\n{line}\n")
    with pytest.raises(InputError, match=f"line {path.read_text().count(chr(10))}: .*{message}"):
        read_config(path)


def test_missing_tasks_and_models(tmp_path: Path, data: Path) -> None:
    no_models = write_config(tmp_path / "a.toml", data, "")
    with pytest.raises(InputError, match="needs the key models"):
        read_config(no_models)
    no_task = write_config(tmp_path / "b.toml", data, "[tasks]\n", HEADER.split("[tasks")[0])
    with pytest.raises(InputError, match=r"\[tasks.ble\]"):
        read_config(no_task)
    with pytest.raises(InputError, match="no such file"):
        read_config(tmp_path / "none.toml")


def test_several_pairs_need_their_own_gold(tmp_path: Path, data: Path) -> None:
    two = HEADER.replace("[corpus]", "[[corpus]]")
    second = two.split("[tasks")[0].split("[[corpus]]")[1].replace('["s", "t"]', '["x", "y"]')
    header = two.replace("[tasks.ble]", f"[[corpus]]{second}[tasks.ble]")
    path = write_config(tmp_path / "c.toml", data, MODELS, header)
    with pytest.raises(InputError, match="per language pair"):
        read_config(path)
    table = '{s-t = "{data}/gold.tsv", x-y = "{data}/dev.tsv"}'
    path = write_config(
        tmp_path / "c.toml", data, MODELS, header.replace('"{data}/gold.tsv"', table)
    )
    assert [p.name for p in read_config(path).tasks[0].files.values()] == ["gold.tsv", "dev.tsv"]


def test_a_context_is_the_same_however_it_is_written(data: Path, tmp_path: Path) -> None:
    written = [
        '{name = "add", background = 0.8, keep = 5}',
        '{name = "add(background=0.8)", keep = 5}',
        '"add( background = 0.80, keep = 5 )"',
        '"add( background = 0.80 )"',
    ]
    models = MODELS.replace("baseline = true", f"context = [{', '.join(written)}]")
    first, second, third, fourth = (
        read_config(write_config(tmp_path / "c.toml", data, models)).rows[0].contexts
    )
    assert first == second == third == {"name": "add", "background": 0.8, "keep": 5}
    assert fourth == {"name": "add", "background": 0.8}


def test_lines_of_multi_line_values() -> None:
    text = 'a = [\n 1,\n 2,\n]\nb = """x\n[not.a.table]\n"""\n\n[[t]]\nx.y = 1\n[t.s]\nz = 2\n'
    lines = locate(text)
    assert lines[("b",)] == 5 and lines[("t", 0, "x", "y")] == 10
    assert lines[("t", 0, "s", "z")] == 12


LITERALS = [
    '""',
    '"x"',
    "3",
    "-1",
    "0",
    "2.5",
    "true",
    "[]",
    "[1]",
    '["a", 2]',
    "[[1]]",
    "{}",
    "{a = 1}",
    '{model = "toy-counts"}',
    '{name = "add"}',
    "1979-05-27",
    "inf",
]
EXTRA = (
    '\ncontext = {name = "add", weight = 0.5}\ntasks = "ble"\nretrieval = "nn"\n'
    '[table]\ntest = "midp"\ncorrection = "bh"\noov = "skip"\ncolumns = ["pair"]\n'
    'claim = "runs"\nunit = "item"\ninterval = "bootstrap"\nmargin = 0.02\nalpha = 0.01\n'
    'notes = "short"\nsort = "score"\ndigits = 2\nscores = ["acc1"]\nfree_hits = "skip"\n'
)


def test_whatever_stands_in_a_config_is_read_or_refused(tmp_path: Path, data: Path) -> None:
    """Every value replaced by every sort of literal: an InputError, or a config; nothing else."""
    lines = (HEADER + 'dev = "{data}/dev.tsv"\ndirection = "forward"\n' + MODELS + EXTRA).split(
        "\n"
    )
    refused = 0
    for number, line in enumerate(lines):
        if " = " not in line:
            continue
        key = line.split(" = ")[0]
        for literal in LITERALS:
            changed = [*lines[:number], f"{key} = {literal}", *lines[number + 1 :]]
            path = write_config(tmp_path / "c.toml", data, "", "\n".join(changed))
            try:
                read_config(path)
            except InputError as error:
                refused += 1
                assert str(path) in str(error)
    assert refused > 200
