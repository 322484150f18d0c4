"""Vectors from contexts: BWESG, BilBOWA and monolingual skip-gram, CBOW and GloVe."""
