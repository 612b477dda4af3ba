"""What of a memory goes into a prompt."""
