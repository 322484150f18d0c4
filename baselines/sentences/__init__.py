"""Models made for aligned sentences: BiCVM and the bag-of-words autoencoder."""
