"""Unattended runs: one an hour, by any clock, to the model that was confirmed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memsync.files.lock import hold
from memsync.learn.models.choice import Named
from memsync.learn.runs.by_itself import (
    HOUR,
    confirm,
    confirmed,
    has_changed,
    is_due,
    take_turn,
)

if TYPE_CHECKING:
    from pathlib import Path

NOW = 1_790_000_000.0
ONE = Named("llm -m one", "llm -m two", "id-1")
OTHER = Named("ollama run x", "ollama run x", "id-2")


def test_a_first_run_is_due_and_the_next_an_hour_later(tmp_path: Path) -> None:
    state = tmp_path / "state"
    assert is_due(state, NOW)
    assert take_turn(state, NOW)
    assert not is_due(state, NOW)
    assert not take_turn(state, NOW + HOUR - 1)
    assert take_turn(state, NOW + HOUR)
    assert not is_due(state, NOW + HOUR)
    assert state.stat().st_mode & 0o777 == 0o700


def test_a_stamp_of_the_future_stops_no_run(tmp_path: Path) -> None:
    assert take_turn(tmp_path, NOW + 10 * HOUR)
    assert take_turn(tmp_path, NOW)
    assert not is_due(tmp_path, NOW + 1)


@pytest.mark.parametrize("later", [-30.0, -0.2, 0.0, 0.1])
def test_one_who_looks_a_moment_before_or_after_has_no_turn(
    tmp_path: Path, later: float
) -> None:
    assert take_turn(tmp_path, NOW + 0.7)
    assert not take_turn(tmp_path, NOW + 0.7 + later)


@pytest.mark.parametrize("text", [b"", b"soon", b"nan", b"inf", b"-inf", b"\xff"])
def test_without_a_readable_stamp_a_run_is_due(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "learn.started").write_bytes(text)
    assert is_due(tmp_path, NOW)
    assert take_turn(tmp_path, NOW)
    assert not is_due(tmp_path, NOW)


def test_who_comes_while_another_takes_the_turn_has_none(tmp_path: Path) -> None:
    with hold(tmp_path / "learn.turn.lock", what="learn", wait=0.0):
        assert not take_turn(tmp_path, NOW)
    assert take_turn(tmp_path, NOW)


def test_what_was_confirmed_is_known_and_another_model_is_a_change(
    tmp_path: Path,
) -> None:
    config = tmp_path / "config"
    assert confirmed(config) is None
    assert has_changed(config, ONE) == ""
    confirm(config, ONE)
    assert confirmed(config) == ("id-1", "llm -m one")
    assert has_changed(config, ONE) == ""
    assert has_changed(config, OTHER) == "llm -m one"
    confirm(config, OTHER)
    assert has_changed(config, ONE) == "ollama run x"
    (file,) = config.iterdir()
    assert file.stat().st_mode & 0o777 == 0o600


def test_confirming_again_writes_nothing(tmp_path: Path) -> None:
    confirm(tmp_path, ONE)
    (file,) = tmp_path.iterdir()
    before = file.stat()
    confirm(tmp_path, ONE)
    assert (file.stat().st_ino, file.stat().st_mtime_ns) == (
        before.st_ino,
        before.st_mtime_ns,
    )


@pytest.mark.parametrize("text", [b"", b"{", b"[]", b"3", b"null", b'{"id": "x"}'])
def test_what_cannot_be_read_was_not_confirmed(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "learn-model.json").write_bytes(text)
    assert confirmed(tmp_path) is None
    confirm(tmp_path, ONE)
    assert confirmed(tmp_path) == ("id-1", "llm -m one")
