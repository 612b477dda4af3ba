"""A purge of a memory that is not synced, and of one that is, in its files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.fleet import START_MS, Peer
from support.memory_mirror import MemoryRemote

from memsync.sync.verbs.purge import (
    PurgeResult,
    What,
    purge_memory,
    purge_synced,
    remains_of,
    seen,
)

if TYPE_CHECKING:
    from pathlib import Path

NOTE = b"---\nname: a\ndescription: d\n---\n\nA fact.\n"
INDEX = b"# Memory Index\n\n- [A](a.md): one\n- [B](b.md): two\n"
VERSION = "20170101T000000Z-0123456789ab"


@pytest.fixture
def peer(tmp_path: Path) -> Peer:
    made = Peer(tmp_path, 1, MemoryRemote())
    for name, data in {"a": NOTE, "b": NOTE, "MEMORY": INDEX}.items():
        made.write(name, data)
    for name in "ab":
        stored = made.memory.archive / name / f"{VERSION}.md"
        stored.parent.mkdir(parents=True)
        stored.write_bytes(NOTE)
    return made


def stored(peer: Peer) -> set[str]:
    return {path.parent.name for path in peer.memory.archive.rglob(f"{VERSION}.md")}


def test_a_result_is_true_if_anything_was_taken_out() -> None:
    assert not PurgeResult((), rewritten=False)
    assert PurgeResult(("a",), rewritten=False)
    assert PurgeResult((), rewritten=True)


def test_a_note_goes_with_its_entry_and_its_versions(peer: Peer) -> None:
    done = purge_memory(peer.memory, What("a"), pretend=False)
    assert set(done.texts) == {"a", "MEMORY", f"a/{VERSION}"}
    assert not done.rewritten
    left = peer.files()
    assert set(left) == {"b", "MEMORY"}
    assert b"a.md" not in left["MEMORY"]
    assert b"- [B](b.md): two\n" in left["MEMORY"]
    assert stored(peer) == {"b"}


def test_a_trial_names_the_same_and_changes_nothing(peer: Peer) -> None:
    before = peer.files()
    said = purge_memory(peer.memory, What("a"), pretend=True)
    assert peer.files() == before
    assert stored(peer) == {"a", "b"}
    done = purge_memory(peer.memory, What("a"), pretend=False)
    assert set(done.texts) == set(said.texts)


def test_a_name_that_nobody_used_takes_nothing_out(peer: Peer) -> None:
    before = peer.files()
    assert not purge_memory(peer.memory, What("none"), pretend=False)
    assert peer.files() == before


def test_a_purge_is_done_once(peer: Peer) -> None:
    assert purge_memory(peer.memory, What("a"), pretend=False)
    assert not purge_memory(peer.memory, What("a"), pretend=False)


def test_a_synced_note_goes_from_the_history_too(peer: Peer) -> None:
    peer.write("b", NOTE + b"Not the same.\n")
    peer.sync(START_MS)
    main = peer.mirror.main
    context = peer.context(START_MS + 1000)
    assert purge_synced(context, peer.home, What("a"), pretend=True).rewritten
    assert peer.mirror.main == main
    done = purge_synced(context, peer.home, What("a"), pretend=False)
    assert done.rewritten
    assert "a" in done.texts
    assert peer.mirror.main != main
    assert set(peer.files()) == {"b", "MEMORY"}
    assert peer.said_purged().startswith(b"note ")
    assert main is not None
    assert "user/a.md" in peer.mirror.tree(main)
    assert peer.mirror.main is not None
    assert "user/a.md" not in peer.mirror.tree(peer.mirror.main)


def test_a_synced_memory_without_the_note_keeps_its_history(peer: Peer) -> None:
    peer.sync(START_MS)
    main = peer.mirror.main
    context = peer.context(START_MS + 1000)
    assert not purge_synced(context, peer.home, What("none"), pretend=False)
    assert peer.mirror.main == main


def test_a_value_that_is_nowhere_leaves_every_text(peer: Peer) -> None:
    what = What(None, "0" * 16, (bytes(16),))
    assert not purge_memory(peer.memory, what, pretend=False)
    assert seen(what, [peer.memory]) == what
    remains = remains_of(what)
    assert remains("A fact.\n") == "A fact.\n"
    assert remains("\ud800") == "\ud800"
