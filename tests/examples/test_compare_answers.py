import runpy
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "examples" / "significance" / "compare_answers.py"


def test_the_script_prints_tables_and_writes_latex(tmp_path, capsys):
    runpy.run_path(str(SCRIPT))["main"](str(tmp_path / "table.tex"))
    printed = capsys.readouterr().out
    assert "McNemar's exact test, Holm correction over 2 tests" in printed
    assert "100-999" in printed and "Only cosine, CSLS gets right" in printed
    assert (tmp_path / "table.tex").read_text("utf-8").count(r"\begin{tabular}") == 1
