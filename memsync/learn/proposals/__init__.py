"""Proposals: what waits for a person, what was decided, and what is made of it."""
