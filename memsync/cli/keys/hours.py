"""The hours that a keyring records, as a person reads them."""

from __future__ import annotations


def local_hour(hour: str) -> str:
    """An hour of the keyring on the local clock."""
    from datetime import datetime

    from memsync.clock import local

    try:
        return f"{local(datetime.fromisoformat(hour)):%Y-%m-%d %H:%M}"
    except ValueError:
        return hour
