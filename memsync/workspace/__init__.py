"""Which memory belongs to a folder: git roots, worktrees, submodules."""
