"""Where two rows differ: the items that only one of them gets, to filter and search.

The items of all rows go into the page once, as data; the script compares any two of them.
"""

from __future__ import annotations

from typing import Any

from evaluation.report.markup import Markup, element, join
from evaluation.report.view import Panel
from evaluation.tasks.bands import DEFAULT_BANDS, make_bands
from evaluation.tasks.outcome import Outcome

#: Answers of one row to one item that a page can hold in all, so that it stays small.
MOST_ANSWERS = 40_000
TOP = 5


def differences_data(panel: Panel) -> dict[str, Any]:
    """Return the items of a panel and how every row did on them, words given by number."""
    firsts = panel.firsts()
    some = next(iter(firsts.values()))
    room = max(2, MOST_ANSWERS // len(some))
    kept = panel.comparison.ranking[:room]
    words: dict[str, int] = {}

    def number(text: str) -> int:
        return words.setdefault(text, len(words))

    frequencies = _frequencies(firsts)
    known = [count for count in frequencies.values() if count is not None]
    bands = make_bands(known, DEFAULT_BANDS) if known else []
    names = [band.name for band in bands]
    items = []
    for item in some:
        count = frequencies[item.key]
        band = next((i for i, b in enumerate(bands) if count is not None and b.holds(count)), -1)
        gold = [number(text) for text in item.gold]
        items.append([number(item.key), number(item.word), gold, count, band])
    rows = {
        label: [
            [item.pessimistic or 0, [number(text) for text in item.answers[:TOP]]]
            for item in firsts[label]
        ]
        for label in panel.comparison.labels
        if label in kept
    }
    return {
        "words": list(words),
        "bands": names,
        "items": items,
        "rows": rows,
        "left_out": len(firsts) - len(rows),
        "best": list(kept[:2]),
    }


def _frequencies(firsts: dict[str, Outcome]) -> dict[str, int | None]:
    """Return the source words' counts: the highest that any row knows."""
    found: dict[str, int | None] = {}
    for outcome in firsts.values():
        for item in outcome:
            known = [n for n in (found.get(item.key), item.frequency) if n is not None]
            found[item.key] = max(known) if known else None
    return found


def differences_section(panel: Panel, data: dict[str, Any]) -> Markup:
    """Make the controls and the place of the list; the script fills it."""
    name = panel.anchor
    labels = list(data["rows"])

    def choice(which: str, title: str, chosen: str) -> Markup:
        options = [
            element("option", label, value=label, selected=label == chosen) for label in labels
        ]
        select = element("select", *options, id=f"{which}-{name}", data_part=which)
        return element("p", element("label", title, for_=f"{which}-{name}"), select)

    first, second = (*data["best"], *data["best"])[:2]
    bands = [element("option", "all", value="")]
    bands += [element("option", band, value=str(place)) for place, band in enumerate(data["bands"])]
    left = f" The {data['left_out']} rows with the lowest scores are left out."
    return join(
        element(
            "p",
            "The items that only one of two rows gets right, with the first answers of both; of"
            " several seeds, the first." + (left if data["left_out"] else ""),
        ),
        element(
            "form",
            choice("first", "Row", first),
            choice("second", "Other row", second),
            element(
                "p",
                element("label", "Frequency", for_=f"band-{name}"),
                element("select", *bands, id=f"band-{name}", data_part="band"),
            ),
            element(
                "p",
                element("label", "Word contains", for_=f"search-{name}"),
                element("input", type="search", id=f"search-{name}", data_part="search"),
            ),
            class_="controls",
            data_differences=name,
        ),
        element("p", class_="count", aria_live="polite", data_count=name),
        element("div", class_="differences", data_list=name),
        element("noscript", element("p", "Without scripts: clss why RUN_DIR A B lists the items.")),
    )
