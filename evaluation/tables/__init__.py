"""Result tables: built from comparisons, annotated, rendered."""
