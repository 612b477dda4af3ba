"""A vault that was encrypted before its host could know."""
