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

    @property
    def timestamp(self) -> str:
        """The moment as results and files have it: `2026-11-21T09:30:00Z`."""
        return self.utc.strftime("%Y-%m-%dT%H:%M:%SZ")

    @property
    def stamp(self) -> str:
        """The moment as names of files have it: `20261121T093000Z`."""
        return self.utc.strftime("%Y%m%dT%H%M%SZ")

    @property
    def ms(self) -> int:
        """Milliseconds since 1970 in UTC."""
        return round(self.utc.timestamp() * 1000)


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
