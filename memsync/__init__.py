"""Git-native memory for coding agents.

Programs import `memsync.api`; every other module is private and may change in any
version.
"""

__version__ = "0.1.0"
