"""The three checks of a commit, and what it is about to record."""
