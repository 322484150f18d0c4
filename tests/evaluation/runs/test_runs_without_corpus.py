"""A comparison of what was trained elsewhere needs no corpus."""

from __future__ import annotations

import numpy as np
import pytest
from toy_run import Ran

from clss.errors import InputError
from clss.space import BilingualSpace
from clss.vocabulary import Vocabulary
from evaluation.cli import main
from evaluation.runs.config import read_config


@pytest.fixture
def given(tmp_path):
    vectors = np.random.default_rng(1).normal(size=(10, 4))
    words = [Vocabulary([f"{letter}{i}" for i in range(10)]) for letter in "st"]
    BilingualSpace(*words, vectors, vectors, langs=("fr", "en")).save(tmp_path / "space")
    (tmp_path / "gold.tsv").write_text("".join(f"s{i}\tt{i}\n" for i in range(10)))
    (tmp_path / "lists.tsv").write_text("".join(f"s{i}\tt0\tt{i}\n" for i in range(1, 10)))
    config = tmp_path / "given.toml"
    config.write_text(
        '[tasks.ble]\ngold = "gold.tsv"\n'
        '[[models]]\nspace = "space"\n[[models]]\nranked = "lists.tsv"\nlabel = "Theirs"\n'
    )
    return config


def test_spaces_and_ranked_lists_do_without_a_corpus(given, tmp_path, capsys):
    ran = Ran(given, tmp_path / "run")
    (results,) = ran.results
    assert results.pairs == ("fr-en",)  # as the space says
    assert {o.label: o.correct().mean() for o in results.outcomes} == {"space": 1.0, "Theirs": 0.0}
    assert main(["verify", str(tmp_path / "run")]) == 0
    assert main(["compare", str(given), "--out", str(tmp_path / "run"), "--dry-run"]) == 0
    assert "corpus" not in capsys.readouterr().out.partition("State")[2]


def test_languages_may_be_named_and_models_still_need_text(given):
    text = given.read_text()
    given.write_text('langs = ["de", "en"]\n' + text)
    assert [corpus.name for corpus in read_config(given).corpora] == ["de-en"]
    given.write_text(text.replace('"gold.tsv"', '{de-en = "gold.tsv", fr-en = "gold.tsv"}'))
    with pytest.raises(InputError, match="space must name a directory per language pair"):
        read_config(given)
    given.write_text(text + '[[models]]\nmodel = "lsa"\n')
    with pytest.raises(InputError, match="needs the key corpus"):
        read_config(given)
