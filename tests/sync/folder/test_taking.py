"""A look at a memory folder: what is sent, what stays here, and why."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from support import tokens
from support.memories import make_store

from memsync.files.lock import Held
from memsync.memory.note.names import Scope
from memsync.sync.folder.reading import scanner
from memsync.sync.folder.snapshot import Home, Kept, Rules, Snapshot
from memsync.sync.folder.taking import may_leave, take_snapshot
from memsync.sync.state.state import State
from memsync.sync.tree.layout import MAX_BLOB, blob_id

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from memsync.files.lock import Memory
    from memsync.memory.store.store import MemoryFolder
    from memsync.sync.folder.stat_cache import StatCache

HELD: Held[Memory] = Held()

# Milliseconds; long after any file here was made.
NOW_MS = 4_000_000_000_000

RULES = Rules((), {}, scanner(b"", None, "medium"), "key-1")


@pytest.fixture
def memory(tmp_path: Path) -> MemoryFolder:
    found = make_store(tmp_path, Scope.USER).memory
    (found.folder / "MEMORY.md").unlink()
    return found


def put(memory: MemoryFolder, name: str, text: str | bytes = "text\n") -> str:
    """Write a file, with its time long ago; the blob of the text."""
    path = memory.folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    data = text.encode() if isinstance(text, str) else text
    path.write_bytes(data)
    os.utime(path, (1, 1))
    return blob_id(data)


def look(
    memory: MemoryFolder,
    rules: Rules = RULES,
    old: StatCache | None = None,
    synced: Collection[str] = (),
) -> Snapshot:
    home = Home("user", memory, lambda _: rules, memory.folder / "no.stat", "")
    return take_snapshot(home, State(), NOW_MS, HELD, old=old, synced=lambda: synced)


def test_notes_logs_and_the_index_are_sent(memory: MemoryFolder) -> None:
    names = ["auth.md", "MEMORY.md", "daily/2026-01-02.md", ".memsync-origins"]
    oids = {name: put(memory, name, name) for name in names}
    found = look(memory)
    assert found.sent == {f"user/{name}": oid for name, oid in oids.items()}
    assert found.disk == oids
    assert set(found.data.values()) == {name.encode() for name in names}
    assert (found.kept, found.busy, found.missing) == ({}, set(), False)


def test_line_ends_and_marks_are_sent_in_one_form(memory: MemoryFolder) -> None:
    put(memory, "auth.md", b"\xef\xbb\xbfone\r\ntwo\r\n")
    assert look(memory).sent == {"user/auth.md": blob_id(b"one\ntwo\n")}


def test_a_folder_that_is_gone_is_missing_and_not_empty(memory: MemoryFolder) -> None:
    memory.folder.rmdir()
    found = look(memory)
    assert found.missing
    assert found.sent == {}


def test_a_secret_stays_here_until_that_text_is_released(memory: MemoryFolder) -> None:
    token = tokens.github()
    oid = put(memory, "key.md", f"one\n{token}\n")
    [(name, kept)] = look(memory).kept.items()
    assert (name, kept.oid) == ("key", oid)
    assert kept.reason.startswith("line 2 looks like a secret (")
    assert token not in kept.reason
    released = Rules((), {"key": oid}, RULES.findings, "key-1")
    assert look(memory, released).sent == {"user/key.md": oid}
    put(memory, "key.md", f"one more\n{token}\n")
    assert look(memory, released).sent == {}


def test_a_note_may_say_itself_that_it_stays(memory: MemoryFolder) -> None:
    put(memory, "mine.md", "---\nname: mine\nsync: false\n---\n\ntext\n")
    found = look(memory)
    assert found.kept == {"mine": Kept("")}
    assert found.sent == {}


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("con", "it is a device name on Windows; as "),
        ("a:b", 'it contains one of < > : " / \\ | ? *; as '),
        (".hidden", "it begins with '.'; as "),
    ],
)
def test_a_name_that_some_machine_cannot_have_stays(
    memory: MemoryFolder, name: str, reason: str
) -> None:
    put(memory, f"{name}.md")
    kept = look(memory).kept[name]
    assert kept.reason.startswith(reason)
    assert kept.oid is None


def test_a_link_a_pipe_and_a_huge_file_are_not_read(memory: MemoryFolder) -> None:
    put(memory, "real.txt")
    (memory.folder / "link.md").symlink_to(memory.folder / "real.txt")
    os.mkfifo(memory.folder / "pipe.md")
    put(memory, "huge.md", b"x" * (MAX_BLOB + 1))
    put(memory, "large.md", b"x" * MAX_BLOB)
    found = look(memory)
    assert {name: kept.reason for name, kept in found.kept.items()} == {
        "link": "it is a symlink",
        "pipe": "it is not a regular file",
        "huge": "it is larger than 1 MB",
    }
    assert list(found.sent) == ["user/large.md"]
    assert list(found.disk) == ["large.md"]


def test_of_two_names_that_collide_one_stays(memory: MemoryFolder) -> None:
    put(memory, "Auth.md", "one\n")
    oid = put(memory, "auth.md", "two\n")
    found = look(memory)
    assert found.sent == {"user/auth.md": oid}
    assert found.kept["Auth"].reason == (
        "its name collides with 'auth' on some machines"
    )
    assert list(look(memory, synced={"Auth"}).sent) == ["user/Auth.md"]


def test_what_settings_keep_here_is_not_said(memory: MemoryFolder) -> None:
    put(memory, "work-auth.md")
    put(memory, "auth.md")
    put(memory, "learned/sessions/s1.md")
    rules = Rules(("work-*",), {}, RULES.findings, "key-1")
    found = look(memory, rules)
    assert found.kept == {"work-auth": Kept(""), "learned/sessions/s1": Kept("")}
    shared = Rules((), {}, RULES.findings, "key-1", synopses=True)
    assert look(memory, shared).kept == {}


def test_a_note_of_another_profile_leaves_this_copy(memory: MemoryFolder) -> None:
    put(memory, "work.md")
    put(memory, "MEMORY.md")
    rules = Rules((), {}, RULES.findings, "key-1", other_profile=lambda _: True)
    found = look(memory, rules)
    assert found.kept == {"work": Kept("", other_profile=True)}
    assert list(found.sent) == ["user/MEMORY.md"]


def test_a_note_in_another_folder_is_a_stray_and_not_read(memory: MemoryFolder) -> None:
    put(memory, "sub/note.md", tokens.github())
    found = look(memory)
    assert found.kept == {"sub/note": Kept("", stray=True)}
    assert (found.data, found.disk) == ({}, {})


def test_a_note_that_was_emptied_is_left_for_the_next_round(
    memory: MemoryFolder,
) -> None:
    put(memory, "auth.md")
    old = look(memory).cache
    path = memory.folder / "auth.md"
    path.write_bytes(b"")
    just_now = path.stat().st_mtime_ns // 1_000_000
    home = Home("user", memory, lambda _: RULES, memory.folder / "no.stat", "")
    found = take_snapshot(home, State(), just_now, HELD, old=old)
    assert found.busy == {"user/auth.md"}
    assert found.sent == {}
    assert look(memory, old=old).sent == {"user/auth.md": blob_id(b"")}


def test_what_did_not_change_is_not_read_again(memory: MemoryFolder) -> None:
    one, two = put(memory, "auth.md"), put(memory, "build.md", "two\n")
    first = look(memory)
    assert not first.unchanged
    again = look(memory, old=first.cache)
    assert again.unchanged
    assert (again.data, again.sent) == ({}, first.sent)
    new = put(memory, "build.md", "changed\n")
    third = look(memory, old=first.cache)
    assert not third.unchanged
    assert list(third.data) == [new]
    assert third.sent == {"user/auth.md": one, "user/build.md": new}
    assert two in first.data


def test_under_other_rules_every_file_is_read_again(memory: MemoryFolder) -> None:
    oid = put(memory, "auth.md")
    old = look(memory).cache
    found = look(memory, Rules((), {}, RULES.findings, "key-2"), old)
    assert list(found.data) == [oid]
    assert found.cache.key == "key-2"
    assert not found.unchanged


def test_a_note_that_is_gone_is_a_change(memory: MemoryFolder) -> None:
    put(memory, "auth.md")
    put(memory, "build.md")
    old = look(memory).cache
    (memory.folder / "build.md").unlink()
    found = look(memory, old=old)
    assert not found.unchanged
    assert list(found.sent) == ["user/auth.md"]


def test_what_a_killed_command_left_is_noticed(memory: MemoryFolder) -> None:
    put(memory, "auth.md")
    assert not look(memory).litter
    put(memory, ".memsync-0123456789abcdef.tmp")
    found = look(memory)
    assert found.litter
    assert list(found.sent) == ["user/auth.md"]


def test_a_version_that_is_new_to_the_archive_is_listed(memory: MemoryFolder) -> None:
    put(memory, "auth.md")
    put(memory, ".archive/auth/20260101T000000Z-000000000000.md")
    first = look(memory)
    assert first.replaced == {}
    put(memory, ".archive/auth/20260102T000000Z-000000000001.md")
    found = look(memory, old=first.cache)
    assert found.replaced == {"auth": ["20260102T000000Z-000000000001"]}


def test_the_index_cannot_choose_to_stay(memory: MemoryFolder) -> None:
    private = b"---\nsync: false\n---\ntext\n"
    assert not may_leave("auth", private, RULES)
    assert may_leave("MEMORY", private, RULES)
    assert may_leave(".memsync-origins", private, RULES)
    assert not may_leave("MEMORY", tokens.github().encode(), RULES)
