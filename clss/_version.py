"""The version of the toolkit, in one place."""

__version__ = "0.2.0"
