"""Learning from past sessions: evidence, a model's answers, and proposals."""
