import runpy
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "examples" / "significance" / "compare_answers.py"


def test_the_script_prints_tables_and_writes_latex(tmp_path, capsys):
    runpy.run_path(str(SCRIPT))["main"](str(tmp_path / "table.tex"))
    printed = capsys.readouterr().out
    assert "max-t correction over 2 tests" in " ".join(printed.split())
    assert "100-999" in printed and "Only cosine, CSLS gets right" in printed
    assert (tmp_path / "table.tex").read_text("utf-8").count(r"\begin{tabular}") == 1
