"""The private bare clone, and its connection to the remote."""
