"""The steps of a round, in words for whoever waits for it."""

from __future__ import annotations

READING = "reading notes"
SAVING = "saving notes"
ASKING = "asking the remote"
EXCHANGING = "fetching, merging and pushing"
CHANGING = "changing notes here"

# In order. A round that finds nothing to do skips some of them.
STEPS = (READING, SAVING, ASKING, EXCHANGING, CHANGING)
