"""Which paths the guard reads, and how an address of a repository is compared."""

from __future__ import annotations

import pytest

from memsync.guard.checks.staged import Change, is_guarded, is_memory
from memsync.guard.install.entry import same_address
from memsync.guard.install.status import is_ours, rendered


@pytest.mark.parametrize(
    ("path", "memory", "guarded"),
    [
        (b".coyote/memory", True, True),
        (b".coyote/memory/auth.md", True, True),
        (b"a/.coyote/memory/daily/x.md", True, True),
        (b"a/.coyote/memory", True, True),
        (b"docs/COYOTE.md", True, True),
        (b"AGENTS.md", False, True),
        (b"docs/CLAUDE.md", False, True),
        (b".coyote/memory-old/auth.md", False, False),
        (b"x.coyote/memory/auth.md", False, False),
        (b"README.md", False, False),
    ],
)
def test_memories_and_instructions_are_guarded(
    path: bytes, *, memory: bool, guarded: bool
) -> None:
    assert is_memory(path) is memory
    assert is_guarded(path) is guarded


def test_a_line_of_gits_diff_is_read() -> None:
    ids = b"1" * 40, b"2" * 40
    head = b":100644 120000 " + b" ".join(ids) + b" R087"
    change = Change(head, b"old.md", b"new.md")
    assert (change.mode, change.old, change.new) == (b"120000", *ids)
    assert (change.status, change.old_path, change.path) == (
        *(b"R", b"old.md", b"new.md"),
    )


@pytest.mark.parametrize(
    "other",
    [
        "https://git.example.com/tools/memsync",
        "https://git.example.com/tools/memsync.git",
        "https://git.example.com/Tools/memsync/",
        "git@git.example.com:tools/memsync.git",
    ],
)
def test_one_repository_has_several_addresses(other: str) -> None:
    assert same_address("https://git.example.com/tools/memsync", other)
    assert not same_address("https://git.example.com/tools/other", other)


def test_our_hook_is_known_by_its_marker() -> None:
    assert is_ours(rendered())
    assert not is_ours(b"#!/bin/sh\nexec true\n")
    assert not is_ours(None)
