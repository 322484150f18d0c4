"""The article's qualitative tables: the nearest words of a word, model beside model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from clss.errors import InputError
from clss.sides import other_side
from evaluation.explore.answers import nearest, translations
from evaluation.explore.models import Models
from evaluation.tables.table import Column, ResultTable, Row, TableCell
from evaluation.tasks.labels import RowName, no_such_row, rows_called

#: So many models are asked if nobody chooses any.
USUAL_MODELS = 4


def chosen_labels(text: str | None, known: Sequence[str]) -> list[str]:
    """Read a list of labels or parts of them; labels may have commas themselves.

    Examples
    --------
    >>> chosen_labels("BWESG, shuffle=merge,lsa", ["LSA", "BWESG, shuffle=merge", "BMu"])
    ['BWESG, shuffle=merge', 'LSA']
    """
    if text is None:
        return list(known[:USUAL_MODELS])
    rows = [RowName(label) for label in known]
    found, pieces = [], text.split(",")
    while pieces:
        for length in range(len(pieces), 0, -1):  # the longest label that fits
            called = rows_called(",".join(pieces[:length]).strip(), rows)
            if called:
                break
        else:
            raise no_such_row(",".join(pieces).strip(), rows)
        found.append(called[0].label)
        del pieces[:length]
    return list(dict.fromkeys(found))


def neighbor_table(
    models: Models,
    word: str,
    labels: Sequence[str],
    *,
    lang: str | None = None,
    into: str | None = None,
    retrieval: str = "nn",
    top: int = 10,
) -> ResultTable:
    """Make a table of a word's neighbours, the right translation in bold.

    Parameters
    ----------
    models : Models
    word : str
    labels : sequence of str
        The models. Of several, the neighbours in one language side by side; of one, those in its
        own language, in the other and in both together.
    lang : str, optional
        The word's language, if both have the word.
    into : str, optional
        A language, or "both".
    retrieval : str
    top : int
    """
    space = models.space(labels[0])
    side = space.side_of(word, lang)
    own, other = space.lang(side), space.lang(other_side(side))
    if into not in (None, *space.langs, "both"):
        raise InputError(f"--into expects {own}, {other} or both, not {into!r}")
    kinds = [into] if into else [other] if len(labels) > 1 else [own, other, "both"]
    right = translations(models, labels[0], word, lang)
    columns: list[Column] = []
    answers: list[list[TableCell]] = []
    records: list[dict[str, Any]] = []
    for label in labels:
        for kind in kinds:
            found = nearest(models, label, word, own, kind, retrieval, top)
            title = "+".join(space.langs) if kind == "both" else kind
            heads = (title, label) if len(kinds) > 1 else (label, "")
            columns.append(Column(*heads, words=True))
            answers.append([_cell(answer, right, other, kind) for answer in found])
            records.append({"label": label, "into": kind, "word": word, "neighbors": found})
    depth = max(len(listed) for listed in answers)
    rows = tuple(
        Row(str(place + 1), tuple(_at(listed, place) for listed in answers))
        for place in range(depth)
    )
    gold = f" The translation ({', '.join(sorted(right))}) is in bold." if right else ""
    caption = f"Nearest words of {word} ({own}), {retrieval}.{gold}"
    about = {"word": word, "lang": own, "retrieval": retrieval, "right": sorted(right)}
    return ResultTable(
        tuple(columns),
        rows,
        caption,
        records=tuple(records),
        stub="",
        about=about,
        label=f"tab:neighbors-{word}" if word.isascii() and word.isalnum() else "tab:neighbors",
    )


def _cell(answer: dict[str, Any], right: set[str], other: str, kind: str) -> TableCell:
    bold = answer["word"] in right and answer["lang"] == other
    text = f"{answer['word']} ({answer['lang']})" if kind == "both" else answer["word"]
    return TableCell(answer["word"], text, bold=bold)


def _at(listed: Sequence[TableCell], place: int) -> TableCell:
    return listed[place] if place < len(listed) else TableCell()
