"""The encoder as a model of context: an occurrence's own vector in its sentence."""

from __future__ import annotations

import unicodedata
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from baselines.encoders.contexts import WORD
from baselines.encoders.directory import EncoderDirectory
from baselines.encoders.encoder import PretrainedEncoder
from baselines.encoders.passages import Passage, Span
from baselines.encoders.runner import OF_WHOLE_TEXTS, EncoderRunner, EncoderSettings
from clss.context import ContextModel, ContextView, InSentence
from clss.context.base import SHARE
from clss.errors import ClssWarning, InputError
from clss.parameters import Kind, check_values
from clss.text.languages import lower

if TYPE_CHECKING:
    from clss.similarity import Similarity
    from clss.space import BilingualSpace

#: An inflected form begins with all letters of the word but so many at the end, is longer than the
#: word by at most so many, and begins with so many letters of it at least.
_ENDING_LOST, _ENDING_MORE, _LEAST_SHARED = 1, 4, 3


@dataclass(frozen=True)
class EncoderContext(ContextModel):
    """Similarities interpolated: ``(1 - λ) sim(w, t) + λ sim(w in its sentence, t)``.

    The word in its sentence is what the encoder of the space makes of this very occurrence: the
    sentence as it was written where the item has it (``text``), otherwise its content words. The
    candidates are as they are in the space.

    Parameters
    ----------
    weight : float
        The interpolation parameter λ; 1 looks at the occurrence only.

    Notes
    -----
    For the space of an encoder (``model = "encoder"``) that pools words. In a written sentence the
    word is where its own form is, or the nearest form that begins like it (*direcciones* for
    *dirección*); where there is none, the content words are read instead.
    """

    weight: float = 0.5

    name = "encoder"
    takes_bags = False
    allowed: ClassVar[Mapping[str, Kind]] = {"weight": SHARE}

    def check(self, space: BilingualSpace, similarity: Similarity) -> None:
        """Refuse a space that no encoder made, and vectors of whole texts."""
        super().check(space, similarity)
        about = space.metadata.get("encoder")
        if not isinstance(about, Mapping):
            raise InputError(
                "the context model 'encoder' needs the space of an encoder (model ="
                f' "encoder"); this one was made by {space.metadata.get("model", "something else")}'
            )
        pooling = recorded_settings(about).pooling
        if pooling in OF_WHOLE_TEXTS:
            raise InputError(
                f"the context model 'encoder' compares words in sentences, but pooling {pooling!r}"
                " gives vectors of whole texts; use the space of pooling mean or first"
            )

    def scores(self, view: ContextView) -> np.ndarray:
        """Interpolate the similarities; an occurrence without context has the word's own."""
        static = view.compare(view.pivot_rows)
        vectors = view.remember(self.name, lambda: occurrence_vectors(view))
        own = view.compare(vectors)
        # a word without a vector has a score of -inf, and zero times that is NaN
        with np.errstate(invalid="ignore"):
            mixed = (1 - self.weight) * static + self.weight * own
        mixed = np.where(np.isfinite(own), mixed, static)
        return np.where(np.isfinite(static), mixed, own)


def occurrence_vectors(view: ContextView) -> np.ndarray:
    """Encode every occurrence in its sentence; zero where the sentence is the word alone."""
    occurrences, space = view.occurrences, view.space
    if occurrences.sentences is None:
        raise InputError("the context model 'encoder' needs the sentences themselves")
    lang = space.lang(occurrences.side)
    passages, unseen = [], 0
    for row, sentence in enumerate(occurrences.sentences):
        place = None if sentence.text is None else place_in_text(sentence, lang)
        unseen += sentence.text is not None and place is None
        if place is not None and sentence.text is not None:
            passages.append(Passage(sentence.text, (place,), (row,)))
        elif len(sentence.words) > 1:
            passages.append(Passage.sentence(sentence.words, [sentence.position], [row]))
    if unseen:
        warnings.warn(
            f"the written sentence does not show the word in {unseen} of"
            f" {len(occurrences)} items; their content words are read instead",
            ClssWarning,
            stacklevel=2,
        )
    means, _ = reopened(space.metadata["encoder"]).means(passages, len(occurrences))
    return means


def reopened(about: Mapping[str, Any]) -> EncoderRunner:
    """Open the encoder that a space was made with; it must be what it was."""
    try:
        directory = EncoderDirectory.open(str(about.get("path", "")))
    except InputError as error:
        raise InputError(
            f"the encoder that the space was made with is not at its place any more: {error}"
        ) from error
    if directory.fingerprint != about.get("fingerprint"):
        raise InputError("is not the encoder any more that the space was made with", directory.path)
    return EncoderRunner(directory, recorded_settings(about))


def recorded_settings(about: Mapping[str, Any]) -> EncoderSettings:
    """Return how a space was made; a space may come from somebody else, so all is checked."""
    try:
        settings = dict(about["settings"])
        check_values(PretrainedEncoder.parameters, settings)
        return EncoderSettings(**settings)
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"the space does not say how its encoder was asked ({error})") from error


def place_in_text(sentence: InSentence, lang: str) -> Span | None:
    """Find a word in the sentence as it was written, in its own form or in an inflected one.

    Examples
    --------
    >>> place_in_text(InSentence(("libreta", "dirección"), 1, "La libreta de direcciones."), "es")
    (14, 25)
    """
    word = lower(sentence.word, lang)
    forms = [(lower(m[0], lang), m.span()) for m in WORD.finditer(sentence.text or "")]
    found = [span for form, span in forms if form == word]
    if not found:
        shared = [(_shared_letters(word, form), span) for form, span in forms]
        most = max((letters for letters, _ in shared), default=0)
        found = [span for letters, span in shared if letters == most > 0]
    if not found:
        return None
    earlier = sum(lower(other, lang) == word for other in sentence.words[: sentence.position])
    return found[min(earlier, len(found) - 1)]


def _shared_letters(word: str, form: str) -> int:
    """Return how many letters two forms of one word begin with; 0 if they look like two words.

    Examples
    --------
    >>> _shared_letters("dirección", "direcciones"), _shared_letters("base", "barra")
    (9, 0)
    """
    first, second = _plain(word), _plain(form)
    pairs = zip(first, second, strict=False)
    shared = next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(first), len(second)))
    least = max(_LEAST_SHARED, len(first) - _ENDING_LOST)
    return shared if shared >= least and len(second) <= len(first) + _ENDING_MORE else 0


def _plain(word: str) -> str:
    """Return a word without accents, which come and go with endings."""
    letters = unicodedata.normalize("NFD", word)
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
