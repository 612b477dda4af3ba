"""The proof that a hook works: it stops a commit with a token, and no other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.places import snapshot

from memsync.guard.install.proof import prove
from memsync.guard.install.status import MARKER

if TYPE_CHECKING:
    from support.machine import Machine

HEAD = b"#!/bin/sh\n" + MARKER + b"\n"


def test_the_hook_that_we_ship_is_proved(machine: Machine) -> None:
    proof = prove(None, machine.environ)
    assert proof.stopped
    assert proof.let_through


def test_a_hook_that_checks_nothing_is_found_out(machine: Machine) -> None:
    proof = prove(HEAD + b"exit 0\n", machine.environ)
    assert not proof.stopped
    assert proof.let_through


def test_a_hook_that_stops_everything_is_found_out(machine: Machine) -> None:
    proof = prove(HEAD + b"echo broken >&2; exit 1\n", machine.environ)
    assert not proof.stopped
    assert not proof.let_through
    assert proof.said == "broken\nbroken\n"


def test_the_token_is_not_in_what_is_shown_of_a_hook(machine: Machine) -> None:
    show = b"git show :.coyote/memory/note.md >&2; exit 1\n"
    proof = prove(HEAD + show, machine.environ)
    assert "The token is [the token]." in proof.said
    assert "ghp" + "_" not in proof.said


def test_somebody_elses_hook_is_not_run(machine: Machine) -> None:
    trap = machine.folder / "ran"
    proof = prove(f"#!/bin/sh\ntouch {trap}\n".encode(), machine.environ)
    assert not trap.exists()
    assert proof.stopped


def test_nothing_of_a_persons_is_touched(machine: Machine) -> None:
    machine.git("config", "--global", "commit.gpgSign", "true")
    machine.git("config", "--global", "core.hooksPath", "/nowhere")
    before = snapshot(machine.home)
    proof = prove(None, machine.environ)
    assert proof.let_through
    assert snapshot(machine.home) == before
