"""What a command does not use is not imported: waiting for ``--help`` is waiting for imports."""

import os
import subprocess
import sys

import numpy as np
import pytest

from clss.space import BilingualSpace
from clss.vocabulary import Vocabulary

HEAVY = ("numpy", "scipy", "sklearn", "numba", "statsmodels", "gensim", "pandas", "matplotlib")


@pytest.mark.parametrize("argument", ["--version", "--help"])
def test_help_and_version_import_no_heavy_package(argument):
    code = (
        "import sys\n"
        "from evaluation.cli import main\n"
        f"main([{argument!r}])\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip()
    assert run.stderr.strip() == "[]"


def test_a_dense_space_is_asked_without_heavy_packages(tmp_path):
    words, vectors = Vocabulary(["a", "b"], [2, 1]), np.eye(2)
    BilingualSpace(words, words, vectors, vectors).save(tmp_path / "space")
    heavy = [name for name in HEAVY if name != "numpy"]
    code = (
        "import sys\n"
        "from evaluation.cli import main\n"
        f"assert main(['neighbors', {str(tmp_path / 'space')!r}, 'a', '--lang', 'source']) == 0\n"
        f"print([name for name in {heavy!r} if name in sys.modules], file=sys.stderr)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split()[-1] == "b"
    assert run.stderr.strip() == "[]"


@pytest.mark.parametrize(
    ("typed", "completed"),
    [("clss com", "compare"), ("clss train bwe", "bwesg"), ("clss table x --format la", "latex")],
)
def test_shells_complete_commands_models_and_formats(typed, completed):
    code = "from evaluation.cli import main; main()"
    asked = {"_CLSS_COMPLETE": "complete_bash", "COMP_WORDS": typed}
    asked["COMP_CWORD"] = str(len(typed.split()) - 1)
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=os.environ | asked
    )
    assert run.stdout.split() == [completed]


@pytest.mark.parametrize("package", ["clss", "baselines", "evaluation"])
def test_every_public_name_is_there(package):
    code = (
        f"import {package}\nfor name in {package}.__all__:\n    assert getattr({package}, name)\n"
        f"try:\n    {package}.nothing_of_the_kind\n"
        f"except AttributeError as error:\n    assert 'nothing_of_the_kind' in str(error)\n"
        f"else:\n    raise SystemExit('no error')"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
