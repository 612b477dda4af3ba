"""Earlier versions of notes; the journal of changes; logs and learned files."""
