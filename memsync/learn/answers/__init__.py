"""Treats a model's answer as data: checks its form, its words and its quotes."""
