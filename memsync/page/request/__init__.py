"""One request: what it asks for, and the functions of the commands that answer it."""
