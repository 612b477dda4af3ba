"""The state that a round records: in memory first, and on disk with `write`."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from support.fleet import CLAUDE, SHOP, Peer
from support.kill_points import FaultyEffects, Killed
from support.memories import NOW
from support.memory_mirror import MemoryRemote

from memsync.files.lock import Held
from memsync.sync.folder import stat_cache
from memsync.sync.folder.snapshot import Kept, Snapshot
from memsync.sync.round.ledger import Ledger
from memsync.sync.round.save import Local
from memsync.sync.state.state import Base, Hold, Saved, State, load
from memsync.sync.tree.clock import Clock
from memsync.sync.tree.commit import commit_bytes
from memsync.sync.tree.layout import Item, Tree, blob_id
from memsync.sync.tree.manifest import FORMAT, MERGE_NUMBER, Manifest, manifest_bytes

if TYPE_CHECKING:
    from pathlib import Path

TIP, OLD = "1" * 40, "2" * 40
EARLIER = "2026-11-20T00:00:00Z"


@pytest.fixture
def peer(tmp_path: Path) -> Peer:
    made = Peer(tmp_path, 1, MemoryRemote())
    made.vault.folder.mkdir()
    return made


def ledger(peer: Peer, state: State | None = None) -> Ledger:
    effects = FaultyEffects(peer.vault, peer.mirror, Held())
    return Ledger(state or State(), effects, NOW)


def tree(**texts: str) -> Tree:
    return {f"user/{name}.md": Item(blob_id(t.encode())) for name, t in texts.items()}


def test_nothing_is_on_disk_before_it_is_written(peer: Peer) -> None:
    book = ledger(peer)
    book.tick(Clock(5, 0, "0000000a"))
    assert not peer.vault.state_file.exists()
    book.write()
    assert load(peer.vault) == State(clock=Clock(5, 0, "0000000a"))


@pytest.mark.parametrize("step", range(7))
def test_main_and_the_base_move_as_one_wherever_the_round_is_killed(
    peer: Peer, step: int
) -> None:
    old, clock = (
        State(base=Base(OLD, {}), strays=frozenset({"x"})),
        Clock(5, 0, "a" * 8),
    )
    book = ledger(peer, old)
    book.write()
    blobs = [b"text"]
    made = peer.mirror.save(tree(a="text"), blobs, lambda t: commit_bytes(t, [], clock))
    here = Local(made, tree(a="text"), tree(a="text"), set(), {"user": frozenset()})
    peer.mirror.kill_point.left = step
    with contextlib.suppress(Killed):
        book.put_on_main(replace(here, clock=clock), None)
    peer.mirror.kill_point.left = None
    main = peer.mirror.tip()
    settled = load(peer.vault).settled(main)
    assert settled.base == Base(main or OLD, {})
    assert (settled.saved, settled.strays) == (None, old.strays)


def test_a_base_that_main_has_not_reached_is_of_no_memory_that_left(peer: Peer) -> None:
    bases = {SHOP: Base(TIP, {}), CLAUDE: Base(TIP, {})}
    state = State(projects=bases, saved=Saved(TIP, Base(TIP, {}), bases))
    after = state.without(SHOP).settled(TIP)
    assert after == State(base=Base(TIP, {}), projects={CLAUDE: Base(TIP, {})})


def test_a_hold_is_dated_by_the_round_that_found_it(peer: Peer) -> None:
    book = ledger(peer)
    found = Snapshot("user", kept={"a": Kept("a secret"), "own": Kept("")})
    shop = Snapshot(SHOP, kept={"b": Kept("too large")})
    book.hold([found, shop])
    assert book.state.held == {
        "a": Hold("a secret", "2026-11-21T09:30:00Z"),
        f"{SHOP}/b": Hold("too large", "2026-11-21T09:30:00Z"),
    }


def test_a_hold_keeps_its_date_while_its_reason_stays(peer: Peer) -> None:
    before = {"a": Hold("a secret", EARLIER), "b": Hold("a secret", EARLIER)}
    book = ledger(peer, State(held=before))
    book.hold([Snapshot("user", kept={"a": Kept("a secret"), "b": Kept("too large")})])
    assert book.state.held == {
        "a": Hold("a secret", EARLIER),
        "b": Hold("too large", NOW.timestamp),
    }


def test_a_note_that_may_go_is_held_no_more(peer: Peer) -> None:
    book = ledger(peer, State(held={"a": Hold("a secret", EARLIER)}))
    book.hold([Snapshot("user")])
    assert book.state.held == {}


def test_what_is_held_in_a_memory_that_is_missing_stays_held(peer: Peer) -> None:
    before = {
        "a": Hold("a secret", EARLIER),
        f"{SHOP}/b": Hold("a secret", EARLIER),
        f"{CLAUDE}/c": Hold("a secret", EARLIER),
    }
    book = ledger(peer, State(held=before))
    book.hold(iter([Snapshot(SHOP)]))
    assert set(book.state.held) == {"a", f"{CLAUDE}/c"}


def test_a_stray_is_told_once_and_again_after_it_was_away(peer: Peer) -> None:
    book = ledger(peer)
    stray = Snapshot("user", kept={"sub/a": Kept("", stray=True), "b": Kept("large")})
    assert book.note_strays([stray]) == ["user/sub/a.md"]
    assert book.state.strays == {"user/sub/a.md"}
    assert book.note_strays([stray]) == []
    assert book.note_strays([Snapshot("user")]) == []
    assert book.state.strays == frozenset()
    assert book.note_strays([stray]) == ["user/sub/a.md"]


def test_a_memory_that_equals_the_tip_leaves_nothing(peer: Peer) -> None:
    book = ledger(peer)
    seen = tree(a="A", b="B")
    book.move_base(TIP, dict(seen), seen, ["user"])
    assert book.state.base == Base(TIP, {})


def test_the_base_names_what_a_folder_holds_instead(peer: Peer) -> None:
    book = ledger(peer)
    seen = {**tree(a="A", b="here"), f"{SHOP}/n.md": Item(blob_id(b"S"))}
    target = tree(a="A", b="there", c="new")
    book.move_base(TIP, seen, target, ["user", SHOP])
    assert book.state.base == Base(
        TIP, {"user/b.md": blob_id(b"here"), "user/c.md": None}
    )
    assert book.state.projects == {
        SHOP: Base(TIP, {f"{SHOP}/n.md": blob_id(b"S")}),
    }


def test_only_files_of_the_named_memories_count(peer: Peer) -> None:
    former = Base(OLD, {})
    book = ledger(peer, State(base=former, projects={CLAUDE: former}))
    target = {
        "memsync.json": Item(blob_id(b"{}")),
        "README.md": Item(blob_id(b"r")),
        "user/a.md": Item(blob_id(b"A")),
        f"{SHOP}/n.md": Item(blob_id(b"S")),
        f"{SHOP}/.archive/n/20261121T093000Z-0123456789ab.md": Item(blob_id(b"S")),
    }
    book.move_base(TIP, {}, target, [SHOP])
    assert book.state.base == former
    assert book.state.projects == {
        CLAUDE: former,
        SHOP: Base(TIP, {f"{SHOP}/n.md": None}),
    }


def test_a_memory_without_files_has_no_base(peer: Peer) -> None:
    before = State(base=Base(OLD, {}))
    book = ledger(peer, before)
    book.move_base(None, {}, {}, ["user"])
    assert book.state == before


def test_a_round_without_a_tick_keeps_the_last_clock(peer: Peer) -> None:
    clock = Clock(5, 0, "0000000a")
    book = ledger(peer, State(clock=clock))
    book.tick(None)
    assert book.state.clock == clock
    book.tick(Clock(6, 0, "0000000a"))
    assert book.state.clock == Clock(6, 0, "0000000a")


def test_saved_work_waits_since_the_first_round_that_could_not_push(
    peer: Peer,
) -> None:
    book = ledger(peer)
    book.queue(waiting=False)
    said = [book.state]
    book.queue(waiting=True)
    said.append(book.state)
    later = NOW._replace(utc=NOW.utc + timedelta(hours=1))
    effects = FaultyEffects(peer.vault, peer.mirror, Held())
    book = Ledger(book.state, effects, later)
    book.queue(waiting=True)
    said.append(book.state)
    book.succeed()
    said.append(book.state)
    assert [(each.queued_since, each.last_success) for each in said] == [
        (None, None),
        (NOW.timestamp, None),
        (NOW.timestamp, None),
        (None, "2026-11-21T10:30:00Z"),
    ]


def test_the_stat_data_of_a_folder_that_equals_a_commit_is_cached(peer: Peer) -> None:
    known = "c" * 32
    book = ledger(peer, State(vault=known))
    home = replace(peer.home, idle_word="conditions")
    book.cache(home, stat_cache.EMPTY, TIP)
    text = stat_cache.load_text(home.stat_file)
    assert text is not None
    vault = blob_id(manifest_bytes(Manifest(FORMAT, MERGE_NUMBER, known)))
    assert (text.commit, text.idle, text.day, text.vault) == (
        *(TIP, "conditions"),
        *("2026-11-21", vault),
    )


def test_while_a_note_is_held_no_early_round_is_offered(peer: Peer) -> None:
    book = ledger(peer, State(held={"a": Hold("a secret", EARLIER)}))
    home = replace(peer.home, idle_word="conditions")
    book.cache(home, stat_cache.EMPTY, TIP)
    text = stat_cache.load_text(home.stat_file)
    assert text is not None
    assert (text.commit, text.idle, text.vault) == (TIP, "", "")


def test_a_folder_in_doubt_is_cached_without_a_commit(peer: Peer) -> None:
    book = ledger(peer)
    home = replace(peer.home, idle_word="conditions")
    book.cache(home, stat_cache.EMPTY, TIP)
    full = stat_cache.EMPTY._replace(commit=TIP, idle="conditions")
    book.cache_in_doubt(home, full)
    text = stat_cache.load_text(home.stat_file)
    assert text is not None
    assert (text.commit, text.idle) == ("", "")
