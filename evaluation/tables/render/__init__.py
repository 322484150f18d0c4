"""Output formats of a :class:`ResultTable`; none of them knows statistics."""
