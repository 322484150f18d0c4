"""Two Wikipedia dumps in miniature: real text and real markup, every kind of page, link table.

    python examples/wikipedia/write_dumps.py OUT [--pages 20000] [--broken 0.03]

writes ``eswiki-20261101-pages-articles-multistream.xml.bz2``, the same of ``enwiki``, and
``eswiki-20261101-langlinks.sql.gz``, laid out as Wikimedia does. The texts are the help pages of
the quickstart: the first 1,683 linked articles are these pages, one for one, the others several of
them together. Between the articles stand redirects, disambiguations, lists, stubs, templates,
categories, articles without a partner; some articles have broken markup.
"""

from __future__ import annotations

import argparse
import bz2
import gzip
import random
import re
from collections.abc import Iterator
from pathlib import Path
from xml.sax.saxutils import escape

from dump_markup import article, damage

QUICKSTART = Path(__file__).resolve().parent.parent / "quickstart"
DATE = "20261101"
PAGES_PER_STREAM = 100
_SENTENCE_END = re.compile(r"(?<=[.!?:]) ")
# how often each kind of page occurs between the linked articles
_KINDS = {"redirect": 6, "unlinked": 2, "other": 3, "stub": 1, "disambiguation": 1, "list": 1}
_WORDS = {
    "es": ("Desambiguación", "desambiguación", "Lista de ", "Plantilla", "Categoría", "Archivo"),
    "en": ("Disambiguation", "disambiguation", "List of ", "Template", "Category", "File"),
}


def read_texts(lang: str) -> list[list[str]]:
    """Read the help pages of the quickstart as lists of sentences."""
    with gzip.open(QUICKSTART / f"raw.{lang}.txt.gz", "rt", encoding="utf-8") as lines:
        return [_SENTENCE_END.split(" ".join(line.split())) for line in lines]


def plan(pages: int, chance: random.Random) -> Iterator[tuple[str, list[int]]]:
    """Say of every page what kind it is and which help pages it is made of."""
    kinds, weights = list(_KINDS), list(_KINDS.values())
    linked, helps = 0, 1683
    for number in range(pages):
        if number % 2 == 0:
            first = [linked] if linked < helps else []
            more = chance.randrange(2, 9) if linked >= helps else 0
            yield "article", first + [chance.randrange(helps) for _ in range(more)]
            linked += 1
        else:
            yield chance.choices(kinds, weights)[0], [chance.randrange(helps) for _ in range(4)]


def page_xml(number: int, title: str, namespace: int, text: str, redirect: str = "") -> str:
    """Write one page as an export of MediaWiki has it."""
    turn = f'    <redirect title="{escape(redirect)}" />\n' if redirect else ""
    return (
        f"  <page>\n    <title>{escape(title)}</title>\n    <ns>{namespace}</ns>\n"
        f"    <id>{number}</id>\n{turn}    <revision>\n      <id>{number + 10**6}</id>\n"
        "      <timestamp>2026-10-31T00:00:00Z</timestamp>\n"
        "      <contributor>\n        <username>A</username>\n        <id>1</id>\n"
        "      </contributor>\n      <model>wikitext</model>\n"
        "      <format>text/x-wiki</format>\n"
        f'      <text bytes="{len(text.encode())}" xml:space="preserve">{escape(text)}</text>\n'
        "    </revision>\n  </page>\n"
    )


def title_of(kind: str, number: int, sentences: list[str], lang: str) -> str:
    """Make up a title, of the first words of the text."""
    name = " ".join(re.findall(r"\w+", sentences[0])[:3]).capitalize() or "Página"
    title = f"{name} {number}"
    if kind == "disambiguation":
        return f"{title} ({_WORDS[lang][1]})"
    return f"{_WORDS[lang][2]}{title}" if kind == "list" else title


def wikitext(kind: str, sentences: list[str], lang: str, title: str, chance: random.Random) -> str:
    """Write the text of a page that is no redirect."""
    if kind in ("article", "unlinked"):
        return article(sentences, lang, title, chance)
    if kind == "disambiguation":
        return f"'''{title}''':\n* [[a]]\n* [[b]]\n{{{{{_WORDS[lang][0]}}}}}"
    if kind == "list":
        return "\n".join(f"* [[{sentence[:20]}]]" for sentence in sentences)
    return sentences[0][:80]


def dump(lang: str, pages: int, broken: float, out: Path) -> list[tuple[int, str]]:
    """Write one dump; return number and title of the pages that have a partner."""
    texts, order, chance = read_texts(lang), random.Random(1), random.Random(2)
    offset = 10 if lang == "es" else 700_000
    linked, waiting = [], [header(lang)]
    with open(out / f"{lang}wiki-{DATE}-pages-articles-multistream.xml.bz2", "wb") as stream:
        for place, (kind, helps) in enumerate(plan(pages, order)):
            number = offset + place
            sentences = [sentence for i in helps for sentence in texts[i]]
            title = title_of(kind, number, sentences, lang)
            if kind == "redirect":
                xml = page_xml(number, title, 0, "#REDIRECT [[X]]", redirect="X")
            elif kind == "other":
                space, name = chance.choice([(10, 3), (14, 4), (6, 5)])
                xml = page_xml(number, f"{_WORDS[lang][name]}:{title}", space, "{{{1}}} text")
            else:
                text = wikitext(kind, sentences, lang, title, chance)
                if kind == "article" and chance.random() < broken:
                    text = damage(text, chance)
                xml = page_xml(number, title, 0, text)
            if kind in ("article", "stub", "disambiguation", "list"):
                linked.append((number, title))
            waiting.append(xml)
            if len(waiting) >= PAGES_PER_STREAM:
                stream.write(bz2.compress("".join(waiting).encode()))
                waiting = []
        stream.write(bz2.compress("".join([*waiting, "</mediawiki>\n"]).encode()))
    return linked


def header(lang: str) -> str:
    """Write what stands before the first page."""
    _, _, _, template, category, file = _WORDS[lang]
    return (
        '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" '
        f'xml:lang="{lang}">\n  <siteinfo>\n    <sitename>Wikipedia</sitename>\n'
        f"    <dbname>{lang}wiki</dbname>\n    <case>first-letter</case>\n    <namespaces>\n"
        f'      <namespace key="6" case="first-letter">{file}</namespace>\n'
        f'      <namespace key="10" case="first-letter">{template}</namespace>\n'
        f'      <namespace key="14" case="first-letter">{category}</namespace>\n'
        "    </namespaces>\n  </siteinfo>\n"
    )


def langlinks(source: list[tuple[int, str]], target: list[tuple[int, str]], path: Path) -> None:
    """Write the link table of the Spanish wiki, with links to a third language between."""
    rows = []
    for (number, _), (_, title) in zip(source, target, strict=True):
        sql = title.replace("\\", "\\\\").replace("'", "\\'")
        rows += [f"({number},'de','{sql}')", f"({number},'en','{sql}')"]
    inserts = "".join(
        f"INSERT INTO `langlinks` VALUES {','.join(rows[i : i + 5000])};\n"
        for i in range(0, len(rows), 5000)
    )
    text = (
        "-- MySQL dump 10.19\n--\n-- Host: db1    Database: eswiki\n"
        "CREATE TABLE `langlinks` (\n  `ll_from` int(8) unsigned NOT NULL DEFAULT 0,\n"
        "  `ll_lang` varbinary(35) NOT NULL DEFAULT '',\n"
        f"  `ll_title` varbinary(255) NOT NULL DEFAULT ''\n);\n{inserts}"
    )
    path.write_bytes(gzip.compress(text.encode(), mtime=0))


def main(arguments: list[str] | None = None) -> None:
    """Write the three files."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--pages", type=int, default=20_000, help="of every dump")
    parser.add_argument("--broken", type=float, default=0.03, help="share of broken articles")
    given = parser.parse_args(arguments)
    given.out.mkdir(parents=True, exist_ok=True)
    linked = [dump(lang, given.pages, given.broken, given.out) for lang in ("es", "en")]
    langlinks(linked[0], linked[1], given.out / f"eswiki-{DATE}-langlinks.sql.gz")


if __name__ == "__main__":
    main()
