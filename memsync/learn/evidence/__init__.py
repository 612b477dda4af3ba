"""The evidence of a session that a model sees: made without a model, repeatable."""
