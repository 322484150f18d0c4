"""Words as the documents they occur in: co-occurrence and its singular vectors."""
