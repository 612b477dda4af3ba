"""What a round says that it does, for whoever waits for it."""

from __future__ import annotations

READING = "reading notes"
SAVING = "saving notes"
ASKING = "asking the remote"
EXCHANGING = "fetching, merging and pushing"
CHANGING = "changing notes here"

# In their order. A round that finds nothing to do leaves some of them out.
STEPS = (READING, SAVING, ASKING, EXCHANGING, CHANGING)
