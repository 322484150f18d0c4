"""Topic models: BiLDA by Gibbs sampling, and the representations made of its topics."""
