"""Pretrained encoders: words as vectors of a model that was trained elsewhere, on other data."""
