"""The Dirichlet parameter of topics in documents, as users write it: a number, or ``"50/K"``."""

from __future__ import annotations

from typing import Any

from clss.parameters import Kind, Number


class PerTopic(Kind):
    """An amount that all topics share: ``"50/K"`` is 50 divided by their number."""

    description = "like '50/K'"

    def allows(self, value: Any) -> bool:
        """Whether it is a positive amount, a slash and K."""
        if not isinstance(value, str):
            return False
        amount, _, divisor = value.partition("/")
        try:
            return Number(above=0).allows(float(amount)) and divisor.strip() == "K"
        except ValueError:
            return False

    def parse(self, text: str) -> str:
        """Take the text as it is."""
        return text


#: What may be given.
ALPHA: Kind = Number(above=0) | PerTopic()


def topic_alpha(alpha: float | str, topics: int) -> float:
    """Return the number that an allowed `alpha` stands for.

    >>> topic_alpha("50/K", 2000), topic_alpha(0.1, 2000)
    (0.025, 0.1)
    """
    if isinstance(alpha, str):
        return float(alpha.partition("/")[0]) / topics
    return float(alpha)
