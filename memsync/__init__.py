"""The file memory of coding agents, kept in git's own terms."""

__version__ = "0.1.0"
