"""What a value looks like, and whether a value after a keyword is a secret."""
