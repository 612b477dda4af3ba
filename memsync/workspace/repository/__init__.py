"""What git says of a repository: its roots, its identity and its ignore rules."""
