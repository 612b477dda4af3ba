"""The address of the form that takes a change back, and which profile is meant."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

import pytest

from memsync.cli.page.functions import PageCommands
from memsync.cli.shared.session import Session
from memsync.clock import Now, read_clock
from memsync.errors import NotSetUp
from memsync.page.changes.did import undo_of
from memsync.page.html.links import Served
from memsync.page.request.ask import Ask
from memsync.page.views.profile import profiles, shown

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

NOW = Now(datetime(2026, 11, 21, 9, 30, 5, 12, tzinfo=UTC), date(2026, 11, 21))
MOMENT = "2026-11-21T09:30:05.000012Z"


def test_an_undo_names_the_moment_to_the_microsecond() -> None:
    page, _, query = undo_of(NOW).partition("?")
    assert page == "undo"
    assert parse_qs(query) == {"of": [MOMENT]}


def test_an_undo_can_be_of_another_page_and_ask_more() -> None:
    page, _, query = undo_of(NOW, "merges/undo", home="a/b&c=d").partition("?")
    assert page == "merges/undo"
    assert parse_qs(query) == {"of": [MOMENT], "home": ["a/b&c=d"]}


def test_two_moments_have_two_addresses() -> None:
    later = NOW._replace(utc=NOW.utc.replace(microsecond=13))
    assert undo_of(NOW) != undo_of(later)


def ask(machine: Machine, cwd: Path, **query: str) -> Ask:
    session = Session(machine.environ, cwd, read_clock(), quiet=True, verbose=False)
    return Ask(PageCommands(session), Served("f"), query)


def test_without_profiles_there_is_nothing_to_choose(
    machine: Machine, tmp_path: Path
) -> None:
    asked = ask(machine, tmp_path)
    found = shown(asked)
    assert len(profiles(asked)) == 1
    assert found.name == profiles(asked)[0]
    assert dict(found.query) == {}
    assert found.option == ""


def test_the_default_profile_can_be_named(machine: Machine, tmp_path: Path) -> None:
    (name,) = profiles(ask(machine, tmp_path))
    assert shown(ask(machine, tmp_path, profile=name)).name == name


def test_a_profile_that_is_none(machine: Machine, tmp_path: Path) -> None:
    with pytest.raises(NotSetUp):
        shown(ask(machine, tmp_path, profile="nothing"))


@pytest.fixture
def two(machine: Machine, tmp_path: Path) -> Machine:
    """A machine with the default profile and one called work."""
    for key in ("sync.remote", "sync.profiles.work.remote"):
        machine.memsync("config", "set", key, str(tmp_path / "r.git"), cwd=tmp_path)
    return machine


def test_of_two_the_default_is_shown_first(two: Machine, tmp_path: Path) -> None:
    found = shown(ask(two, tmp_path))
    assert len(found.every) == 2
    assert found.name == found.every[0]
    assert dict(found.query) == {"profile": found.name}


def test_the_profile_of_the_query_is_shown(two: Machine, tmp_path: Path) -> None:
    found = shown(ask(two, tmp_path, profile="work"))
    assert found.name == "work"
    assert found.settings.profile == "work"
    assert dict(found.query) == {"profile": "work"}
    assert found.option == " --profile work"
