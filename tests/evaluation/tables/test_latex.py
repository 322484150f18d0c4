import re
import shutil
import string
import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_outcomes import outcome_of

from evaluation import Comparison
from evaluation.tables.breakdown import grid_table
from evaluation.tables.render.latex_escape import escape_latex

ENGINE = shutil.which("pdflatex")
LABELS = [
    "A & B_1 100%",
    "[x] *",
    r"\def\x{$}",
    "#1 ~ ^ | < > \" ' `",
    "a--b 'tis'' “q” – — …",
    "señal Łódź ýșț İstanbul",
    "λ ≥ 0.5 × d±1 → Ω µ",
    "日本語 кот",
    "\x00\x07 tab\tline\nend",
    "*star",
]


@pytest.fixture(scope="module")
def tables():
    return list(make_tables())


def make_tables():
    outcomes = [
        outcome_of(label, [1] * (5 * i + 5) + [2] * (60 - 5 * i), pair="es_en %")
        for i, label in enumerate(LABELS)
    ]
    seeds = [outcome_of("s&s", [1] * k + [2] * (65 - k), seed=k) for k in (10, 30)]
    yield Comparison([*outcomes, *seeds]).table()
    yield Comparison(outcomes[:3]).table(baseline=LABELS[0], test="midp")
    yield Comparison(outcomes).table(baseline=None)
    cells = [
        outcome_of(f"{label} {d}", [1] * d + [2] * 30, name=label, pair=pair, grid={"d_#": d})
        for pair in ("es-en", "it&en")
        for label in LABELS[:2]
        for d in (30,)
    ]
    yield grid_table(cells, axes=("pair", "d_#"))


@pytest.mark.skipif(ENGINE is None, reason="no TeX engine (Debian texlive-latex-base)")
def test_tables_compile_unedited(tables, tmp_path):
    body = "\n".join(table.to_latex(label=f"tab:a_{i}%") for i, table in enumerate(tables))
    document = (
        "\\documentclass{article}\n\\usepackage{booktabs}\n\\begin{document}\n"
        f"\\listoftables\n{body}\n\\end{{document}}\n"
    )
    (tmp_path / "all.tex").write_text(document, "utf-8")
    (tmp_path / "one.tex").write_text(tables[0].to_latex(standalone=True), "utf-8")
    for name in ("all", "all", "one"):  # twice: the list of tables reads what the first run wrote
        run = subprocess.run(
            [str(ENGINE), "-interaction=nonstopmode", "-halt-on-error", f"{name}.tex"],
            cwd=tmp_path,
            capture_output=True,
            timeout=120,
            check=False,
        )
        log = run.stdout.decode("utf-8", "replace")
        assert run.returncode == 0, log[-3000:]
        assert "Missing character" not in log
        assert (tmp_path / f"{name}.pdf").exists()


def test_shape_of_the_table(tables):
    text = tables[0].to_latex()
    for rule in (r"\toprule", r"\midrule", r"\bottomrule", r"\begin{tabular}", r"\caption{"):
        assert text.count(rule) >= 1
    assert r"A \& B\_1 100\%" in text
    assert r"\textsuperscript{{*}}" in text or "{*} significantly" in text
    grid = tables[-1].to_latex()
    assert r"\multicolumn{1}{c}{ES-EN}" in grid and r"\cmidrule(lr){2-2}" in grid


@settings(max_examples=300)
@given(st.text(max_size=40) | st.text(alphabet=string.punctuation + "é≤中", max_size=40))
def test_nothing_special_survives(text):
    escaped = escape_latex(text)
    inner = re.sub(r"\\clssunicode\{[0-9A-F]+\}\{.\}", "", escaped, flags=re.S)
    assert inner.isascii()
    bare = re.sub(r"\\[^a-zA-Z]", "", inner)  # escaped characters and accents
    bare = re.sub(r"\$[^$]*\$", "", bare)  # our own mathematics
    assert not set(bare) & set("&%$#_^")
    depth = 0
    for character in re.sub(r"\\[{}]", "", inner):
        depth += {"{": 1, "}": -1}.get(character, 0)
        assert depth >= 0
    assert depth == 0


def test_plain_text_stays_plain():
    plain = string.ascii_letters + string.digits + " .,:;()/+=!?@-'"
    assert escape_latex(plain) == plain
    assert escape_latex("--") == "-{}-"
