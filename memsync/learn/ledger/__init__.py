"""What learning read, what it cost, and what to try again: safe to lose."""
