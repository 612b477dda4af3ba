"""What a text says, however it is written."""
