"""A held note is sent all the same, once a person released it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.fleet import SECRET, SHOP, START_MS, Peer
from support.memory_mirror import MemoryRemote

from memsync.errors import BadUsage, NotFound
from memsync.sync.folder.snapshot import PURGED_REASON
from memsync.sync.state.state import load
from memsync.sync.tree.layout import blob_id
from memsync.sync.verbs.release import Held, held, release

if TYPE_CHECKING:
    from pathlib import Path

NOTE = b"---\nname: a\ndescription: d\n---\n\n" + SECRET + b"\n"


@pytest.fixture
def peer(tmp_path: Path) -> Peer:
    return Peer(tmp_path, 1, MemoryRemote())


def test_a_held_note_is_found_with_its_reason(peer: Peer) -> None:
    peer.write("a", NOTE)
    assert held(peer.context(START_MS), "a") == Held(
        "a", "it looks like a secret", blob_id(NOTE)
    )


@pytest.mark.parametrize("name", ["free", "none", "a\x1b[31m"])
def test_a_note_that_is_not_held_cannot_be_released(peer: Peer, name: str) -> None:
    peer.write("free", NOTE.replace(SECRET, b"plain"))
    with pytest.raises(NotFound) as found:
        held(peer.context(START_MS), name)
    assert found.value.message.endswith("is not held")
    assert "\x1b" not in found.value.message
    assert found.value.hint == "see `memsync sync status`"


def test_a_note_that_no_machine_would_take_is_a_usage_error(peer: Peer) -> None:
    peer.write("con", NOTE)
    with pytest.raises(BadUsage, match="'con' cannot be sent: ") as found:
        held(peer.context(START_MS), "con")
    assert found.value.hint == "correct that; the next `memsync sync` sends it"


def test_the_user_memory_is_looked_at_first(peer: Peer) -> None:
    peer.enrol(SHOP)
    peer.write(f"{SHOP}/a", NOTE)
    context = peer.context(START_MS)
    assert held(context, "a").said == f"{SHOP}/a"
    assert held(context, f"{SHOP}/a").said == f"{SHOP}/a"
    peer.write("a", NOTE + b"more\n")
    assert held(context, "a").said == "a"
    assert held(context, f"{SHOP}/a").oid == blob_id(NOTE)


def test_a_released_note_goes_with_the_next_round(peer: Peer) -> None:
    peer.write("a", NOTE)
    peer.sync(START_MS)
    assert NOTE not in peer.history()
    context = peer.context(START_MS)
    release(context, held(context, "a"))
    assert load(peer.vault).released == {"a": blob_id(NOTE)}
    peer.sync(START_MS)
    assert NOTE in peer.history()
    assert peer.held() == set()


def test_a_release_is_of_one_text(peer: Peer) -> None:
    peer.write("a", NOTE)
    context = peer.context(START_MS)
    release(context, held(context, "a"))
    peer.write("a", NOTE + b"more\n")
    assert held(context, "a").oid == blob_id(NOTE + b"more\n")
    peer.sync(START_MS)
    assert peer.held() == {"a"}
    assert peer.history().isdisjoint({NOTE, NOTE + b"more\n"})


def test_releases_add_up(peer: Peer) -> None:
    context = peer.context(START_MS)
    for name in ("a", "b"):
        peer.write(name, NOTE)
        release(context, held(context, name))
    assert set(load(peer.vault).released) == {"a", "b"}


def test_a_note_that_was_purged_elsewhere_can_be_released(tmp_path: Path) -> None:
    remote = MemoryRemote()
    desk, laptop = (Peer(tmp_path / f"m{n}", n, remote) for n in range(2))
    plain, edit = NOTE.replace(SECRET, b"plain"), NOTE.replace(SECRET, b"an edit")
    desk.write("a", plain)
    for peer in (desk, laptop, desk):
        peer.sync(START_MS)
    desk.purge("a", START_MS + 1000)
    laptop.write("a", edit)
    laptop.sync(START_MS + 2000)
    found = held(laptop.context(START_MS + 3000), "a")
    assert found == Held("a", PURGED_REASON, blob_id(edit))
    release(laptop.context(START_MS + 3000), found)
    laptop.sync(START_MS + 4000)
    desk.sync(START_MS + 5000)
    assert desk.files() == {"a": edit}
