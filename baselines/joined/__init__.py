"""Models made of other models: spaces joined by what they say about each other."""
