"""One self-contained page: style and script inside, nothing fetched, nothing else may run."""

from __future__ import annotations

import json
from base64 import b64encode
from hashlib import sha256
from importlib.resources import files
from typing import Any

from evaluation.report.markup import Markup, element, join


def asset(name: str) -> str:
    """Return the text of a file that comes with the package."""
    return (files("evaluation.report") / "assets" / name).read_text("utf-8")


def policy(script: str, style: str) -> str:
    """Return a Content-Security-Policy that allows this script and this style, and nothing else.

    Examples
    --------
    >>> policy("", "").split("; ")[0]
    "default-src 'none'"
    """

    def digest(text: str) -> str:
        return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"

    rules = {
        "default-src": "'none'",
        "script-src": digest(script),
        "style-src": digest(style),
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    return "; ".join(f"{name} {value}" for name, value in rules.items())


def data_block(name: str, value: Any) -> Markup:
    """Embed data for the script: JSON in which no character can end the block."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return element("script", Markup(text), type="application/json", id=name)


def document(title: str, body: Markup) -> str:
    """Return a whole page with the script and the style of reports."""
    code, look = asset("report.js"), asset("report.css")
    head = join(
        element("meta", charset="utf-8"),
        Markup(
            f'<meta http-equiv="Content-Security-Policy" content="{policy(code, look)}">'
        ),  # quotes within are single ones
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="referrer", content="no-referrer"),
        element("title", title),
        Markup(f"<style>{look}</style>"),
    )
    whole = element(
        "html",
        element("head", head),
        element("body", body, Markup(f"<script>{code}</script>")),
        lang="en",
    )
    return f"<!DOCTYPE html>\n{whole}\n"
