"""Files: atomic writes, locks, and folders opened without following links."""
