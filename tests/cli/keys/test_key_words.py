"""How a key is told: its hour on the local clock, and its kind and name."""

from __future__ import annotations

import pytest

from memsync.cli.keys.hours import local_hour
from memsync.cli.keys.revoke import _listed
from memsync.clock import local
from memsync.sync.members.members import Member


def test_an_hour_is_told_on_the_local_clock() -> None:
    from datetime import datetime

    hour = "2026-11-22T09:00:00+00:00"
    assert local_hour(hour) == f"{local(datetime.fromisoformat(hour)):%Y-%m-%d %H:%M}"


@pytest.mark.parametrize("hour", ["", "yesterday", "2026-13-01T00:00Z"])
def test_what_is_no_hour_is_told_as_it_is(hour: str) -> None:
    assert local_hour(hour) == hour


def test_members_are_listed_by_id_kind_and_name() -> None:
    code = Member("a" * 16, "code", "paper", None, "then", this=False)
    phrase = Member("b" * 16, "passphrase", "\x1b[31m", None, "then", this=False)
    said = _listed([code, phrase])
    assert said.startswith(f"{'a' * 16} (code 'paper', then), {'b' * 16} (passphrase ")
    assert "\x1b" not in said
