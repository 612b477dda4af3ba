"""Early rounds: they finish before the rest of sync is imported."""
