"""Finding a row by what a user calls it: its label, or any part that no other row has."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from clss.errors import InputError, suggest
from evaluation.tasks.outcome import Outcome


class RowName(NamedTuple):
    """What a row of a table is known by.

    Attributes
    ----------
    label : str
        What the table prints.
    row : str
        The label that the config gives, without the grid's values and the ways of asking.
    retrieval : str
        How its space was asked.
    """

    label: str
    row: str = ""
    retrieval: str = ""

    @classmethod
    def of(cls, outcome: Outcome) -> RowName:
        """Return the names of the row that an outcome belongs to."""
        facts = outcome.facts
        return cls(outcome.label, facts.row or "", facts.retrieval or "")

    @property
    def asked_anyhow(self) -> str:
        """The label without the retrieval, which rows that are asked in several ways share."""
        return self.label.removesuffix(f", {self.retrieval}")


def rows_called(wanted: str, rows: Iterable[RowName]) -> list[RowName]:
    """Return the row that is meant, or the rows of one model that differ only in retrieval.

    The first kind of match that finds anything decides: the label, the label of the config,
    either in other letters, its beginning, a part of it. Plain nearest neighbours come first;
    nothing found is an empty list.

    Raises
    ------
    InputError
        If the name fits rows that differ in more than their retrieval.

    Examples
    --------
    >>> rows = [RowName("LSA, dim=10"), RowName("LSA, dim=20"),
    ...         RowName("BWESG, csls", "BWESG", "csls"), RowName("BWESG, nn", "BWESG", "nn")]
    >>> [row.label for row in rows_called("bwe", rows)]
    ['BWESG, nn', 'BWESG, csls']
    >>> [row.label for row in rows_called("dim=10", rows)]
    ['LSA, dim=10']
    """
    known = list(dict.fromkeys(rows))
    folded = wanted.casefold()
    matches: Sequence[Callable[[RowName], bool]] = (
        lambda row: row.label == wanted,
        lambda row: row.row == wanted,
        lambda row: folded in (row.label.casefold(), row.row.casefold()),
        lambda row: row.label.casefold().startswith((f"{folded},", f"{folded} ", f"{folded}+")),
        lambda row: folded in row.label.casefold(),
    )
    for match in matches:
        found = [row for row in known if match(row)]
        if len({row.asked_anyhow for row in found}) > 1:
            raise InputError(
                f"{wanted!r} may be any of {len(found)} rows; give one in full:{one_a_line(found)}"
            )
        if found:
            return sorted(found, key=lambda row: row.retrieval not in ("", "nn"))
    return []


def row_called(wanted: str, rows: Iterable[RowName]) -> RowName:
    """Return the one row that is meant, with plain retrieval if it is asked in several ways."""
    known = list(dict.fromkeys(rows))
    found = rows_called(wanted, known)
    if not found:
        raise no_such_row(wanted, known)
    return found[0]


def no_such_row(wanted: str, rows: Sequence[RowName]) -> InputError:
    """Make the error for a name that no row has."""
    close = suggest(wanted, [row.label for row in rows])
    return InputError(
        f"no row is labelled {wanted!r}{close or ';'} the rows are:{one_a_line(rows)}"
    )


def one_a_line(rows: Iterable[RowName]) -> str:
    """List labels, one a line."""
    return "".join(f'\n  "{label}"' for label in dict.fromkeys(row.label for row in rows))
