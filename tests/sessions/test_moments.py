"""Times as agents write them."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsync.sessions import moments

# 2026-01-01T00:00:00Z.
NEW_YEAR = 1767225600.0


@pytest.mark.parametrize(
    "written",
    [
        "2026-01-01T00:00:00Z",
        "2026-01-01T01:00:00+01:00",
        "2026-01-01 00:00:00",
        " 2026-01-01T00:00:00.000Z ",
        1767225600,
        1767225600.0,
        1767225600_000,
        1767225600_000_000,
        1767225600_000_000_000,
    ],
)
def test_one_moment_in_every_spelling(written: object) -> None:
    assert moments.moment(written) == NEW_YEAR


@pytest.mark.parametrize(
    "written",
    [
        *(None, True, "", "yesterday", "2026-02-30T00:00:00Z", float("nan")),
        *(float("inf"), [], {}, "2026-01-01T00:00:00Z" + " " * 40),
    ],
)
def test_what_is_no_time(written: object) -> None:
    assert moments.moment(written) is None


@given(st.floats(allow_nan=True, allow_infinity=True) | st.integers())
def test_any_number_is_a_second_of_a_known_age_or_nothing(number: float) -> None:
    try:
        found = moments.moment(number)
    except OverflowError:
        assert abs(number) > 1e300  # no float holds it
        return
    if found is not None:
        assert abs(found) < 1e11


# So far from 1970 a float tells microseconds apart.
@given(st.datetimes(datetime(1800, 1, 1), datetime(2200, 1, 1), timezones=st.just(UTC)))  # noqa: DTZ001 -- hypothesis adds the zone
def test_what_is_written_is_read_back(time: datetime) -> None:
    whole = time.replace(microsecond=0, tzinfo=None)
    assert moments.iso(moments.moment(time.isoformat())) == f"{whole.isoformat()}Z"


def test_a_moment_is_rounded_down_before_1970_too() -> None:
    assert moments.iso(-0.5) == "1969-12-31T23:59:59Z"
    assert moments.iso(0.5) == "1970-01-01T00:00:00Z"
    assert moments.iso(None) is None
    assert moments.iso(1e18) is None


@given(st.dates(min_value=date(1975, 1, 1), max_value=date(2030, 12, 31)))
def test_a_day_ends_where_the_next_begins(day: date) -> None:
    assert moments.day_ends(day) == moments.day_begins(day + timedelta(days=1))
    assert moments.local_day(moments.day_begins(day)) == day.isoformat()
    assert moments.local_day(moments.day_ends(day) - 1) == day.isoformat()


def test_the_last_day_has_no_end_and_no_time_has_no_day() -> None:
    assert moments.day_ends(date.max) == float("inf")
    assert moments.local_day(None) == moments.local_day(1e18) == ""
    assert moments.month_of(None) == (0, 0)
    assert moments.month_of(NEW_YEAR + 86400 * 40) == (2026, 2)
