"""What a person changes from the page: each calls what a command calls."""
