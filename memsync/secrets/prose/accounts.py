"""Usual names of accounts: what stands behind one of them is mostly its password."""

from __future__ import annotations

# They say so behind a word for logging in (`logins`).
USUAL = (
    *(b"admin", b"administrator", b"root", b"user", b"test", b"deploy", b"guest"),
    *(b"demo", b"operator", b"service"),
)
# Those of services and tools, too: before a slash nothing else is meant (`pairs`).
BEFORE_SLASH = (*USUAL, b"postgres", b"sa", b"ci")
