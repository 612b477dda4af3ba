"""`memsync sync log` with numbers of all kinds."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from support.machine import Machine


def test_a_log_shows_at_most_so_many_and_never_less_than_none(
    machine: Machine,
) -> None:
    machine.memsync("sync", "init")
    for text in ("One.", "Two."):
        machine.memsync("write", "auth", "--scope", "user", "-m", text)
        machine.memsync("sync")
    for number in (0, 1, 2):
        log = machine.memsync("sync", "log", "-n", str(number), "--json").json
        assert len(log) == number
    machine.memsync("sync", "log", "-n", "-1", want=2)
