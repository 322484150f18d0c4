"""Translation in context as a task: denominators, ties, senses, what the outcome remembers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clss.corpus import AlignedCorpus
from clss.errors import InputError
from clss.matrices import unit_rows
from clss.space import BilingualSpace
from clss.vocabulary import Vocabulary
from evaluation.tasks.outcome import Outcome
from evaluation.tasks.scores import score
from evaluation.tasks.swtc import SWTC

QUICKSTART = Path(__file__).parents[3] / "examples" / "quickstart"


def item(word, sentence, candidates, gold, **more):
    words = sentence.split()
    return {
        "word": word,
        "sentence": words,
        "position": words.index(word),
        "candidates": candidates.split(),
        "gold": gold,
        **more,
    }


@pytest.fixture
def space():
    """Dimension 0 is money, 1 is parks, 2 is fish; the word itself leans to money."""
    source = {
        "banco": [1, 0.9, 0.8],
        "dinero": [1, 0, 0],
        "parque": [0, 1, 0],
        "mar": [0, 0, 1],
        "nada": [0, 0, 0],
    }
    target = {
        "bank": [1, 0, 0],
        "bench": [0, 1, 0],
        "shoal": [0, 0, 1],
        "bank2": [2, 0, 0],
        "void": [0, 0, 0],
    }
    about = {
        "model": "toy",
        "corpus": "1a2b",
        "supervision": ["documents"],
        "seed_lexicon": [["banco", "bank"], ["mar", "sea"]],
    }
    return BilingualSpace(
        Vocabulary(source, [50, 40, 30, 20, 10]),
        Vocabulary(target),
        np.array(list(source.values()), dtype=float),
        np.array(list(target.values()), dtype=float),
        langs=("es", "en"),
        metadata=about,
    )


SENSES = "bank bench shoal"


def statuses(outcome):
    return [(i.status, i.pessimistic, i.optimistic) for i in outcome]


def test_context_decides(space):
    task = SWTC(
        [
            item("banco", "dinero banco", SENSES, "bank", id="1"),
            item("banco", "banco parque", SENSES, "bench", id="2"),
            item("banco", "mar banco mar", SENSES, "shoal", id="3"),
        ]
    )
    assert task.evaluate(space, "none").correct().tolist() == [True, False, False]
    outcome = task.evaluate(space)
    assert outcome.correct().tolist() == [True, True, True]
    assert (outcome.label, outcome.task, outcome.model) == ("toy+add", "swtc", "toy")
    first = outcome["1"]
    assert (first.cluster, first.candidates, first.frequency) == ("banco", 3, 50)
    assert (first.gold, first.answers) == (("bank",), ("bank", "bench", "shoal"))
    assert outcome.metadata["context"] == "add(background=0.0,normalize=sum,weight=1.0)"
    assert outcome.metadata["pair"] == "es-en" and outcome.metadata["corpus"] == "1a2b"
    assert outcome.metadata["seed_lexicon_gold"] == 1
    assert outcome.metadata["seed_lexicon_size"] == 2


def test_every_item_stays_in_the_denominator(space):
    task = SWTC(
        [
            item("banco", "dinero banco", "bank bench", "bank"),
            item("orilla", "mar orilla", "bank bench", "bank"),  # pivot out of vocabulary
            item("banco", "mar banco", "bank reef", "reef"),  # gold out of vocabulary
            item("banco", "banco parque", "void bench", "void"),  # gold without a vector
            item("banco", "x banco dinero", "reef bank", "bank"),  # a wrong candidate unknown
            item("nada", "nada y", "bank bench", "bank"),  # nothing to go by
        ]
    )
    outcome = task.evaluate(space)
    assert [i.status for i in outcome] == ["ranked", "oov", "oov", "missed", "ranked", "unanswered"]
    assert outcome.correct().tolist() == [True, False, False, False, True, False]
    assert score(outcome, "acc1") == pytest.approx(2 / 6)
    assert outcome.metadata["items_without_context"] == 1
    assert [i.frequency for i in outcome] == [50, 0, 50, 50, 50, 10]


def test_nothing_known_at_all(space):
    outcome = SWTC([item("x", "x y", "v w", "w")]).evaluate(space)
    assert statuses(outcome) == [("oov", None, None)]


def test_a_tie_at_the_top_is_wrong_and_counted(space):
    task = SWTC(
        [
            item("banco", "dinero banco", "bank bank2", "bank", id="1"),
            item("banco", "parque banco", "bank bank2 bench", "bench", id="2"),
            item("banco", "parque banco parque", "bank bank2 bench", "bank", id="3"),
        ]
    )
    outcome = task.evaluate(space)
    assert statuses(outcome) == [("ranked", 2, 1), ("ranked", 1, 1), ("ranked", 3, 2)]
    assert [i.ties for i in outcome] == [1, 0, 1]
    assert score(outcome, "acc1") == pytest.approx(1 / 3)
    assert score(outcome, "acc1", ties="optimistic") == pytest.approx(2 / 3)


def test_equal_vectors_never_win():
    flat = BilingualSpace(
        Vocabulary(["banco", "mar"]),
        Vocabulary(["bank", "bench"]),
        np.ones((2, 3)),
        np.ones((2, 3)),
    )
    task = SWTC(
        [
            item("banco", "banco mar", "bank bench", "bank"),
            item("banco", "mar banco", "bank bench", "bench"),
        ]
    )
    for context in ("none", "add", "late-fusion", "add-melamud", "mult-melamud"):
        assert task.evaluate(flat, context).correct().sum() == 0


def test_an_empty_context_is_no_context(space):
    task = SWTC(
        [item("banco", "banco", SENSES, "bank"), item("banco", "banco zzz", SENSES, "bank")]
    )
    outcome = task.evaluate(space, weight=1.0)
    assert outcome.correct().all() and outcome.metadata["items_without_context"] == 2


def test_by_senses(space):
    task = SWTC(
        [
            item("banco", "dinero banco", SENSES, "bank"),
            item("banco", "dinero banco mar", "bank bench", "bench"),
            item("orilla", "mar orilla", "bank bench", "bank"),
        ]
    )
    parts = SWTC.by_senses(task.evaluate(space))
    assert {n: (len(part), score(part, "acc1")) for n, part in parts.items()} == {
        2: (2, 0.0),
        3: (1, 1.0),
    }


def test_the_other_direction(space):
    turned = SWTC([item("bench", "shoal bench", "banco mar", "mar")], side="target")
    outcome = turned.evaluate(space)
    assert outcome.correct().all() and outcome.metadata["pair"] == "en-es"
    with pytest.raises(InputError, match="a side is 'source' or 'target', not 'left'"):
        SWTC([item("bench", "shoal bench", "banco mar", "mar")], side="left")


def test_the_outcome_survives_saving(space, tmp_path):
    outcome = SWTC([item("banco", "dinero banco", SENSES, "bank")]).evaluate(
        space, "late-fusion", weight=0.3, keep=2, label="mine", model="m", metadata={"seed": 4}
    )
    assert (outcome.label, outcome.model, outcome.seed) == ("mine", "m", 4)
    assert outcome.metadata["context"] == "late-fusion(keep=2,weight=0.3)"
    outcome.save(tmp_path / "outcome.jsonl")
    assert Outcome.load(tmp_path / "outcome.jsonl") == outcome


def test_all_is_a_context_size(space):
    task = SWTC([item("banco", "dinero banco mar", SENSES, "bank")])
    assert task.evaluate(space, keep="all").items == task.evaluate(space).items
    assert task.evaluate(space, "none", keep="all").correct().all()


@pytest.mark.parametrize(
    ("settings_", "reason"),
    [
        ({"context": "none", "weight": 1.0}, "no parameter 'weight'"),
        ({"context": "smoothed-fusion"}, "use add"),
        ({"context": "add", "keep": -1}, "whole number from 1"),
        ({"context": "add", "similarity": "hellinger"}, "hellinger compares"),
        ({"context": "ad"}, "did you mean"),
    ],
)
def test_wrong_settings(space, settings_, reason):
    with pytest.raises(InputError, match=reason):
        SWTC([item("banco", "dinero banco", SENSES, "bank")]).evaluate(space, **settings_)


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_order_of_items_and_candidates_and_scale_of_the_space_change_nothing(seed):
    rng = np.random.default_rng(seed)
    words, answers = [f"s{i}" for i in range(8)], [f"t{i}" for i in range(6)]
    made = []
    for i in range(12):
        sentence = list(rng.choice(words, size=rng.integers(1, 6)))
        chosen = list(rng.choice(answers, size=rng.integers(2, 5), replace=False))
        position = int(rng.integers(len(sentence)))
        made.append(
            {
                "id": str(i),
                "word": sentence[position],
                "sentence": sentence,
                "position": position,
                "candidates": chosen,
                "gold": chosen[0],
            }
        )
    seen = {}
    made = [
        m
        for m in made
        if seen.setdefault((m["word"], *m["sentence"], m["position"]), m["gold"]) == m["gold"]
    ]
    source, target = rng.normal(size=(8, 4)), rng.normal(size=(6, 4))

    def correct(items, scale):
        space = BilingualSpace(
            Vocabulary(words), Vocabulary(answers), scale * source, scale * target
        )
        outcome = SWTC(items).evaluate(space, weight=0.5)
        assert (outcome.correct() <= outcome.correct(ties="optimistic")).all()
        return {i.key: i.pessimistic for i in outcome}

    mixed = [
        {**made[i], "candidates": list(rng.permutation(made[i]["candidates"]))}
        for i in rng.permutation(len(made))
    ]
    assert correct(made, 1.0) == correct(mixed, 7.0)


def log_idf_space(corpus):
    """Words as the documents they occur in; nothing is learned."""
    matrices = []
    for side in corpus.sides:
        counts = side.document_term_matrix().T.tocsr().astype(float)
        counts.data = 1 + np.log(counts.data)
        spread = np.diff(counts.indptr)
        counts.data *= np.repeat(np.log(counts.shape[1] / spread), spread)
        matrices.append(unit_rows(counts))
    return BilingualSpace(
        corpus.source.vocabulary,
        corpus.target.vocabulary,
        *matrices,
        langs=corpus.langs,
        kind="count",
    )


def test_context_helps_on_real_sentences():
    files = [QUICKSTART / f"nouns.{lang}.txt.gz" for lang in ("es", "en")]
    corpus = AlignedCorpus.from_files(*files, langs=("es", "en"), min_count=5)
    task = SWTC.from_file(QUICKSTART / "swtc-test.jsonl")
    assert len(task) == 235 and repr(task) == "SWTC(235 items, 10 words)"
    space = log_idf_space(corpus)
    alone = task.evaluate(space, "none")
    within = task.evaluate(space, "add", weight=1.0)
    assert len(alone) == len(within) == 235
    # without context a noun always gets the same answer
    assert all(
        len({i.answers[0] for i in alone if i.cluster == noun}) == 1
        for noun in {i.cluster for i in alone}
    )
    assert score(within, "acc1") > score(alone, "acc1")
    assert sorted(SWTC.by_senses(within)) == [2, 3]
