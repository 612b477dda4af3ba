"""When `undo` asks first: what other machines will follow is not undone in passing."""

from __future__ import annotations

import pytest

from memsync.cli.history.undo import _agreed
from memsync.errors import BadUsage
from memsync.memory.archive.journal import Step, Unit

MOMENT = "2026-11-22T09:30:00+00:00"
STEPS = [Step(name, "a", "b", None) for name in ("port", "auth", "port")]


@pytest.mark.parametrize("command", ["write", "forget", "mcp", "synced"])
def test_a_command_of_this_machine_alone_is_undone_without_a_word(command: str) -> None:
    assert _agreed(Unit(MOMENT, command, STEPS))


@pytest.mark.parametrize("command", ["sync", "sync undo"])
def test_a_round_needs_a_person_or_yes(command: str) -> None:
    with pytest.raises(BadUsage, match=r"changed auth, port;") as caught:
        _agreed(Unit(MOMENT, command, STEPS))
    hint = "`memsync undo --yes` confirms, `--dry-run` shows what would change"
    assert caught.value.hint == hint


def test_what_cannot_be_undone_is_not_asked_about() -> None:
    barred = Unit(MOMENT, "sync", STEPS, barrier="a purge")
    assert _agreed(barred)
