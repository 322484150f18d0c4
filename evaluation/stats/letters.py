"""Compact letter display: rows that share a letter do not differ significantly."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, product
from string import ascii_lowercase

import numpy as np


def letter_names() -> Iterator[str]:
    """Yield a, b, …, z, aa, ab, … without end.

    Examples
    --------
    >>> names = letter_names()
    >>> [next(names) for _ in range(28)][-3:]
    ['z', 'aa', 'ab']
    """
    for length in count(1):
        for letters in product(ascii_lowercase, repeat=length):
            yield "".join(letters)


def compact_letters(different: np.ndarray) -> list[str]:
    """Give letters to rows so that two rows share one exactly if they do not differ.

    A letter is a group of rows no two of which differ. Groups are grown from each pair not yet
    covered, rows in the order given (best first), so the work stays polynomial where listing
    all maximal groups, as Piepho's insert-and-absorb does, may explode with many rows.

    Parameters
    ----------
    different : array of bool, shape (n, n)
        Symmetric; which rows differ significantly. The diagonal is ignored.

    Returns
    -------
    list of str
        Per row its letters. Beyond 26 groups a letter has two characters, and they are then
        separated by commas, since ``aab`` could be read in two ways.

    References
    ----------
    Piepho (2004), Journal of Computational and Graphical Statistics 13(2).

    Examples
    --------
    >>> different = np.zeros((3, 3), dtype=bool)
    >>> different[0, 2] = different[2, 0] = True
    >>> compact_letters(different)
    ['a', 'ab', 'b']
    """
    alike = ~np.asarray(different, dtype=bool)
    np.fill_diagonal(alike, True)
    size = len(alike)
    covered = np.zeros_like(alike)
    groups: list[np.ndarray] = []
    for first in range(size):
        for second in range(first, size):  # first == second: a row unlike all others
            if covered[first, second] or not alike[first, second]:
                continue
            if first == second and alike[first].sum() > 1:
                continue  # gets its letter with the first row it is like
            group = np.zeros(size, dtype=bool)
            group[[first, second]] = True
            for row in range(size):
                if alike[row, group].all():
                    group[row] = True
            covered |= np.outer(group, group)
            groups.append(group)
    # the first letter belongs to the best row
    groups.sort(key=lambda group: np.flatnonzero(group).tolist())
    names = [name for name, _ in zip(letter_names(), groups, strict=False)]
    separator = "," if len(groups) > len(ascii_lowercase) else ""
    return [
        separator.join(name for name, group in zip(names, groups, strict=True) if group[row])
        for row in range(size)
    ]
