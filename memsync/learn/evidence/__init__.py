"""What a model is shown of a session: made without a model, the same each time."""
