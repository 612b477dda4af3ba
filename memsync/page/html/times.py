"""Shows times in words."""

from __future__ import annotations

from datetime import UTC, datetime
from time import localtime, strftime
from typing import NamedTuple

from memsync.clock import local

_UNITS = (
    ("year", 365 * 86400),
    ("month", 30 * 86400),
    ("day", 86400),
    ("hour", 3600),
    ("minute", 60),
)


class Moment(NamedTuple):
    """One time, for a page."""

    said: str
    """Such as `3 days ago`."""
    exact: str
    """In local time, to the second; only the day if no more is known."""
    iso: str


def moment(then: str | float | None, now: datetime) -> Moment | None:
    """Describe a time (ISO 8601, or seconds since 1970) in words; None for no time."""
    parsed = _parsed(then)
    if parsed is None:
        return None
    if isinstance(then, str) and len(then) == len("2026-01-31"):
        days = (local(now).date() - parsed.date()).days
        said = {0: "today", 1: "yesterday"}.get(days) or _ago(days * 86400)
        return Moment(said, then, then)
    said = _ago((now - parsed).total_seconds())
    zone = strftime("%Z", localtime(parsed.timestamp()))
    exact = f"{local(parsed):%Y-%m-%d %H:%M:%S} {zone}".strip()
    return Moment(said, exact, parsed.isoformat())


def _ago(seconds: float) -> str:
    for unit, length in _UNITS:
        count = int(abs(seconds) // length)
        if count:
            word = f"{count} {unit}{'s' * (count > 1)}"
            return f"{word} ago" if seconds > 0 else f"in {word}"
    return "just now"


def _parsed(then: str | float | None) -> datetime | None:
    if then is None or then == "":
        return None
    try:
        if isinstance(then, str):
            found = datetime.fromisoformat(then)
            return found if found.tzinfo else found.replace(tzinfo=UTC)
        return datetime.fromtimestamp(then, UTC)
    except (ValueError, OverflowError, OSError):
        return None
