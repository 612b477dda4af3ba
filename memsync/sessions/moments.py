"""Times as agents write them, in seconds since 1970, and back for people."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from time import mktime

from memsync.clock import local

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

# 1e11: as seconds it would be the year 5138, as milliseconds it is 1973.
_MILLISECONDS_FROM = 1e11

# Characters; no form of a time has more.
_LONGEST = 40


def moment(written: object) -> float | None:
    """A time written as ISO 8601, or as seconds, milliseconds or more since 1970.

    None for anything else, and for what no calendar has.
    """
    if isinstance(written, bool):
        return None
    if isinstance(written, int | float):
        return _counted(float(written))
    if isinstance(written, str) and 0 < len(written) <= _LONGEST:
        try:
            found = datetime.fromisoformat(written.strip())
        except ValueError:
            return None
        if found.tzinfo is None:
            found = found.replace(tzinfo=UTC)
        return (found - _EPOCH).total_seconds()
    return None


def _counted(number: float) -> float | None:
    if number != number or abs(number) == float("inf"):  # noqa: PLR0124 -- not a number
        return None
    # Some agents write milliseconds, others micro- or nanoseconds.
    while abs(number) >= _MILLISECONDS_FROM:
        number /= 1000
    return number


def local_moment(written: str) -> float | None:
    """As `moment`, of a time that was written by the clock on the wall."""
    try:
        return datetime.fromisoformat(written).timestamp()
    except (ValueError, OSError, OverflowError):
        return None


def iso(time: float | None) -> str | None:
    """The time in UTC, as `2026-01-31T12:00:00Z`; None for none."""
    if time is None:
        return None
    try:
        found = _EPOCH + timedelta(seconds=int(time // 1))
    except OverflowError:
        return None
    return found.strftime("%Y-%m-%dT%H:%M:%SZ").rjust(20, "0")


def local_day(time: float | None) -> str:
    """The local calendar day of a time; empty for none."""
    if time is None:
        return ""
    try:
        return local(_EPOCH + timedelta(seconds=time)).date().isoformat()
    except (OverflowError, OSError, ValueError):
        return ""


def month_of(time: float | None) -> tuple[int, int]:
    """The local year and month of a time; zeros for none."""
    day = local_day(time)
    return (int(day[:-6]), int(day[-5:-3])) if day else (0, 0)


def day_begins(day: date) -> float:
    """When a local day begins."""
    return mktime((day.year, day.month, day.day, 0, 0, 0, -1, -1, -1))


def day_ends(day: date) -> float:
    """When the local day after it begins; for the last day there is, no end."""
    try:
        return day_begins(day + timedelta(days=1))
    except OverflowError:
        return float("inf")
