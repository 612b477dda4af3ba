"""Installs and removes git hooks, beside other programs' hooks."""
