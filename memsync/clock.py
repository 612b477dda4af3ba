"""The time, read once by an entry point and passed in from there."""

from __future__ import annotations

from datetime import UTC, date, datetime
from time import localtime

from memsync.record import NamedTuple


class Now(NamedTuple):
    """One moment: `utc` is compared and stored, `today` is what people read."""

    utc: datetime
    """Aware, in UTC."""
    today: date
    """The local calendar day, as Coyote writes `created` and `updated`."""
    by: str = ""
    """The command that is running, as typed after `memsync`; the journal records it."""


def read_clock() -> Now:
    """Read the system's clock; only entry points call this."""
    utc = datetime.now(UTC)
    return Now(utc, local(utc).date())


def local(moment: datetime) -> datetime:
    """An aware moment as a naive one in local time.

    By the C library: `datetime.astimezone` takes no zone that is 24 hours away, which
    POSIX allows (`TZ=AAA24`).
    """
    clock = localtime(moment.timestamp())
    second = min(clock.tm_sec, 59)  # `datetime` refuses second 60, a leap second
    return datetime(*clock[:5], second)  # noqa: DTZ001 -- the local clock
