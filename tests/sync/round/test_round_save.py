"""What a round commits of the folders, and on top of what."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.fleet import START_MS, Peer
from support.memory_mirror import MemoryRemote

from memsync.files.lock import Held
from memsync.sync.folder import stat_cache
from memsync.sync.mirror.lineage import Lineage
from memsync.sync.round.guards import NOTHING_ALLOWED, Allowed, MassDelete
from memsync.sync.round.look import look, source_of
from memsync.sync.round.save import Local, save
from memsync.sync.state.state import Base, State
from memsync.sync.tree.clock import Clock
from memsync.sync.tree.commit import parse_commit
from memsync.sync.tree.layout import MANIFEST_FILE, blob_id

if TYPE_CHECKING:
    from pathlib import Path

HEAD = b"---\nname: a\ndescription: d\n---\n\n"
ONE, TWO = HEAD + b"one\n", HEAD + b"two\n"


@pytest.fixture
def peer(tmp_path: Path) -> Peer:
    return Peer(tmp_path, 1, MemoryRemote())


def saved(
    peer: Peer,
    state: State | None = None,
    allowed: Allowed = NOTHING_ALLOWED,
    now_ms: int = START_MS,
) -> Local:
    """Look at the user memory, and save what was found."""
    state = state or State()
    context = peer.context(now_ms)
    lineage = Lineage(peer.mirror, now_ms)
    found = look(
        context, peer.home, peer.effects(Held()), lineage, state, stat_cache.EMPTY
    )
    looks = [(found, source_of(context, peer.home, state))]
    before = peer.mirror.tip()
    local = save(looks, state, peer.mirror, lineage, context.who, allowed)
    assert peer.mirror.tip() == before
    if local.tip:
        peer.mirror.advance(local.tip, before)
    return local


def after(local: Local) -> State:
    """The state of a machine whose folder equals what it saved."""
    assert local.tip is not None
    return State(base=Base(local.tip, {}), clock=local.clock)


def test_an_empty_folder_makes_no_commit(peer: Peer) -> None:
    local = saved(peer)
    assert (local.tip, local.tree, local.clock) == (None, {}, None)
    assert peer.mirror.main is None


def test_the_first_save_founds_a_vault(peer: Peer) -> None:
    peer.write("a", ONE)
    local = saved(peer)
    assert set(local.tree) == {MANIFEST_FILE, "user/a.md"}
    assert local.tree["user/a.md"].oid == blob_id(ONE)
    assert local.clock == Clock(START_MS, 0, "00000002")
    assert (local.tip, local.stood_on) == (peer.mirror.main, None)


def test_a_folder_that_equals_main_makes_no_commit(peer: Peer) -> None:
    peer.write("a", ONE)
    first = saved(peer)
    again = saved(peer, after(first))
    assert again.tip == first.tip == peer.mirror.main
    assert again.clock is None
    assert again.tree == first.tree


def test_a_change_is_committed_on_top_of_main(peer: Peer) -> None:
    peer.write("a", ONE)
    first = saved(peer)
    peer.write("a", TWO)
    peer.write("b", ONE)
    second = saved(peer, after(first), now_ms=START_MS + 1)
    assert second.tip is not None
    commit = parse_commit(peer.mirror.objects[second.tip].data)
    assert commit.parents == (first.tip,)
    assert commit.clock == second.clock == Clock(START_MS + 1, 0, "00000002")
    assert second.stood_on == first.tip
    assert {ONE, TWO} <= peer.history()
    assert second.tree[MANIFEST_FILE] == first.tree[MANIFEST_FILE]


def test_clocks_of_one_moment_differ_by_their_counter(peer: Peer) -> None:
    peer.write("a", ONE)
    first = saved(peer)
    peer.write("a", TWO)
    assert saved(peer, after(first)).clock == Clock(START_MS, 1, "00000002")


def test_a_clock_that_was_set_back_still_ticks_forward(peer: Peer) -> None:
    peer.write("a", ONE)
    first = saved(peer)
    peer.write("a", TWO)
    second = saved(peer, after(first), now_ms=START_MS - 60_000)
    assert second.clock == Clock(START_MS, 1, "00000002")


def test_a_deleted_note_goes_from_the_tree_and_stays_in_the_history(
    peer: Peer,
) -> None:
    for name in "abcde":
        peer.write(name, ONE + name.encode())
    first = saved(peer)
    peer.delete("c")
    second = saved(peer, after(first))
    assert first.tree.keys() - second.tree.keys() == {"user/c.md"}
    assert ONE + b"c" in peer.history()


def test_a_mass_delete_saves_nothing_until_a_person_allows_it(peer: Peer) -> None:
    for name in "abcd":
        peer.write(name, ONE)
    first = saved(peer)
    for name in "ab":
        peer.delete(name)
    with pytest.raises(MassDelete, match="2 of 4 notes are gone here"):
        saved(peer, after(first))
    assert peer.mirror.main == first.tip
    allowed = saved(peer, after(first), Allowed(mass_delete=True))
    assert allowed.tip == peer.mirror.main
    assert first.tree.keys() - allowed.tree.keys() == {"user/a.md", "user/b.md"}


def test_without_a_base_nothing_missing_counts_as_deleted(peer: Peer) -> None:
    for name in "abcd":
        peer.write(name, ONE)
    first = saved(peer)
    for name in "abc":
        peer.delete(name)
    joined = saved(peer, State())
    assert joined.tree.keys() == first.tree.keys()
    assert set(joined.seen) == {"user/d.md"}


def test_an_edit_that_lost_its_base_is_in_the_history_as_it_is(peer: Peer) -> None:
    peer.write("a", ONE)
    first = saved(peer)
    peer.write("a", TWO)
    joined = saved(peer, State())
    assert joined.tip == peer.mirror.main
    assert {ONE, TWO} <= peer.history()
    assert joined.stood_on == first.tip
