"""The files of a memory, listed, replaced, and kept beside the notes."""
