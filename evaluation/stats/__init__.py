"""Who beats whom: tests, intervals and comparisons of outcomes."""
