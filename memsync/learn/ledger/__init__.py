"""What was read, what it cost, and what is to be tried again: safe to lose."""
