"""Patterns of the native search, each of which may match too much, never too little."""
