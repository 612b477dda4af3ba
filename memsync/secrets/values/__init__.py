"""What a value looks like, and whether one behind a keyword is a secret."""
