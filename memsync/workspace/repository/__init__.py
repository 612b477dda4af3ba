"""What git knows of a repository: its root, its identity and its ignore rules."""
