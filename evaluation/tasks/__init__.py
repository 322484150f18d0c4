"""What is asked of a space: lexicon extraction, translation in context, and the answers."""
