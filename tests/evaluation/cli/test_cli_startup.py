"""What a command does not use is not imported: waiting for ``--help`` is waiting for imports."""

import subprocess
import sys

import pytest

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


@pytest.mark.parametrize("package", ["clss", "baselines", "evaluation"])
def test_every_public_name_is_there(package):
    code = (
        f"import {package}\nfor name in {package}.__all__:\n    assert getattr({package}, name)\n"
        f"try:\n    {package}.nothing_of_the_kind\n"
        f"except AttributeError as error:\n    assert 'nothing_of_the_kind' in str(error)\n"
        f"else:\n    raise SystemExit('no error')"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
