"""Merge two versions over their base: pure functions, the same from either side."""
