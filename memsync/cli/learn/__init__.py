"""`memsync learn` and what it proposes."""
