"""The state machine of the plain sync over encrypted vaults, in a short form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test
from support.sealed_fleet import SealedFleet

from memsync.sync import exchange

if TYPE_CHECKING:
    import pytest


def test_members_that_do_anything_under_a_host_that_cheats(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(exchange, "_FIRST_PAUSE", 0.0)
    run_state_machine_as_test(
        SealedFleet,
        settings=settings(
            max_examples=5,
            stateful_step_count=20,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
