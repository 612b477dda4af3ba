"""Where git hooks stand: put in place, beside others, and taken back."""
