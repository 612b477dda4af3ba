"""What a round finds in one memory, and when it finds that nothing is new."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.fleet import SECRET, START_MS, Peer
from support.history import History
from support.memory_mirror import MemoryRemote

from memsync.files.lock import Held
from memsync.sync.folder import stat_cache
from memsync.sync.folder.snapshot import PURGED_REASON, Kept, Snapshot
from memsync.sync.mirror.lineage import Lineage
from memsync.sync.round.context import Look
from memsync.sync.round.look import (
    is_as_before,
    let_known_pass,
    look,
    source_of,
    unlike,
)
from memsync.sync.state.state import Base, State
from memsync.sync.tree.layout import ALLOW_PATH, Item, blob_id

if TYPE_CHECKING:
    from pathlib import Path

NOTE = b"---\nname: a\ndescription: d\n---\n\nA fact.\n"
OID = blob_id(NOTE)


@pytest.fixture
def peer(tmp_path: Path) -> Peer:
    return Peer(tmp_path, 1, MemoryRemote())


def seen(peer: Peer, state: State | None = None) -> Snapshot:
    context = peer.context(START_MS)
    return look(
        context,
        peer.home,
        peer.effects(Held()),
        Lineage(peer.mirror, START_MS),
        state or State(),
        stat_cache.EMPTY,
    )


def test_a_folders_notes_are_read_with_their_bytes(peer: Peer) -> None:
    peer.write("a", NOTE)
    found = seen(peer)
    assert found.sent == {"user/a.md": OID}
    assert found.data[OID] == NOTE
    assert found.disk == {"a.md": OID}
    assert not found.kept


def test_a_note_with_a_secret_stays_and_its_text_is_archived(peer: Peer) -> None:
    peer.write("a", NOTE + SECRET)
    found = seen(peer)
    assert found.sent == {}
    assert found.kept["a"].reason == "it looks like a secret"
    assert peer.archived() == {NOTE + SECRET}


def test_the_list_of_false_alarms_goes_with_the_notes(peer: Peer) -> None:
    data = b"00112233445566778899aabbccddeeff\n"
    peer.memory.allow_file.write_bytes(data)
    found = seen(peer)
    assert found.sent == {ALLOW_PATH: blob_id(data)}
    assert found.data[blob_id(data)] == data


def test_a_list_that_cannot_be_read_does_not_count_as_deleted(
    peer: Peer, tmp_path: Path
) -> None:
    (tmp_path / "elsewhere").write_bytes(b"")
    peer.memory.allow_file.symlink_to(tmp_path / "elsewhere")
    found = seen(peer)
    assert ALLOW_PATH not in found.sent
    assert ALLOW_PATH in found.busy


def test_a_list_that_is_too_long_is_not_sent_cut(peer: Peer) -> None:
    peer.memory.allow_file.write_bytes(b"0\n" * (1 << 19) + b"1")
    found = seen(peer)
    assert ALLOW_PATH not in found.sent
    assert ALLOW_PATH in found.busy


def test_a_list_that_is_not_there_is_neither_sent_nor_busy(peer: Peer) -> None:
    found = seen(peer)
    assert found.sent == {}
    assert found.busy == set()


def test_a_barred_note_stays_until_a_person_releases_it(peer: Peer) -> None:
    peer.write("a", NOTE)
    barred = State(barred=frozenset({"a"}))
    assert seen(peer, barred).kept == {"a": Kept(PURGED_REASON, OID)}
    released = State(barred=frozenset({"a"}), released={"a": OID})
    assert seen(peer, released).sent == {"user/a.md": OID}
    earlier = State(barred=frozenset({"a"}), released={"a": blob_id(b"old")})
    assert "a" in seen(peer, earlier).kept


def test_what_a_killed_command_left_is_swept(peer: Peer) -> None:
    left = peer.memory.folder / f".memsync-{'0' * 16}.tmp"
    left.write_bytes(b"half a note")
    assert seen(peer).litter
    assert peer.litter() == []


def test_a_held_note_that_everybody_has_in_this_form_passes() -> None:
    history = History()
    tip = history.commit({"user/a.md": NOTE, "user/b.md": "Theirs.\n"})
    other = blob_id(b"Mine.\n")
    found = Snapshot(
        "user",
        kept={
            "a": Kept("a secret", OID),
            "b": Kept("a secret", other),
            "own": Kept(""),
        },
        disk={"a.md": OID, "b.md": other, "own.md": OID},
    )
    let_known_pass(found, history.lineage, tip)
    assert found.sent == {"user/a.md": OID}
    assert set(found.kept) == {"b", "own"}


def test_before_the_first_commit_no_held_note_passes() -> None:
    found = Snapshot("user", kept={"a": Kept("a secret", OID)}, disk={"a.md": OID})
    let_known_pass(found, History().lineage, None)
    assert set(found.kept) == {"a"}


def test_a_source_judges_versions_as_the_folders_rules_do(peer: Peer) -> None:
    source = source_of(peer.context(START_MS), peer.home, State())
    assert (source.folder, source.archive) == (
        *(peer.memory.folder, peer.memory.archive),
    )
    assert source.may_leave("a", NOTE)
    assert not source.may_leave("a", NOTE + SECRET)
    assert list(source.outlived(["user/.archive/a/x.md"])) == []


class Scene:
    """A memory that is as the last round left it."""

    def __init__(self, peer: Peer) -> None:
        self.history = History()
        self.tip = self.history.commit({"user/a.md": NOTE})
        self.found = Snapshot("user", sent={"user/a.md": OID}, unchanged=True)
        self.base = Base(self.tip, {})
        self.was = self.tip
        self.peer = peer

    def same(self, tip: str | None = "") -> bool:
        each = Look(self.peer.home, self.found, self.was)
        at = self.tip if tip == "" else tip
        return is_as_before(each, State(base=self.base), self.history.lineage, at)


@pytest.fixture
def scene(peer: Peer) -> Scene:
    return Scene(peer)


def test_a_memory_that_nobody_touched_is_as_before(scene: Scene) -> None:
    assert scene.same()


def test_another_main_is_news(scene: Scene) -> None:
    later = scene.history.commit({"user/a.md": NOTE}, scene.tip)
    assert not scene.same(later)
    assert not scene.same(None)
    scene.was = later
    assert not scene.same()


def test_a_memory_without_a_base_is_new(scene: Scene) -> None:
    each = Look(scene.peer.home, scene.found, scene.tip)
    assert not is_as_before(each, State(), scene.history.lineage, scene.tip)


@pytest.mark.parametrize("what", ["changed", "busy", "replaced"])
def test_a_change_in_the_folder_is_news(scene: Scene, what: str) -> None:
    if what == "changed":
        scene.found.unchanged = False
    elif what == "busy":
        scene.found.busy.add("user/a.md")
    else:
        scene.found.replaced["a"] = ["20261121T093000Z-0123456789ab"]
    assert not scene.same()


def test_what_the_last_round_left_alone_is_news_unless_it_is_held(
    scene: Scene,
) -> None:
    scene.base = Base(scene.tip, {"user/b.md": None})
    assert not scene.same()
    scene.found.kept["b"] = Kept("a secret")
    assert scene.same()


def test_a_note_that_was_held_and_is_free_is_news(scene: Scene) -> None:
    scene.found.sent["user/b.md"] = OID
    assert not scene.same()


def test_a_memory_index_may_go_without_some_entries(scene: Scene) -> None:
    scene.found.sent["user/MEMORY.md"] = OID
    assert scene.same()


def test_a_note_that_moved_to_another_profile_is_news(scene: Scene) -> None:
    del scene.found.sent["user/a.md"]
    scene.found.kept["a"] = Kept("", other_profile=True)
    assert not scene.same()
    scene.base = Base(scene.tip, {"user/a.md": None})
    assert scene.same()


def test_a_folder_is_compared_with_a_tree_path_by_path() -> None:
    found = Snapshot("user", sent={"user/a.md": OID, "user/b.md": OID})
    tree = {
        "memsync.json": Item(blob_id(b"{}")),
        "user/a.md": Item(OID),
        "user/b.md": Item(blob_id(b"other")),
        "user/c.md": Item(OID),
        "projects/shop/d.md": Item(OID),
        "user/.archive/a/20261121T093000Z-0123456789ab.md": Item(OID),
    }
    assert unlike(found, tree) == {"user/b.md", "user/c.md"}
    assert unlike(found, {}) == {"user/a.md", "user/b.md"}
    assert unlike(Snapshot("user"), {}) == set()
