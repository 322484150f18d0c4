"""A local page to ask the models of a run directory.

``models`` holds the spaces, ``answers`` turns questions into JSON, ``server`` answers over HTTP to
this machine only.
"""
