"""Output formats of a :class:`~evaluation.table.ResultTable`; none of them knows statistics."""
