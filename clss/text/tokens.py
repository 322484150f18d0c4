"""Text to words: by the letters of any script, or by a package that knows the language."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from clss.errors import InputError, unknown_name
from clss.extras import is_installed, optional_module
from clss.text.cleaning import combining_marks
from clss.text.languages import APOSTROPHE_IS_A_LETTER, SEGMENTERS, UNSPACED, base_language

#: A function from a text to its words.
Tokenizer = Callable[[str], list[str]]

TOKENIZERS = ("auto", "words", "characters", "jieba", "pythainlp", "fugashi")
_PIPELINES = ("spacy", "stanza")

# scripts that write no blanks: Thai, Lao, Tibetan, Myanmar, Khmer, Kana, Han
_UNSPACED_SCRIPTS = (
    "\u0e00-\u0eff\u0f00-\u0fff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)


def choose_tokenizer(name: str, lang: str) -> tuple[str, str | None]:
    """Find out which tokenizer ``auto`` means, and what the user should be told about it.

    Examples
    --------
    >>> choose_tokenizer("auto", "es")
    ('words', None)
    >>> choose_tokenizer("auto", "km")[0]
    'characters'
    """
    if name.partition(":")[0] in _PIPELINES:
        return name, None
    if name not in TOKENIZERS:
        raise unknown_name("tokenizer", name, (*TOKENIZERS, "spacy:MODEL", "stanza"))
    lang = base_language(lang)
    if name != "auto":
        return name, None
    if lang not in UNSPACED:
        return "words", None
    package = SEGMENTERS.get(lang)
    if package is not None and is_installed(package):
        return package, None
    hint = f"; with the package {package} they are words" if package else ""
    return "characters", f"{lang} is written without blanks: its tokens are characters{hint}"


def make_tokenizer(name: str, lang: str) -> Tokenizer:
    """Make the function that cuts a text into words; punctuation is left out.

    Parameters
    ----------
    name : {"words", "characters", "jieba", "pythainlp", "fugashi", "spacy:MODEL", "stanza"}
        As chosen by :func:`choose_tokenizer`.
    lang : str
        Code of the language.

    Examples
    --------
    >>> make_tokenizer("words", "fr")("L'arrière-plan (bleu), 2 fois: mot_clé")
    ['L', 'arrière-plan', 'bleu', '2', 'fois', 'mot_clé']
    >>> make_tokenizer("words", "hi")("हिन्दी भाषा।")
    ['हिन्दी', 'भाषा']
    >>> make_tokenizer("characters", "zh")("电脑 PC")
    ['电', '脑', 'PC']
    """
    if name == "words":
        return _words(base_language(lang) in APOSTROPHE_IS_A_LETTER).findall
    if name == "characters":
        return _characters().findall
    if name.partition(":")[0] in _PIPELINES:
        return _pipeline(name, lang)
    return _segmenter(name)


@cache
def _words(apostrophe: bool) -> re.Pattern[str]:
    inner = rf"[\w{combining_marks()}]"
    joints = "-·‐‑'’ʼ" if apostrophe else "-·‐‑"
    return re.compile(rf"\w{inner}*(?:[{joints}]{inner}+)*")


@cache
def _characters() -> re.Pattern[str]:
    marks = combining_marks()
    single = rf"[{_UNSPACED_SCRIPTS}][{marks}]*"
    return re.compile(rf"{single}|(?:(?![{_UNSPACED_SCRIPTS}])\w)[{marks}]*" + _rest(marks))


def _rest(marks: str) -> str:
    return rf"(?:(?![{_UNSPACED_SCRIPTS}])[\w{marks}])*"


def _pipeline(name: str, lang: str) -> Tokenizer:
    from clss.text.taggers import make_tagger  # one of which cuts words by these tokenizers

    pipeline = make_tagger(name, lang)
    has_letter = re.compile(r"\w").search
    return lambda text: [word.form for word in pipeline.tag(text) if has_letter(word.form)]


def _segmenter(name: str) -> Tokenizer:
    has_letter = re.compile(r"\w").search
    if name == "jieba":
        module = optional_module("jieba", "Chinese words", "jieba")
        module.setLogLevel("ERROR")

        def cut(text: str) -> list[str]:
            return module.lcut(text)

    elif name == "pythainlp":
        segment = optional_module("pythainlp.tokenize", "Thai words", "pythainlp").word_tokenize

        def cut(text: str) -> list[str]:
            return segment(text, keep_whitespace=False)

    else:
        module = optional_module("fugashi", "Japanese words", "fugashi[unidic-lite]")
        try:
            tagger = module.Tagger("-Owakati")
        except RuntimeError as error:  # its message is a page long
            raise InputError(
                "fugashi has no dictionary here: pip install 'fugashi[unidic-lite]'"
            ) from error

        def cut(text: str) -> list[str]:
            return tagger.parse(text).split()

    return lambda text: [word for word in cut(text) if has_letter(word)]
