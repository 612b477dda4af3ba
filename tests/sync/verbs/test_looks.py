"""When a person last looked at what was merged, and taking a look back."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from support.memories import NOW, settings

from memsync.files.lock import Held
from memsync.paths import Places
from memsync.sync.state.rounds import RoundEntry, add_round
from memsync.sync.state.state import StateFolder, state_folder_of
from memsync.sync.verbs.looks import last_look, looked, time_of, unlooked

if TYPE_CHECKING:
    from pathlib import Path

MERGED = RoundEntry("2026-11-20T00:00:00Z", "1" * 40, merged=(("a", "merged"),))


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places({"HOME": str(tmp_path), "MEMSYNC_STATE_DIR": str(tmp_path / "s")})


@pytest.fixture
def state(places: Places) -> StateFolder:
    found = state_folder_of(places)
    found.folder.mkdir(parents=True)
    return found


def test_the_time_of_a_file_is_in_utc_to_the_second(tmp_path: Path) -> None:
    file = tmp_path / "file"
    assert time_of(file) is None
    file.touch()
    moment = datetime(2026, 11, 21, 9, 30, 5, 900_000, tzinfo=UTC).timestamp()
    os.utime(file, (moment, moment))
    assert time_of(file) == "2026-11-21T09:30:05Z"
    assert time_of(file / "below") is None


def test_whoever_never_looked_has_no_time(state: StateFolder) -> None:
    assert last_look(state) == ""


def test_before_the_first_round_a_look_leaves_nothing(
    places: Places, state: StateFolder
) -> None:
    looked(places, settings(), NOW)
    assert list(state.folder.iterdir()) == []
    assert not unlooked(places, settings())


def test_a_first_look_is_dated_and_can_be_taken_back(
    places: Places, state: StateFolder
) -> None:
    add_round(state.diary_file, MERGED, Held())
    looked(places, settings(), NOW)
    assert last_look(state) == NOW.timestamp
    assert state.looked_file.stat().st_mode & 0o777 == 0o600
    assert unlooked(places, settings())
    assert last_look(state) == ""
    assert not unlooked(places, settings())


def test_a_second_look_is_taken_back_to_the_first(
    places: Places, state: StateFolder
) -> None:
    add_round(state.diary_file, MERGED, Held())
    looked(places, settings(), NOW)
    later = NOW._replace(utc=NOW.utc + timedelta(hours=1))
    add_round(state.diary_file, MERGED._replace(time="2026-11-21T10:00:00Z"), Held())
    looked(places, settings(), later)
    assert last_look(state) == "2026-11-21T10:30:00Z"
    assert unlooked(places, settings())
    assert last_look(state) == NOW.timestamp
    # Only the last look can be taken back.
    assert not unlooked(places, settings())
    assert last_look(state) == NOW.timestamp


def test_a_look_that_finds_nothing_is_none_to_take_back(
    places: Places, state: StateFolder
) -> None:
    add_round(state.diary_file, MERGED, Held())
    looked(places, settings(), NOW)
    later = NOW._replace(utc=NOW.utc + timedelta(hours=1))
    looked(places, settings(), later)
    assert last_look(state) == later.timestamp
    assert unlooked(places, settings())
    assert last_look(state) == ""


def test_the_first_look_that_finds_nothing_is_dated_too(
    places: Places, state: StateFolder
) -> None:
    entry = RoundEntry("2026-11-20T00:00:00Z", "1" * 40, received=("a",))
    add_round(state.diary_file, entry, Held())
    looked(places, settings(), NOW)
    assert last_look(state) == NOW.timestamp
    assert not unlooked(places, settings())


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"tomorrow\n",
        b"\xff\xfe",
        b"-" * 65,
        b"never".ljust(70) + b"damaged",
        b"2026-11-20T00:00:00Z".ljust(70) + b"damaged",
        b"2026-11-20\n",
    ],
)
def test_a_file_that_says_no_time_is_nothing_to_take_back(
    places: Places, state: StateFolder, data: bytes
) -> None:
    state.looked_file.write_bytes(data)
    assert not unlooked(places, settings())
    assert state.looked_file.read_bytes() == data


def test_a_link_is_not_followed(
    places: Places, state: StateFolder, tmp_path: Path
) -> None:
    target = tmp_path / "elsewhere"
    target.write_text("never\n")
    state.looked_file.symlink_to(target)
    assert not unlooked(places, settings())
    assert target.read_text() == "never\n"
