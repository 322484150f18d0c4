"""A name means one class, whoever registers it."""

from __future__ import annotations

import pytest

from clss import registry
from clss.errors import InputError
from clss.model import MODELS
from clss.registry import Registry


def _named(name: str, qualname: str, module: str = __name__) -> type:
    return type(qualname, (), {"name": name, "__module__": module})


def test_a_class_that_is_made_again_takes_its_own_place():
    known: Registry = Registry("thing", "none", [_named("built-in", "BuiltIn")])
    first, again = (_named("mine", "Mine") for _ in range(2))
    known.add(first)
    assert known.add(again) is again and known.get("mine") is again


@pytest.mark.parametrize("name", ["built-in", "mine"])
def test_a_name_that_another_class_has_is_refused(name):
    known: Registry = Registry("thing", "none", [_named("built-in", "BuiltIn")])
    known.add(_named("mine", "Mine"))
    holder = known.get(name)
    with pytest.raises(InputError, match=f"the thing name '{name}' belongs to .*; give yours"):
        known.add(_named(name, "Other"))
    with pytest.raises(InputError, match="belongs to"):
        known.add(_named(name, holder.__qualname__, module="elsewhere"))
    assert known.get(name) is holder


def test_a_name_of_an_installed_package_is_refused():
    """A model of one's own called "lsa" must not stand in a table in the place of LSA."""
    with pytest.raises(InputError, match=r"'lsa' belongs to LSA \(.*lsa\.py\)"):
        MODELS.add(_named("lsa", "Mine"))
    assert MODELS.get("lsa").__module__ == "baselines.documents.lsa"
    with pytest.raises(InputError, match="'lsa' belongs to"):  # now that it is loaded, too
        MODELS.add(_named("lsa", "Mine"))
    assert MODELS.add(MODELS.get("lsa")).name == "lsa"


def test_an_installed_class_may_come_from_another_module_than_its_entry_point_says(monkeypatch):
    """``my_package:Mine`` is often ``my_package.models:Mine``, taken up by ``__init__.py``."""
    mine, other = (_named("mine", name, "my_package.models") for name in ("Mine", "Other"))

    class Point:
        value = "my_package:Mine"

        def __init__(self, content: object) -> None:
            self.load = lambda: content

    monkeypatch.setattr(registry, "_points", lambda group: {"mine": Point(mine)})
    assert Registry("thing", "none").add(mine) is mine
    monkeypatch.setattr(registry, "_points", lambda group: {"mine": Point(other)})
    with pytest.raises(InputError, match="belongs to Other"):
        Registry("thing", "none").add(mine)
