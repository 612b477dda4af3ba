"""One request: its query, and the functions of the commands that answer it."""
