"""The encoder as a model of context, against numpy."""

from __future__ import annotations

import shutil

import numpy as np
import pytest
from tiny_encoder_reference import TinyEncoder

from baselines import LSA, PretrainedEncoder
from baselines.encoders.context import place_in_text
from clss.context import InSentence
from clss.errors import ClssWarning, InputError
from evaluation.tasks.swtc import SWTC
from evaluation.tasks.swtc_tuning import tune

ITEMS = [
    {
        "word": "dirección",
        "sentence": ["libreta", "desconocida", "dirección"],
        "position": 2,
        "candidates": ["address", "page"],
        "gold": "address",
        "text": "La libreta de direcciones, desconocida.",
    },
    {
        "word": "formato",
        "sentence": ["formato", "celda"],
        "position": 0,
        "candidates": ["format", "file", "nowhere"],
        "gold": "format",
    },
    {
        "word": "celda",
        "sentence": ["celda"],
        "position": 0,
        "candidates": ["cell", "book"],
        "gold": "cell",
    },
]


@pytest.fixture(scope="module")
def space(tiny, corpus):
    return PretrainedEncoder(tiny).fit(corpus).space_


def cosine(first, second):
    return first @ second / np.linalg.norm(first) / np.linalg.norm(second)


def scored(space, items, context="encoder", **parameters):
    task = SWTC(items)
    scorer = task.scorer(space)
    return scorer._scorer.score(context, **parameters)


@pytest.mark.parametrize("weight", [0.0, 0.3, 1.0])
def test_scores_are_what_numpy_computes(tiny, space, weight):
    reference = TinyEncoder(tiny)
    own = [
        reference.word(ITEMS[0]["text"], 14, 25),
        reference.word("formato celda", 0, 7),
        None,
    ]
    expected = []
    for item, vector in zip(ITEMS, own, strict=True):
        for candidate in item["candidates"]:
            if candidate not in space.target:
                expected.append(-np.inf)
                continue
            answer = space.vector(candidate, "en").astype(float)
            static = cosine(space.vector(item["word"], "es").astype(float), answer)
            inside = static if vector is None else cosine(vector, answer)
            expected.append((1 - weight) * static + weight * inside)
    np.testing.assert_allclose(scored(space, ITEMS, weight=weight), expected, atol=2e-5)


def test_the_ends_of_lambda(space):
    np.testing.assert_allclose(scored(space, ITEMS, weight=0.0), scored(space, ITEMS, "none"))


def test_raw_text_changes_the_answers_and_the_fingerprint(space):
    without = [{key: value for key, value in item.items() if key != "text"} for item in ITEMS]
    assert SWTC(ITEMS).fingerprint != SWTC(without).fingerprint
    assert abs(scored(space, ITEMS)[0] - scored(space, without)[0]) > 1e-4


def test_a_text_that_does_not_show_the_word_is_not_used(space):
    item = {**ITEMS[1], "text": "Aquí no está."}
    with pytest.warns(ClssWarning, match="does not show the word in 1 of 1 items"):
        found = scored(space, [item])
    np.testing.assert_array_equal(found, scored(space, [ITEMS[1]]))


@pytest.mark.parametrize(
    ("words", "position", "text", "place"),
    [
        (("celda",), 0, "La CELDA.", (3, 8)),
        (("celda", "celda"), 1, "una celda, otra celda", (16, 21)),
        (("celda", "celda"), 1, "una celda", (4, 9)),
        (("imagen",), 0, "las imágenes", (4, 12)),
        (("city",), 0, "many cities", (5, 11)),
        (("base",), 0, "la barra", None),
        (("sol",), 0, "el solsticio", None),
        (("celda",), 0, "", None),
    ],
)
def test_places_in_written_sentences(words, position, text, place):
    assert place_in_text(InSentence(words, position, text), "es") == place


def test_lambda_is_tuned_and_the_context_size_is_not(space):
    dev = SWTC([{**ITEMS[1], "id": "dev"}])
    tuning = tune(space, dev, "encoder", test=SWTC([ITEMS[0]]))
    assert len(tuning.trials) == 11
    assert {trial.keep for trial in tuning.trials} == {None}
    outcome = SWTC([ITEMS[0]]).evaluate(space, tuning=tuning)
    assert outcome.facts.context.startswith("encoder(weight=")
    with pytest.raises(InputError, match="reads whole sentences; leave keep out"):
        tune(space, dev, "encoder", keeps=[3])


def test_sentences_are_encoded_once_for_all_lambdas(space, monkeypatch):
    from baselines.encoders import context as module

    calls = []
    plain = module.occurrence_vectors
    monkeypatch.setattr(module, "occurrence_vectors", lambda view: calls.append(1) or plain(view))
    tune(space, SWTC(ITEMS), "encoder")
    assert len(calls) == 1


def test_other_spaces_are_refused(tiny, corpus):
    with pytest.raises(InputError, match=r"needs the space of an encoder .* made by lsa"):
        scored(LSA(dim=2).fit(corpus).space_, ITEMS)
    whole = PretrainedEncoder(tiny, occurrences=0, pooling="cls").fit(corpus).space_
    with pytest.raises(InputError, match="pooling 'cls' gives vectors of whole texts"):
        scored(whole, ITEMS)


def test_an_encoder_that_has_changed_is_refused(tiny, corpus, tmp_path):
    copy = shutil.copytree(tiny, tmp_path / "copy")
    made = PretrainedEncoder(copy).fit(corpus).space_
    with open(copy / "config.json", "a") as stream:
        stream.write(" ")
    with pytest.raises(InputError, match="is not the encoder any more"):
        scored(made, ITEMS)
    copy.rename(tmp_path / "moved")
    with pytest.raises(InputError, match=r"not at its place any more: .*copy: no such directory"):
        scored(made, ITEMS)


@pytest.mark.parametrize(
    "about", [{}, {"settings": 3}, {"settings": {"threads": -1}}, {"settings": {"no": 1}}]
)
def test_a_space_that_says_nonsense_is_refused(space, about):
    with pytest.raises(InputError, match="does not say how its encoder was asked"):
        scored(space.described(encoder=about), ITEMS)


def test_a_wrong_text_is_refused():
    with pytest.raises(InputError, match="text must be the sentence as it was written, not 3"):
        SWTC([{**ITEMS[0], "text": 3}])
