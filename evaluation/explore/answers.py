"""Questions and their answers, as plain values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from clss.context import CONTEXTS, ContextScorer, InSentence, Occurrences
from clss.errors import InputError
from clss.retrieval import RETRIEVALS
from clss.scoring import top_k
from clss.sides import SideName
from clss.space import BilingualSpace
from evaluation.explore.models import Models
from evaluation.report.view import row_outcomes
from evaluation.tables.why import why

MOST_ANSWERS = 50
MOST_MODELS = 12
LONGEST_TEXT = 4000
#: Values of λ for which a sentence is scored at once, so that a slider needs no further question.
WEIGHTS = tuple(round(0.05 * step, 2) for step in range(21))


def overview(models: Models) -> dict[str, Any]:
    """Say what can be asked."""
    view = models.view
    asked = [retrieval for model in models for retrieval in model.retrievals]
    return {
        "run": view.name,
        "models": [
            {
                "label": model.label,
                "langs": list(models.space(model.label).langs),
                "retrievals": list(model.retrievals),
            }
            for model in models
        ],
        "retrievals": list(dict.fromkeys([*RETRIEVALS.names(), *asked])),
        "contexts": [name for name in CONTEXTS.names() if _takes_weight(name)],
        "weights": list(WEIGHTS),
        "panels": [
            {"title": p.title, "task": p.task, "pair": p.pair, "rows": list(p.comparison.labels)}
            for p in view.panels
        ],
    }


def _takes_weight(name: str) -> bool:
    return "weight" in CONTEXTS.get(name)().parameters


def neighbors(models: Models, asked: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Answer with the nearest words of a word in several models side by side."""
    word = _one(asked, "word")
    lang = _one(asked, "lang")
    into = _one(asked, "into")
    retrieval = _one(asked, "retrieval", "nn")
    top = _whole(asked, "top", 10)
    labels = list(asked.get("model", ()))
    if not labels or len(labels) > MOST_MODELS:
        raise InputError(f"ask between one and {MOST_MODELS} models")
    columns = []
    for label in labels:
        column: dict[str, Any] = {"model": label}
        try:
            column["answers"] = nearest(models, label, word, lang, into, retrieval, top)
        except InputError as error:  # this model does not know the word; others may
            column["error"] = str(error)
        columns.append(column)
    right = sorted(translations(models, labels[0], word, lang))
    return {"word": word, "retrieval": retrieval, "right": right, "columns": columns}


def nearest(
    models: Models, label: str, word: str, lang: str | None, into: str, retrieval: str, top: int
) -> list[dict[str, Any]]:
    """Return the best answers of one model, with language and score."""
    space = models.space(label)
    side = space.side_of(word, lang)
    wanted = space.answers_from(into, side)
    scorer = models.scorer(label, side, wanted, retrieval)
    query = np.array([space.vocabulary(side).id(word)])
    ids, scores = top_k(scorer, query, top)
    return [answer._asdict() for answer in space.named(ids[0], scores[0], wanted)]


def translations(models: Models, label: str, word: str, lang: str | None) -> set[str]:
    """Return the right answers that a gold lexicon of the run has for a word."""
    model = models.get(label)
    space = models.space(label)
    forward = space.side_of(word, lang) == "source" if _known(space, word) else True
    found: set[str] = set()
    for panel in models.view.panels:
        if panel.pair != model.pair or panel.task != "ble":
            continue
        for item in next(iter(panel.firsts().values())):
            if forward and item.word == word:
                found |= set(item.gold)
            elif not forward and word in item.gold:
                found.add(item.word)
    return found


def _known(space: BilingualSpace, word: str) -> bool:
    return word in space.source or word in space.target


def in_context(models: Models, asked: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Answer with the candidates of a word re-ranked by its sentence, for every λ."""
    label, context = _one(asked, "model"), _one(asked, "context", "add")
    words = _one(asked, "sentence").split()
    position = _whole(asked, "position", 0, least=0, most=len(words) - 1)
    space = models.space(label)
    pivot = words[position] if words[position] in space.source else words[position].lower()
    candidates = nearest(
        models,
        label,
        pivot,
        space.langs[0],
        "target",
        "nn",
        _whole(asked, "top", 8),
    )
    known = space.source
    heard = [w if w in known else w.lower() for i, w in enumerate(words) if i != position]
    heard = [w for w in heard if w in known]
    names = [answer["word"] for answer in candidates]
    occurrence = Occurrences.from_lists(
        [known.id(pivot)],
        [known.ids(heard)],
        [space.target.ids(names)],
        sentences=[InSentence(tuple(words), position)],
    )
    scorer = ContextScorer(space, occurrence, models.get(label).similarity)
    scores = [scorer.score(context, weight=weight).tolist() for weight in WEIGHTS]
    return {
        "word": pivot,
        "context": heard,
        "candidates": names,
        "weights": list(WEIGHTS),
        "scores": [[_finite(score) for score in row] for row in scores],
        "right": sorted(translations(models, label, pivot, space.langs[0])),
    }


def _finite(value: float) -> float | None:
    return value if np.isfinite(value) else None


def differences(models: Models, asked: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Answer with the test items that only one of two rows gets right."""
    panel = models.view.panel(_one(asked, "task"), _one(asked, "pair"))
    pair = [row_outcomes(panel.outcomes, _one(asked, name))[0] for name in ("first", "second")]
    return why(*pair).to_json()


def words(models: Models, asked: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Complete a word: the most frequent ones of a language that begin so."""
    space = models.space(_one(asked, "model"))
    start, lang = _one(asked, "start").lower(), _one(asked, "lang")
    side: SideName = "target" if lang == space.langs[1] else "source"
    found = []
    for word in space.vocabulary(side):
        if word.lower().startswith(start):
            found.append(word)
            if len(found) == 12:
                break
    return {"words": found}


#: The questions by the name in the address.
QUESTIONS = {
    "overview": lambda models, asked: overview(models),
    "neighbors": neighbors,
    "context": in_context,
    "differences": differences,
    "words": words,
}


def _one(asked: Mapping[str, Sequence[str]], name: str, default: str | None = None) -> str:
    values = asked.get(name, ())
    if not values:
        if default is None:
            raise InputError(f"the question lacks {name!r}")
        return default
    if len(values) > 1 or len(values[0]) > LONGEST_TEXT:
        raise InputError(f"{name!r} is one text of at most {LONGEST_TEXT} characters")
    return values[0]


def _whole(
    asked: Mapping[str, Sequence[str]],
    name: str,
    default: int,
    least: int = 1,
    most: int = MOST_ANSWERS,
) -> int:
    text = _one(asked, name, str(default))
    if not text.isascii() or not text.isdigit() or not least <= int(text[:9]) <= most:
        raise InputError(f"{name!r} is a whole number from {least} to {most}, not {text!r}")
    return int(text)
