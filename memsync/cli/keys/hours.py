"""Prints the hours that a keyring records in local time."""

from __future__ import annotations


def local_hour(hour: str) -> str:
    """An hour of the keyring, in the local time zone."""
    from datetime import datetime

    from memsync.clock import local

    try:
        return f"{local(datetime.fromisoformat(hour)):%Y-%m-%d %H:%M}"
    except ValueError:
        return hour
