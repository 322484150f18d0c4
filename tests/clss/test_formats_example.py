"""The example of exchanging vectors runs, and gensim agrees with us there."""

from __future__ import annotations

import runpy
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "examples" / "formats" / "exchange_vectors.py"


def test_the_example_runs(tmp_path, capsys):
    runpy.run_path(str(SCRIPT))["main"](tmp_path)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "written: quickstart.es.vec, quickstart.en.vec"
    assert lines[1].removeprefix("gensim:").split() == lines[2].removeprefix("clss:").split()
    assert "50 embedding" in lines[3]
    assert sorted(p.name for p in tmp_path.iterdir()) == [
        "lexicon.tsv",
        "quickstart.en.vec",
        "quickstart.es.vec",
    ]
