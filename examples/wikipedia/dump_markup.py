"""The markup of Wikipedia around given sentences, and the ways in which it is broken.

Every sentence comes out again, word for word, if the markup is taken off rightly: what surrounds
them (templates, tables, footnotes, formulas, galleries, captions) carries no text of its own.
"""

from __future__ import annotations

import random
import re

_SIGNS = {ord(sign): f"&#{ord(sign)};" for sign in "[]{}<>|*#=_'"} | {ord("&"): "&amp;"}
_WORD = re.compile(r"\b[^\W\d_]{5,}\b")
_FILE = {"es": "Archivo", "en": "File"}
_CATEGORY = {"es": "Categoría", "en": "Category"}
_HEADING = {
    "es": ("Historia", "Descripción", "Uso", "Véase también"),
    "en": ("History", "Description", "Usage", "See also"),
}


def article(sentences: list[str], lang: str, title: str, chance: random.Random) -> str:
    """Write a whole article."""
    words = _WORD.findall(" ".join(sentences)) or ["page"]
    parts = [_infobox(title, words, lang, chance)]
    if chance.random() < 0.5:
        parts.append(_picture(words, lang, chance))
    for start in range(0, len(sentences), 4):
        if start and chance.random() < 0.4:
            parts.append(f"\n== {chance.choice(_HEADING[lang])} ==\n")
        text = " ".join(_sentence(one, words, chance) for one in sentences[start : start + 4])
        parts.append(f"* {text}" if start and chance.random() < 0.1 else f"{text}\n")
        if chance.random() < 0.3:
            block = chance.choice((_table, _gallery, _formula, _hidden, _chart))
            parts.append(block(words, lang, chance))
    parts.append(_foot(words, lang, chance))
    return "\n".join(parts)


def damage(text: str, chance: random.Random) -> str:
    """Break the markup of an article as careless authors do."""
    middle = text.find("\n", chance.randrange(len(text)))
    wrong = chance.choice(
        (
            "<ref>",
            "{{",
            "}}",
            "</span>",
            "<br",
            "{| class=wikitable\n| x",
            "[[x",
            "<!-- x",
            "'''''",
            "<math>",
            "\u202ex\u202c",
            '<ref name="x"/',
            "|}",
        )
    )
    return f"{text[:middle]} {wrong}{text[middle:]}"


def _sentence(sentence: str, words: list[str], chance: random.Random) -> str:
    """Link, stress and span some words, and put a footnote behind."""

    def mark(match: re.Match[str]) -> str:
        word, draw = match[0], chance.random()
        if draw < 0.10:
            return f"[[{word}]]"
        if draw < 0.16:
            return f"[[{chance.choice(words).capitalize()} (x)|{word}]]"
        if draw < 0.18:
            return f"''{word}''"
        if draw < 0.19:
            return f'<span lang="x" style="color:red">{word}</span>'
        if draw < 0.20:
            return f"[https://example.org/{word}?a=1&b=2 {word}]"
        if draw < 0.21:
            return f"{word}<!-- {word} ? -->"
        return word

    if "://" in sentence:  # an address cannot have links in it
        return sentence.translate(_SIGNS)
    plain = re.split(r"(\b[^\W\d_]{5,}\b)", sentence)
    marked = "".join(
        _WORD.sub(mark, part) if i % 2 else part.translate(_SIGNS) for i, part in enumerate(plain)
    )
    if marked[:1] in (":", ";"):  # the line would be a definition
        marked = f"&#{ord(marked[0])};{marked[1:]}"
    return marked + _footnote(words, chance) if chance.random() < 0.35 else marked


def _footnote(words: list[str], chance: random.Random) -> str:
    name = chance.choice(words)
    draw = chance.random()
    if draw < 0.3:
        return f'<ref name="{name}" />'
    if draw < 0.6:
        page = chance.randrange(400)
        return f"<ref>[http://example.org/{name} {name}], ''{name}'', p. {page}.</ref>"
    date = f"{{{{date|2020|{chance.randrange(1, 13)}|1}}}}"
    return (
        f'<ref name="{name}">{{{{cite web|url=https://example.org/{name}|title={name} of [[{name}]]'
        f"|last1={name.capitalize()}|access-date={date}}}}}</ref>"
    )


def _infobox(title: str, words: list[str], lang: str, chance: random.Random) -> str:
    rows = "\n".join(
        f"| {chance.choice(words)} = [[{chance.choice(words)}|{chance.choice(words)}]]"
        f"{{{{small|({chance.randrange(2000)})}}}}<br />{chance.choice(words)}"
        for _ in range(chance.randrange(4, 14))
    )
    picture = f"[[{_FILE[lang]}:{words[0]}.jpg|250px]]"
    return (
        f"{{{{Infobox software\n| name = {title.translate(_SIGNS)}\n| image = {picture}\n{rows}\n"
        f"| coordinates = {{{{coord|{chance.randrange(90)}|N|display=inline}}}}\n|}}}}"
    )


def _picture(words: list[str], lang: str, chance: random.Random) -> str:
    first, second = chance.choice(words), chance.choice(words)
    return (
        f"[[{_FILE[lang]}:{first} {second}.png|thumb|left|upright=1.2|{first} [[{second}]] "
        f"[[{first}|{second} ''{first}'']]<ref>{second}</ref> {second}.]]"
    )


def _table(words: list[str], lang: str, chance: random.Random) -> str:
    rows = "".join(
        f'|-\n| style="text-align:right" | {chance.choice(words)} || [[{chance.choice(words)}]]\n'
        f"| {{{{formatnum:{chance.randrange(10**6)}}}}}\n"
        for _ in range(chance.randrange(2, 25))
    )
    inner = "{|\n| a\n|}\n" if chance.random() < 0.2 else ""
    return f'{{| class="wikitable sortable"\n|+ {words[0]}\n! a !! b !! c\n{rows}|-\n|\n{inner}|}}'


def _gallery(words: list[str], lang: str, chance: random.Random) -> str:
    rows = "\n".join(
        f"{_FILE[lang]}:{chance.choice(words)}.jpg|[[{chance.choice(words)}]] of x"
        for _ in range(chance.randrange(2, 7))
    )
    return f'<gallery mode="packed">\n{rows}\n</gallery>'


def _formula(words: list[str], lang: str, chance: random.Random) -> str:
    return (
        f': <math display="block">\\sum_{{i=1}}^{{{chance.randrange(99)}}} \\frac{{x_{{i}}}}{{2}} '
        "< \\begin{matrix} a & b \\end{matrix}</math>"
    )


def _hidden(words: list[str], lang: str, chance: random.Random) -> str:
    return f"<!-- {words[0]}: {{{{ [[ <ref>\n -->{{{{clear}}}}"


def _chart(words: list[str], lang: str, chance: random.Random) -> str:
    return (
        '<syntaxhighlight lang="basic">\nSub Main\n  a = "{{" & "[["\nEnd Sub\n</syntaxhighlight>\n'
        "<timeline>\nImageSize = width:200\n</timeline>"
    )


def _foot(words: list[str], lang: str, chance: random.Random) -> str:
    categories = "\n".join(
        f"[[{_CATEGORY[lang]}:{chance.choice(words)}]]" for _ in range(chance.randrange(1, 6))
    )
    return (
        '== {{int:references}} ==\n{{reflist|refs=\n<ref name="z">{{cite book|title=Z}}</ref>\n}}\n'
        f"{{{{Navbox\n| list1 = {{{{flatlist|\n* [[{chance.choice(words)}]]\n* [[x]]\n}}}}\n}}}}\n"
        f"__NOTOC__\n{categories}\n[[de:{chance.choice(words)}]]"
    )
