"""Models joined by a lexicon: Traditional-PPMI, linear maps, canonical correlation."""
