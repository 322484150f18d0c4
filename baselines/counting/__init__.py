"""What models count and how counts are weighted and reduced: windows, PPMI, singular vectors."""
