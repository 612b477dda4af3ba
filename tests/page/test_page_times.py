"""Times as people say them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memsync.page.html.times import moment

NOW = datetime(2026, 5, 10, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("then", "said"),
    [
        ("2026-05-10T11:59:40Z", "just now"),
        ("2026-05-10T11:59:00Z", "1 minute ago"),
        ("2026-05-10T09:00:00Z", "3 hours ago"),
        ("2026-05-08T12:00:00Z", "2 days ago"),
        ("2025-01-01T12:00:00Z", "1 year ago"),
        ("2026-05-10T14:00:00Z", "in 2 hours"),
        (NOW.timestamp() - 7200, "2 hours ago"),
    ],
)
def test_a_time_is_said_as_people_say_it(then: str | float, said: str) -> None:
    found = moment(then, NOW)
    assert found is not None
    assert found.said == said


@pytest.mark.parametrize("then", [None, "", "soon", "2026-99-99", 1e300])
def test_what_is_no_time_is_not_shown(then: str | float | None) -> None:
    assert moment(then, NOW) is None
