"""The time, read once by an entry point and passed in from there."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import NamedTuple


class Now(NamedTuple):
    """One moment: `utc` decides and names things, `today` is what people read."""

    utc: datetime
    """Aware, in UTC."""
    today: date
    """The local calendar day, as Coyote writes `created` and `updated`."""


def read_clock() -> Now:
    """Ask the system for the moment; only entry points call this."""
    utc = datetime.now(UTC)
    return Now(utc, utc.astimezone().date())
