"""The other programs that memsync runs: how a child is started, and git."""
