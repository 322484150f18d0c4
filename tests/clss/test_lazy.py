"""Names that are imported when they are used are offered, and the lists of them agree."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGES = ("clss", "baselines", "evaluation")


@pytest.mark.parametrize("name", PACKAGES)
def test_completion_offers_what_has_not_been_used_yet(name):
    code = f"import {name}; print(*dir({name}))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    package = importlib.import_module(name)
    assert {*package.__all__, "__doc__"} <= {*run.stdout.split()}


@pytest.mark.parametrize("name", PACKAGES)
def test_every_name_is_there_for_readers_type_checkers_and_python(name):
    package = importlib.import_module(name)
    body = ast.parse(Path(package.__file__).read_text("utf-8")).body
    (block,) = (node for node in body if isinstance(node, ast.If))
    checked = {
        (alias.name, line.module)
        for line in block.body
        if isinstance(line, ast.ImportFrom)
        for alias in line.names
    }
    (given,) = (
        node.value.args[1]
        for node in body
        if isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Call)
        and getattr(node.value.func, "id", "") == "imported_on_use"
    )
    assert set(ast.literal_eval(given).items()) == checked
    # what is not imported on use is there at once
    assert {*package.__all__} - {*vars(package)} <= {known for known, _ in checked}
    assert {known for known, _ in checked} <= {*package.__all__}
    assert all(getattr(package, known) is not None for known in package.__all__)
