"""Raw text and dumps to aligned corpora."""
