"""A purge that is still to be done in this machine's files."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from support.fleet import SHOP
from support.history import START, History

from memsync.sync.folder.snapshot import PURGED_REASON, Kept, Snapshot
from memsync.sync.round.pending import Learned, PendingPurge, pending
from memsync.sync.round.purging import bar, purge_former, still_barred
from memsync.sync.state.state import Base, State
from memsync.sync.tree.clock import Clock
from memsync.sync.tree.layout import PURGED_FILE, USER, Item, Tree, blob_id
from memsync.sync.tree.purged import (
    Lines,
    Purge,
    PurgeClock,
    PurgedNote,
    Redactor,
    render,
)

TEXT = "A fact.\n"
OID = blob_id(TEXT.encode())
EDIT = blob_id(b"A fact, and more.\n")
AT = PurgeClock.of(Clock(START, 0, "0000000a"))


def of(*names: str, home: str = "user") -> Lines:
    return frozenset(PurgedNote.of(AT, home, name) for name in names)


def purge(lines: Lines, shared: Tree | None = None) -> PendingPurge:
    made = Purge(lines)
    return PendingPurge(made, shared, None, Redactor(made.values))


def test_a_purged_note_may_not_remain_and_another_may() -> None:
    remains = purge(of("a")).remains_in("user")
    assert remains("a", TEXT.encode()) is None
    assert remains("b", TEXT.encode()) == TEXT.encode()
    assert purge(of("a")).remains_in(SHOP)("a", TEXT.encode()) == TEXT.encode()


def test_the_memory_index_loses_a_purged_notes_entry() -> None:
    index = b"# Memory Index\n\n- [A](a.md): one\n- [B](b.md): two\n"
    left = purge(of("a")).remains_in("user")("MEMORY", index)
    assert left is not None
    assert b"a.md" not in left
    assert b"- [B](b.md): two\n" in left


def test_a_purge_takes_labels() -> None:
    assert purge(of("a")).takes("a")
    assert not purge(of("a")).takes(f"{SHOP}/a")
    assert purge(of("a", home=SHOP)).takes(f"{SHOP}/a")


def test_the_purged_text_goes_and_an_edit_of_it_is_barred() -> None:
    applied = {"user/a.md": Item(OID), "user/b.md": Item(OID), "user/c.md": Item(OID)}
    found = Snapshot("user", disk={"a.md": OID, "b.md": EDIT, "c.md": EDIT})
    barred, going = purge(of("a", "b")).sort(found, applied, {})
    assert barred == {"b"}
    assert going == {"user/a.md": Item(OID)}


def test_what_main_has_by_now_is_left_alone() -> None:
    found = Snapshot("user", disk={"a.md": OID})
    main = {"user/a.md": Item(OID)}
    assert purge(of("a")).sort(found, main, main) == (set(), {})


def test_of_a_purge_elsewhere_only_what_was_shared_goes() -> None:
    found = Snapshot("user", disk={"a.md": OID})
    applied = {"user/a.md": Item(OID)}
    assert purge(of("a"), {}).sort(found, applied, {}) == ({"a"}, {})
    assert purge(of("a"), applied).sort(found, {}, {}) == (set(), applied)


def test_the_memory_index_is_never_purged_whole() -> None:
    found = Snapshot("user", disk={"MEMORY.md": OID})
    assert purge(of("MEMORY")).sort(found, {}, {}) == (set(), {})


def test_a_bar_holds_back_and_a_release_lifts_it() -> None:
    def scene() -> Snapshot:
        return Snapshot("user", sent={"user/a.md": OID, "user/b.md": OID})

    found = scene()
    bar(found, {"a", "gone", f"{SHOP}/b"}, State())
    assert found.sent == {"user/b.md": OID}
    assert found.kept == {"a": Kept(PURGED_REASON, OID)}
    found = scene()
    bar(found, {"a"}, State(released={"a": OID}))
    assert found == scene()
    # A release is of one text: what was written since is judged anew.
    bar(found, {"a"}, State(released={"a": EDIT}))
    assert "a" in found.kept


def test_a_bar_lasts_while_its_note_is_held_or_its_memory_is_missing() -> None:
    state = State(barred=frozenset({"a", "b", f"{SHOP}/c"}))
    looks = [Snapshot("user", kept={"a": Kept(PURGED_REASON, OID)})]
    assert still_barred(state, looks).barred == {"a", f"{SHOP}/c"}
    assert still_barred(state, [*looks, Snapshot(SHOP)]).barred == {"a"}
    assert still_barred(state, []) is state


class Scene:
    """A history that says that `a` was purged."""

    def __init__(self) -> None:
        self.history = History()
        self.lines = of("a")
        self.said = render(self.lines)
        self.tip = self.history.commit({"user/b.md": TEXT, PURGED_FILE: self.said})
        self.history.mirror.main = self.tip

    def pending(
        self, state: State, learned: Learned | None = None
    ) -> PendingPurge | None:
        mirror, lineage = self.history.mirror, self.history.lineage
        return pending(state, mirror, lineage, learned, [USER])


def test_a_purge_in_the_history_is_pending_until_it_is_recorded() -> None:
    scene = Scene()
    state = State(base=Base(scene.tip, {}))
    found = scene.pending(state)
    assert found is not None
    assert found.takes("a")
    assert not found.takes("b")
    assert (found.shared, found.before) == (None, None)
    assert scene.pending(replace(state, purged=blob_id(scene.said))) is None


def test_only_what_is_new_in_the_list_is_pending() -> None:
    scene = Scene()
    before = render(scene.lines)
    more = scene.lines | of("c")
    files: dict[str, str | bytes] = {PURGED_FILE: render(more), "user/b.md": TEXT}
    scene.history.mirror.main = scene.history.commit(files, scene.tip)
    found = scene.pending(State(base=Base(scene.tip, {}), purged=blob_id(before)))
    assert found is not None
    assert found.takes("c")
    assert not found.takes("a")


def test_a_list_that_the_mirror_lost_is_followed_whole() -> None:
    scene = Scene()
    found = scene.pending(State(base=Base(scene.tip, {}), purged="9" * 40))
    assert found is not None
    assert found.takes("a")


def test_after_the_loss_of_the_state_newer_notes_of_the_name_stay() -> None:
    found = Scene().pending(State())
    assert found is not None
    assert found.before == datetime.fromtimestamp(START / 1000, UTC)


def test_a_memory_that_joins_follows_also_what_others_have_followed() -> None:
    scene = Scene()
    state = State(base=Base(scene.tip, {}), purged=blob_id(scene.said))
    mirror, lineage = scene.history.mirror, scene.history.lineage
    for projects in ({}, {SHOP: Base("9" * 40, {})}):
        at_shop = replace(state, projects=projects)
        found = pending(at_shop, mirror, lineage, None, [USER, SHOP])
        assert found is not None
        assert found.parts(USER) == []
        [(missed, before)] = found.parts(SHOP)
        assert missed.lines == scene.lines
        assert before == datetime.fromtimestamp(START / 1000, UTC)
    known = replace(state, projects={SHOP: Base(scene.tip, {})})
    assert pending(known, mirror, lineage, None, [USER, SHOP]) is None


def test_a_memory_without_purges_has_none_pending() -> None:
    history = History()
    assert pending(State(), history.mirror, history.lineage, None, [USER]) is None
    history.mirror.main = history.commit({"user/a.md": TEXT})
    assert pending(State(), history.mirror, history.lineage, None, [USER]) is None


def test_what_the_remote_purged_is_pending_before_it_is_in_the_history() -> None:
    history = History()
    history.mirror.main = history.commit({"user/a.md": TEXT})
    shared = history.lineage.tree(history.mirror.main)
    state = State(base=Base(history.mirror.main, {}))
    learned = Learned(of("a"), shared)
    found = pending(state, history.mirror, history.lineage, learned, [USER])
    assert found is not None
    assert found.takes("a")
    assert found.shared == shared


def test_a_history_that_was_set_aside_is_purged_too() -> None:
    history, empty, other = History(), History(), History()
    old = history.commit({"user/a.md": TEXT, "user/b.md": "Other.\n"})
    history.mirror.main = history.commit({"user/b.md": "Other.\n"}, old)
    other.mirror.main = other.commit({"user/b.md": "Other.\n"})
    mirrors = [empty.mirror, other.mirror, history.mirror]
    main = history.mirror.main
    assert purge_former(mirrors, of("a"), pretend=True)
    assert history.mirror.main == main
    assert purge_former(mirrors, of("a"))
    assert OID not in history.mirror.objects
    assert blob_id(b"Other.\n") in history.mirror.objects
    assert not purge_former(mirrors, of("a"))
