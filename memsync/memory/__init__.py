"""One memory on disk: notes, the memory index and the archive."""
