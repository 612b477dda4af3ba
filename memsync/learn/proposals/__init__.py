"""Proposals: those that wait, those that were decided, and accepting them."""
