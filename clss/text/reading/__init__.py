"""Raw aligned texts in the forms in which people have them."""

from clss.text.reading.inputs import RawPair, TextInput, open_input

__all__ = ["RawPair", "TextInput", "open_input"]
