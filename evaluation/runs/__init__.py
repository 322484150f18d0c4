"""The experiment runner: one config, every model, resumable and parallel."""
