"""Which parts of a memory go into a prompt."""
