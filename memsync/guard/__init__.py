"""The guard at commit time: git hooks and the pre-commit framework."""
