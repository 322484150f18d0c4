"""The numbers behind every picture, each a value that also has the form of a CSV table."""
