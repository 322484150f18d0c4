"""Wikitext to running text: what is seen stays, whatever the markup, and however broken."""

from __future__ import annotations

import sys
from collections import Counter

import pytest

from clss.text.wikipedia.dump import open_dump
from clss.text.wikipedia.full_parser import strip_with_full_parser
from clss.text.wikipedia.page import DumpKind, parse_page
from clss.text.wikipedia.wikitext import strip_wikitext

NAMES = frozenset({"file", "image", "media", "category", "archivo", "categoría"})

CASES = {
    "nested templates": ("a {{b|{{c|{{d}}}}|e={{f}}}} g", "a g"),
    "template closed like a table": ("{{Infobox\n| x = 1\n|}}\ntext", "text"),
    "nested tables": ('{| class="a"\n| b\n{|\n| c\n|}\n| d\n|}\ntext', "text"),
    "table in a template": ("{{b|\n{|\n| c\n|}\n}} text", "text"),
    "footnotes": ('a<ref>b</ref> c<ref name="d" /> e<ref name=f>{{g}}</ref>.', "a c e."),
    "links": ("[[a]] [[b|c]]s [[d (e)|d]] [[:Category:f]]", "a cs d Category:f"),
    "links in a caption": ("x [[File:a.jpg|thumb|b [[c]] [[d|e]] [http://f g]]] y", "x y"),
    "a file by its ending": ("x [[Imaxe:a.jpg|thumb|b]] y", "x y"),
    "own namespaces": ("x [[Categoría:a]][[Archivo:b|c]] y", "x y"),
    "interlanguage links": ("x [[de:Haus]] y", "x y"),
    "addresses": ("[http://a.b c d] [//e.f g] h http://i.j/k. l", "c d g h . l"),
    "formulas and galleries": (
        "a <math>x^{2}<y}}</math> b <gallery>\nA.jpg|c [[d]]\n</gallery> e",
        "a b e",
    ),
    "code with markup in it": ("a <syntaxhighlight>{{ [[ <ref></syntaxhighlight> b", "a b"),
    "comments": ("a <!-- {{ <ref> [[ --> b<!-- c -->d", "a bd"),
    "unwiki": ("<nowiki>[[a]] {{b}} ''c''</nowiki> d", "[[a]] {{b}} ''c'' d"),
    "stress": ("'''a''' ''b'' '''''c'''''s l'd", "a b cs l'd"),
    "headings": ("== a ==\nb\n=== c ===\nd", "b d"),
    "lists": ("* a\n** b\n# c\n; d\n: e", "a b c d e"),
    "tags around text": (
        '<span style="x">a</span> <small>b</small><br />c <div>d</div>',
        "a b c d",
    ),
    "what only looks like a tag": ("a <y or z> e; 1 < 2", "a <y or z> e; 1 < 2"),
    "entities": ("a&nbsp;b &lt;c&gt; d &mdash; e", "a b <c> d — e"),
    "magic words": ("__NOTOC__ a __TOC__", "a"),
    "an empty pronunciation": ("a ({{IPA|b}}) c NOW()", "a c NOW()"),
    "direction and control characters": ("a\u202eb\u202c \u200ec\x08", "ab c"),
    "joiners are letters": ("می\u200cخواهم", "می\u200cخواهم"),
}


@pytest.mark.parametrize("name", CASES)
def test_what_is_seen_stays(name):
    wikitext, expected = CASES[name]
    assert strip_wikitext(wikitext, NAMES).text == expected


@pytest.mark.parametrize("name", CASES)
def test_the_full_parser_agrees_on_cases(name):
    wikitext, expected = CASES[name]
    assert strip_with_full_parser(wikitext, NAMES).text == expected


BROKEN = {
    "a footnote without an end": ("a <ref>b c", "a b c"),
    "a footnote before another": ("a <ref>b c<ref>d</ref> e", "a b c e"),
    "a template without an end": ("a {{b c", "a b c"),
    "an end without a template": ("a }} b {{c}} d", "a b d"),
    "a table without an end": ('a\n{| class="x"\n| b', 'a class="x" b'),
    "a template left open in a table": ("a\n{|\n| {{b\n|}\nc", "a c"),
    "a link without an end": ("a [[b c", "a b c"),
    "a tag without an end": ("a <span>b", "a b"),
    "an end of a tag alone": ("a</span> b</ref>", "a b"),
    "a comment without an end": ("a <!-- b", "a b"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_markup_costs_no_text(name):
    wikitext, expected = BROKEN[name]
    assert strip_wikitext(wikitext).text == expected


# what opens a region, what closes it, and what of each is left as text
SIGNS = {
    "templates opened": ("{{", "", ""),
    "templates closed": ("", "}}", ""),
    "templates in templates": ("{{", "}}", ""),
    "tables opened": ("{|\n", "", ""),
    "tables in tables": ("{|\n", "|}\n", ""),
    "footnotes opened": ("<ref>", "", ""),
    "footnotes in footnotes": ("<ref>", "</ref>", ""),
    "tags without an end": ("<ref", "", "<ref"),
    "tags of two kinds": ("<math><ref>", "", ""),
    "comments opened": ("<!--", "", ""),
    "comments in comments": ("<!--", "-->", ""),
    "links opened": ("[[", "", ""),
    "labels opened": ("[[a|", "", " a|"),
    "links closed": ("", "]]", ""),
    "stress": ("'''", "", ""),
    "brackets": ("[", "", ""),
}


@pytest.mark.parametrize("name", SIGNS)
def test_a_page_of_nothing_but_signs_leaves_its_text(name):
    """Patterns that go back for every sign would take hours on this."""
    opened, closed, left = SIGNS[name]
    page = f"{opened * 200_000}{closed * 200_000} text"
    assert strip_wikitext(page).text == f"{left * 200_000} text".strip()


@pytest.mark.parametrize("name", SIGNS)
def test_the_steps_of_a_page_grow_with_its_length(name):
    """Lines of our own that run, which the machine has no part in; patterns are not counted."""
    opened, closed, _ = SIGNS[name]
    few, many = (_lines_run(f"{opened * n}{closed * n} text") for n in (300, 1200))
    assert few > 0 and many <= 4 * few


def _lines_run(wikitext):
    """Count the lines of the stripper that run for a page."""
    lines = Counter()

    def trace(frame, event, _):
        if "wikipedia" not in frame.f_code.co_filename:
            return None
        lines[event] += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        strip_wikitext(wikitext)
    finally:
        sys.settrace(before)
    return lines["line"]


def test_list_share():
    assert strip_wikitext("* one\n* two\n").list_share > 0.8
    assert strip_wikitext("A paragraph of text.\n* one\n").list_share < 0.3


def _articles(path):
    dump = open_dump([path])
    for unit in dump.units():
        for raw in unit.read():
            page = parse_page(DumpKind.xml, raw.data)
            if page.namespace == 0 and not page.is_redirect:
                yield page.text, dump.unwritten


def test_both_parsers_agree_on_a_dump(whole_dumps):
    texts = list(_articles(whole_dumps.target))
    assert len(texts) > 300
    for wikitext, names in texts:
        fast, full = strip_wikitext(wikitext, names), strip_with_full_parser(wikitext, names)
        assert fast.text == full.text
        assert fast.list_share == pytest.approx(full.list_share, abs=0.02)


def test_both_parsers_nearly_agree_on_broken_articles(careless_dumps):
    """Seven articles of ten are broken here; what the two make of that differs by few words."""
    common = total = 0
    for wikitext, names in _articles(careless_dumps.source):
        fast, full = (
            Counter(strip(wikitext, names).text.split())
            for strip in (strip_wikitext, strip_with_full_parser)
        )
        common += 2 * (fast & full).total()
        total += fast.total() + full.total()
    assert common / total > 0.99
