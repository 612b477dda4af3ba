"""The user memory mirrored to a private git repository."""
