"""`memsync setup`: sets up a machine, and keeps a journal to undo it."""
