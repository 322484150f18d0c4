"""The files of an aligned corpus of articles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from clss.packing import CORPUS_LEVEL, output_file
from clss.persistence import write_json
from clss.text.wikipedia.store import Pair
from clss.text.writing import SUMMARY

PAGES = "pages.tsv"


def text_name(code: str) -> str:
    """Return the name of the file with the texts of a language."""
    return f"raw.{code}.txt.gz"


def write_corpus(
    folder: Path, langs: Sequence[str], pairs: Iterable[Pair], summary: dict[str, Any]
) -> None:
    """Write texts, titles and ids, and the summary last: where it is, the corpus is complete.

    Adds to `summary` the number of pairs and of the characters on either side.
    """
    characters, number = [0, 0], 0
    with ExitStack() as stack:
        files = [folder / text_name(code) for code in langs]
        texts = [stack.enter_context(output_file(file, level=CORPUS_LEVEL)) for file in files]
        pages = stack.enter_context(output_file(folder / PAGES))
        columns = (f"{code}_{what}" for code in langs for what in ("id", "title"))
        pages.write("\t".join(("line", *columns)) + "\n")
        for number, pair in enumerate(pairs, 1):
            for i, stream in enumerate(texts):
                stream.write(pair.texts[i] + "\n")
                characters[i] += len(pair.texts[i])
            (first, second), (title, other) = pair.ids, pair.titles
            pages.write(f"{number}\t{first}\t{title}\t{second}\t{other}\n")
    summary["pairs"] = number
    summary["characters"] = characters
    write_json(folder / SUMMARY, summary)
