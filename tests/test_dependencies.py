"""What the packages import is what they say they need, and not there by some other's grace."""

from __future__ import annotations

import ast
import configparser
import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("clss", "baselines", "evaluation")
#: distributions of extras that the tests do without, by the module that they bring
NOT_FOR_TESTS = {"umap": "umap-learn"}

FILES = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _required(lines: str) -> set[str]:
    """Return the names of requirements, without versions."""
    return {_normal(re.match(r"[\w.-]+", line)[0]) for line in lines.split("\n") if line.strip()}


@pytest.fixture(scope="module")
def declared() -> dict[str, set[str]]:
    """The distributions that setup.cfg names, those of users by "" and the extras by name."""
    config = configparser.ConfigParser()
    config.read(ROOT / "setup.cfg")
    needed = {name: _required(value) for name, value in config["options.extras_require"].items()}
    del needed["dev"], needed["docs"]
    return {**needed, "": _required(config["options"]["install_requires"])}


@cache
def _installed() -> Mapping[str, list[str]]:
    return packages_distributions()  # reads the metadata of everything installed: a second


def _distributions(module: str) -> set[str]:
    found = _installed().get(module) or [NOT_FOR_TESTS.get(module, module)]
    return {_normal(name) for name in found}


def _imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield str(node.module).partition(".")[0]


def _optional(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Give what is imported by ``optional_module``, and what its message says to install."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "optional_module":
            name, *more = node.args
            install = getattr(more[1], "value", "") if len(more) > 1 else "clss[text]"
            yield name.value.partition(".")[0], install


def test_every_import_is_declared(declared: dict[str, set[str]]) -> None:
    importers: dict[str, str] = {}
    for path in FILES:
        for module in _imports(ast.parse(path.read_text("utf-8"))):
            importers.setdefault(module, str(path.relative_to(ROOT)))
    ours = {*sys.stdlib_module_names, *PACKAGES}
    known = set().union(*declared.values())
    missing = {
        module: path
        for module, path in importers.items()
        if module not in ours and not _distributions(module) & known
    }
    assert not missing


def test_what_a_message_tells_to_install_brings_what_is_missing(
    declared: dict[str, set[str]],
) -> None:
    found = [pair for path in FILES for pair in _optional(ast.parse(path.read_text("utf-8")))]
    assert len(found) > 8
    for module, install in found:
        extra = re.fullmatch(r"clss\[(\w+)\]", install)
        if extra:
            assert _distributions(module) & declared[extra[1]], (module, install)
