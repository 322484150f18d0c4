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
from evaluation.tables.render.latex_escape import UNICODE_MACRO, escape_latex

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


def compiled(folder, name, document, twice=False):
    """Compile a document and return the log."""
    (folder / f"{name}.tex").write_text(document, "utf-8")
    for _ in range(2 if twice else 1):
        run = subprocess.run(
            [str(ENGINE), "-interaction=nonstopmode", "-halt-on-error", f"{name}.tex"],
            cwd=folder,
            capture_output=True,
            timeout=240,
            check=False,
        )
        log = run.stdout.decode("utf-8", "replace")
        assert run.returncode == 0, log[-3000:]
    assert "Missing character" not in log
    assert (folder / f"{name}.pdf").exists()
    return log


needs_latex = pytest.mark.skipif(ENGINE is None, reason="no TeX engine (texlive-latex-base)")


@needs_latex
def test_tables_compile_unedited(tables, tmp_path):
    body = "\n".join(table.to_latex(label=f"tab:a_{i}%") for i, table in enumerate(tables))
    document = (
        "\\documentclass{article}\n\\usepackage{booktabs,graphicx}\n\\begin{document}\n"
        f"{UNICODE_MACRO}\n\\listoftables\n{body}\n\\end{{document}}\n"
    )
    # twice: the list of tables reads what the first run wrote
    log = compiled(tmp_path, "all", document, twice=True)
    assert "Overfull" not in log  # nothing sticks out of the line
    compiled(tmp_path, "one", tables[0].to_latex(standalone=True))


@needs_latex
def test_tables_fit_one_column_both_columns_and_several_pages(tables, tmp_path):
    seeds = Comparison(
        [outcome_of("model, window=48", [1] * k + [2] * (65 - k), seed=k) for k in (10, 30)]
        + [outcome_of("another", [1] * 50 + [2] * 15)]
    ).table()
    for name, table in (("plain", tables[0]), ("seeds", seeds)):
        for wide in (False, True):
            log = compiled(tmp_path, f"{name}{wide}", table.to_latex(standalone=True, wide=wide))
            assert "Overfull \\hbox" not in log
    rows = [outcome_of(f"m{i:02d}", [1] * i + [2] * (90 - i)) for i in range(80)]
    long = Comparison(rows, resamples=100).table(rows[0].label, notes="short")
    text = long.to_latex(standalone=True)
    assert r"\begin{longtable}" in text and text.count(r"\endhead") == 1
    log = compiled(tmp_path, "long", text, twice=True)
    assert "(2 pages" in log or "(3 pages" in log


def test_shape_of_the_table(tables):
    text = tables[0].to_latex()
    for rule in (r"\toprule", r"\midrule", r"\bottomrule", r"\begin{tabular}", r"\caption{"):
        assert text.count(rule) >= 1
    assert r"A \& B\_1 100\%" in text
    assert r"\textsuperscript{$\dagger$}" in text and r"$\dagger$ significantly worse" in text
    assert "▼" not in text and r"\label{tab:ble}" in text
    assert "$-$0." in text  # a minus, not a hyphen
    grid = tables[-1].to_latex()
    assert r"{c}{ES-EN}" in grid and r"\cmidrule(lr){2-" in grid
    assert r"\begin{table*}" in tables[0].to_latex(wide=True)


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
