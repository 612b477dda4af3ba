"""How a machine agrees with a remote that others push to at the same time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.fleet import START_MS
from support.kill_points import FaultyMirror
from support.memory_mirror import MemoryRemote

from memsync.errors import Refused, Unreachable
from memsync.sync.mirror.lineage import Lineage
from memsync.sync.round.exchange import Exchange, Exchanged, differing
from memsync.sync.round.guards import NOTHING_ALLOWED, Allowed, MassDelete
from memsync.sync.round.save import Local
from memsync.sync.tree.clock import Clock, Who
from memsync.sync.tree.commit import commit_bytes
from memsync.sync.tree.layout import MANIFEST_FILE, USER, Item, Tree, blob_id
from memsync.sync.tree.manifest import FORMAT, MERGE_NUMBER, Manifest, manifest_bytes

if TYPE_CHECKING:
    from collections.abc import Mapping

VAULT, OTHER = (
    manifest_bytes(Manifest(FORMAT, MERGE_NUMBER, char * 32)) for char in "ab"
)

# The memories that are here; of the index, no entry stays.
KEPT: dict[str, frozenset[str | None]] = {"user": frozenset()}


class Side:
    """One machine: its mirror, and what it last saved."""

    def __init__(self, remote: MemoryRemote, number: int) -> None:
        self.mirror = FaultyMirror(remote)
        self.machine = f"{number:08x}"
        self.local = Local(None, {}, {}, frozenset(), KEPT)
        self.known: str | None = None
        self.ms = START_MS

    def save(self, notes: Mapping[str, str], vault: bytes = VAULT) -> str:
        """Commit a user memory on top of main."""
        files = {f"user/{name}.md": text.encode() for name, text in notes.items()}
        files[MANIFEST_FILE] = vault
        tree = {path: Item(blob_id(data)) for path, data in files.items()}
        self.ms += 1000
        clock = Clock(self.ms, 0, self.machine)
        before = self.mirror.main
        parents = [before] if before else []
        made = self.mirror.save(
            tree, files.values(), lambda top: commit_bytes(top, parents, clock)
        )
        self.mirror.advance(made, before)
        self.local = Local(made, tree, tree, frozenset(), KEPT, before, clock)
        return made

    def run(
        self, allowed: Allowed = NOTHING_ALLOWED, budget: float = 5, told: str = ""
    ) -> Exchanged:
        """Exchange, and record what was agreed as a round does."""
        lineage = Lineage(self.mirror, self.ms)
        who = Who(self.machine, self.ms)
        exchange = Exchange(self.mirror, lineage, who, allowed, self.known, [USER])
        done = exchange.run(self.local, budget, told or None)
        if done.tip is not None:
            self.mirror.advance(done.tip, self.mirror.main, done.tip)
            tree = self.mirror.tree(done.tip)
            self.local = Local(done.tip, tree, tree, frozenset(), KEPT)
        return done

    def push(self) -> None:
        """Exchange while another machine is at it."""
        self.run()


@pytest.fixture
def sides() -> tuple[Side, Side]:
    remote = MemoryRemote()
    return Side(remote, 1), Side(remote, 2)


def test_two_sides_without_anything_agree_on_nothing(sides: tuple[Side, Side]) -> None:
    assert sides[0].run() == Exchanged(None, {}, published=False)


def test_an_empty_remote_receives_what_is_here(sides: tuple[Side, Side]) -> None:
    desk, _ = sides
    made = desk.save({"a": "A.\n"})
    done = desk.run()
    assert (done.tip, done.theirs, done.published) == (made, {}, True)
    assert desk.mirror.remote.main == made


def test_a_machine_without_anything_takes_what_there_is(
    sides: tuple[Side, Side],
) -> None:
    desk, laptop = sides
    made = desk.save({"a": "A.\n"})
    desk.run()
    done = laptop.run()
    assert (done.tip, done.published) == (made, False)
    assert set(done.theirs) == {MANIFEST_FILE, "user/a.md"}


def test_with_nothing_to_send_nothing_is_published(sides: tuple[Side, Side]) -> None:
    desk, _ = sides
    made = desk.save({"a": "A.\n"})
    desk.run()
    again = desk.run()
    assert (again.tip, again.published) == (made, False)


def test_work_of_both_is_merged_and_published(sides: tuple[Side, Side]) -> None:
    desk, laptop = sides
    desk.save({"a": "A.\n"})
    desk.run()
    laptop.run()
    one = desk.save({"a": "A.\n", "b": "B.\n"})
    two = laptop.save({"a": "A.\n", "c": "C.\n"})
    desk.run()
    done = laptop.run()
    assert done.published
    assert done.tip is not None
    tree = laptop.mirror.tree(done.tip)
    assert set(tree) == {MANIFEST_FILE, *(f"user/{n}.md" for n in "abc")}
    parents = laptop.mirror.commits([done.tip])[done.tip].parents
    assert sorted(parents) == sorted([one, two])
    assert laptop.mirror.remote.main == done.tip


def test_whoever_is_overtaken_merges_and_pushes_again(
    sides: tuple[Side, Side],
) -> None:
    desk, laptop = sides
    desk.save({"a": "A.\n"})
    desk.run()
    laptop.run()
    desk.save({"a": "A.\n", "b": "B.\n"})
    laptop.save({"a": "A.\n", "c": "C.\n"})
    laptop.mirror.meanwhile = desk.push
    done = laptop.run()
    assert done.tip == laptop.mirror.remote.main
    assert done.tip is not None
    assert {"user/b.md", "user/c.md"} <= laptop.mirror.tree(done.tip).keys()


def test_without_time_left_a_race_is_given_up(sides: tuple[Side, Side]) -> None:
    desk, laptop = sides
    desk.save({"a": "A.\n"})
    desk.run()
    laptop.run()
    desk.save({"a": "A.\n", "b": "B.\n"})
    mine = laptop.save({"a": "A.\n", "c": "C.\n"})
    laptop.mirror.meanwhile = desk.push
    with pytest.raises(Unreachable) as found:
        laptop.run(budget=0)
    assert found.value.message == "other machines kept pushing for 0 seconds"
    assert found.value.word == "race"
    assert found.value.hint == "the notes are saved here; run `memsync sync` again"
    assert laptop.mirror.main == mine


def test_a_remote_that_does_not_answer_leaves_all_as_it_was(
    sides: tuple[Side, Side],
) -> None:
    desk, _ = sides
    mine = desk.save({"a": "A.\n"})
    desk.mirror.remote.online = False
    with pytest.raises(Unreachable, match="cannot be reached"):
        desk.run()
    assert (desk.mirror.main, desk.mirror.agreed()) == (mine, None)


def test_a_remote_that_lost_commits_is_refused(sides: tuple[Side, Side]) -> None:
    desk, _ = sides
    first = desk.save({"a": "A.\n"})
    desk.run()
    second = desk.save({"a": "A.\n", "b": "B.\n"})
    desk.run()
    desk.mirror.remote.main = first
    with pytest.raises(Refused) as found:
        desk.run()
    assert found.value.word == "remote-rewound"
    assert second[:12] in found.value.message
    desk.mirror.remote.main = None
    with pytest.raises(Refused, match="now empty"):
        desk.run()
    desk.mirror.remote.main = first
    done = desk.run(Allowed(rewind=True))
    assert desk.mirror.remote.main == done.tip == second


def test_another_memory_is_refused_until_a_person_joins_both(
    sides: tuple[Side, Side],
) -> None:
    desk, laptop = sides
    desk.save({"a": "A.\n"})
    desk.run()
    mine = laptop.save({"b": "B.\n"}, OTHER)
    laptop.known = "b" * 32
    with pytest.raises(Refused) as found:
        laptop.run()
    assert found.value.word == "unrelated-remote"
    assert laptop.mirror.main == mine
    done = laptop.run(Allowed(unrelated=True))
    assert done.tip is not None
    tree = laptop.mirror.tree(done.tip)
    assert {"user/a.md", "user/b.md"} <= tree.keys()
    assert laptop.mirror.remote.main == done.tip


def test_a_mass_delete_that_comes_in_is_refused(sides: tuple[Side, Side]) -> None:
    desk, laptop = sides
    desk.save(dict.fromkeys("abcd", "Text.\n"))
    desk.run()
    laptop.run()
    left = desk.save({"a": "Text.\n"})
    desk.run()
    with pytest.raises(MassDelete, match="the remote deletes 3 of 4 notes here"):
        laptop.run()
    assert laptop.run(Allowed(mass_delete=True)).tip == left


def test_the_notes_and_logs_that_differ_are_named() -> None:
    one, two = Item("1" * 40), Item("2" * 40)
    before: Tree = {
        "user/b.md": one,
        "user/same.md": one,
        "user/gone.md": one,
        "user/MEMORY.md": one,
        "memsync.json": one,
    }
    after: Tree = {
        "user/b.md": two,
        "user/same.md": one,
        "user/MEMORY.md": two,
        "user/daily/2026-11-21.md": two,
        "projects/shop/a.md": two,
        "user/.archive/b/20261121T093000Z-0123456789ab.md": one,
    }
    named = ["b", "daily/2026-11-21", "gone", "projects/shop/a"]
    assert differing(before, after) == differing(after, before) == named
    assert differing(before, before) == []
