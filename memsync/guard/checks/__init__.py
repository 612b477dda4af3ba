"""The three checks of a commit, and the reading of what git has staged."""
