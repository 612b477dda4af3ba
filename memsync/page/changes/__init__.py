"""Changes that a person makes on the page: each calls what a command calls."""
