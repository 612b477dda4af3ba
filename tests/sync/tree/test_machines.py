"""The machines of a memory, as its commits tell: in any order, on each machine."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsync import __version__
from memsync.sync.tree.clock import Clock, tick
from memsync.sync.tree.commit import (
    MERGED,
    SAVED,
    Commit,
    clock_of,
    commit_bytes,
    is_name,
    machine_name,
    merge_commit_bytes,
    parse_commit,
    saved_by,
    version_of,
)
from memsync.sync.tree.machines import (
    copied,
    forgotten,
    free_name,
    in_order,
    machines,
    parse,
    renamed,
    statements,
)

if TYPE_CHECKING:
    import random

TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
LAPTOP, DESK = "0000000a", "0000000b"


@dataclass
class Replica:
    """One machine with its history."""

    id: str
    commits: dict[str, Commit] = field(default_factory=dict)
    tip: str | None = None
    clock: Clock | None = None

    def save(self, now_ms: int, name: str, *says: str) -> None:
        self.clock = tick(now_ms, self.id, *([self.clock] if self.clock else []))
        parents = [self.tip] if self.tip else []
        self._add(commit_bytes(TREE, parents, self.clock, saved_by(name, *says)))

    def merge(self, other: Replica) -> None:
        """As `exchange`: take what the other has, and merge if both went on."""
        ours, theirs = self.tip, other.tip
        ahead = theirs in self.commits
        behind = ours is None or ours in other.commits
        self.commits |= other.commits
        if theirs is None or ahead:
            return
        if ours is None or behind:
            self.tip = theirs
        else:
            pair = [(oid, self.commits[oid]) for oid in (ours, theirs)]
            self._add(merge_commit_bytes(TREE, pair, 0))
        theirs_clock = clock_of(self.commits[theirs], 0)
        self.clock = max(self.clock or theirs_clock, theirs_clock)

    def _add(self, data: bytes) -> None:
        self.tip = hashlib.sha1(data, usedforsecurity=False).hexdigest()
        self.commits[self.tip] = parse_commit(data)

    def listed(self) -> dict[str, str]:
        found = machines(self.commits).values()
        return {each.id: each.name for each in found if not each.forgotten}


_ids = st.integers(0, 2)
_names = st.sampled_from(["desk", "laptop", "box-2", "a.b"])
_acts = st.lists(
    st.one_of(
        st.tuples(st.just("save"), _ids, _names),
        st.tuples(st.just("rename"), _ids, st.tuples(_ids, _names)),
        st.tuples(st.just("forget"), _ids, _ids),
        st.tuples(st.just("sync"), _ids, _ids),
    ),
    max_size=25,
)


def fleet(
    acts: list[tuple[str, int, object]], drift: tuple[int, int, int]
) -> list[Replica]:
    """Three machines that did this, each with a clock of its own."""
    found = [Replica(f"0000000{number + 1}") for number in range(3)]
    for at, (act, number, what) in enumerate(acts):
        own, now = found[number], 1_000_000 + at * 1000 + drift[number]
        if act == "save":
            own.save(now, str(what))
        elif act == "rename":
            assert isinstance(what, tuple)
            own.save(now, "", str(renamed(found[what[0]].id, what[1])))
        elif act == "forget":
            assert isinstance(what, int)
            own.save(now, "", str(forgotten(found[what].id)))
        else:
            assert isinstance(what, int)
            own.merge(found[what])
    return found


def settle(found: list[Replica]) -> None:
    for own in (*found, *found):
        for other in found:
            if own is not other:
                own.merge(other)


@given(_acts, st.tuples(*[st.integers(-500_000, 500_000)] * 3), st.randoms())
def test_all_machines_that_have_synced_list_the_same(
    acts: list[tuple[str, int, object]],
    drift: tuple[int, int, int],
    dice: random.Random,
) -> None:
    found = fleet(acts, drift)
    settle(found)
    first, *others = [machines(each.commits) for each in found]
    assert all(other == first for other in others)
    shuffled = list(found[0].commits.items())
    dice.shuffle(shuffled)
    assert machines(dict(shuffled)) == first


@given(_acts, st.tuples(*[st.integers(-500_000, 500_000)] * 3), _ids, _ids)
def test_what_is_said_last_holds_whatever_the_clocks_say(
    acts: list[tuple[str, int, object]], drift: tuple[int, int, int], by: int, of: int
) -> None:
    found = fleet(acts, drift)
    settle(found)
    for each in found:
        each.save(0, "first")
    settle(found)
    speaker, other = found[by], found[of]
    speaker.save(0, "", str(renamed(other.id, "chosen")))
    settle(found)
    assert {each.listed()[other.id] for each in found} == {"chosen"}
    speaker.save(0, "", str(forgotten(other.id)))
    settle(found)
    shown = {other.id in each.listed() for each in found}
    assert shown == {speaker is other}  # a machine that saves is there
    other.save(0, "")
    settle(found)
    assert {each.listed()[other.id] for each in found} == {"chosen"}


@given(_acts, st.tuples(*[st.integers(-500_000, 500_000)] * 3))
def test_parents_come_first_and_all_commits_once(
    acts: list[tuple[str, int, object]], drift: tuple[int, int, int]
) -> None:
    found = fleet(acts, drift)
    settle(found)
    commits = found[0].commits
    by_commit = {commit: oid for oid, commit in commits.items()}
    seen: set[str] = set()
    for commit in in_order(commits):
        assert seen.issuperset(commit.parents)
        seen.add(by_commit[commit])
    assert seen == set(commits)


def whole(*paragraphs: str) -> str:
    """The message of a save of the laptop, with its trailer."""
    return saved_by("laptop", *paragraphs, "Memsync-Clock: 1-0-0000000a\n")


def listed(*saves: tuple[str, str]) -> dict[str, tuple[str, str, bool]]:
    """What a line of saves, machine and message, says of each machine."""
    commits: dict[str, Commit] = {}
    parents: list[str] = []
    for number, (machine, message) in enumerate(saves):
        oid = f"{number:040x}"
        data = commit_bytes(TREE, parents, Clock(1000 + number, 0, machine), message)
        commits[oid] = parse_commit(data)
        parents = [oid]
    found = machines(commits).values()
    return {each.id: (each.name, each.version, each.forgotten) for each in found}


def test_a_given_name_holds_until_the_machine_says_another() -> None:
    saves = [(LAPTOP, saved_by("laptop")), (DESK, saved_by("desk"))]
    assert listed(*saves)[LAPTOP] == ("laptop", __version__, False)
    saves.append((DESK, saved_by("desk", str(renamed(LAPTOP, "old")))))
    saves.append((LAPTOP, saved_by("laptop")))
    assert listed(*saves)[LAPTOP][0] == "old"
    saves.append((LAPTOP, saved_by("new")))
    assert listed(*saves)[LAPTOP][0] == "new"


def test_a_machine_of_an_older_memsync_has_a_name_and_no_version() -> None:
    old = f"{SAVED}\n\nMachine: laptop"
    assert listed((LAPTOP, old)) == {LAPTOP: ("laptop", "", False)}
    assert listed((LAPTOP, SAVED)) == {LAPTOP: ("", "", False)}
    # The older one reads the same name from what is written now.
    assert saved_by("laptop", str(forgotten(DESK))).startswith(f"{old}\n\n")


def test_a_copy_says_its_name_and_merges_say_nothing() -> None:
    saves = [
        (LAPTOP, saved_by("laptop")),
        (DESK, saved_by("laptop", str(copied(LAPTOP, "laptop-2")))),
        (DESK, saved_by("laptop")),
        (LAPTOP, f"{MERGED}\n\n{renamed(DESK, 'merged')}"),
    ]
    assert listed(*saves)[DESK] == ("laptop-2", __version__, False)


@pytest.mark.parametrize(
    "said",
    [
        "Renamed: 0000000a",
        "Renamed: 0000000a -x",
        "Renamed: 0000000a x\x1b[31m",
        "Renamed: 0000000a x y",
        f"Renamed: 0000000a {'x' * 33}",
        "Renamed: 00000000 x",
        "Renamed: 0000000A x",
        "Forgotten: 0000000a x",
        "Forgotten: ../../x",
        "Copied: 0000000a .",
        "Machine: 0000000a x",
        "Renamed: 0000000a x\nRenamed: 0000000a y",
    ],
)
def test_what_nobody_wrote_says_nothing(said: str) -> None:
    assert parse(said) is None
    assert statements(whole(said)) == []


def test_a_message_that_is_too_long_says_nothing() -> None:
    said = str(renamed(LAPTOP, "x"))
    assert len(statements(whole(said))) == 1
    assert statements(whole(said, "y" * 2000)) == []
    assert version_of(whole("y" * 2000)) == ""


@given(st.text(max_size=40))
def test_a_name_is_one_that_a_commit_says_as_it_is(name: str) -> None:
    assert is_name(name) == (bool(name) and machine_name(saved_by(name)) == name)


@pytest.mark.parametrize(
    "version", ["1.0\x1b[31m", "1" * 33, "", "1.0 beta", "1.0\nForgotten: 0000000a"]
)
def test_an_impossible_version_is_unknown(version: str) -> None:
    message = f"{SAVED}\n\nVersion: {version}\n\nMemsync-Clock: 1-0-0000000a\n"
    assert version_of(message) == ""


def test_all_that_a_save_says_fits_into_the_least_stamp() -> None:
    """So the host of an encrypted memory does not see which saves say more."""
    from memsync.vault.padding import padded_length

    longest = "w" * 32
    for said in (renamed(LAPTOP, longest), copied(LAPTOP, longest), forgotten(LAPTOP)):
        message = saved_by(longest, str(said)).replace("\n", "\\n")
        text = '{"clock":"1800000000000-999-0000000a","message":"","seq":999999}'
        assert padded_length(4 + len(message) + len(text)) == 256


def test_a_free_name_is_taken_by_nobody_and_fits() -> None:
    assert free_name("laptop", ["laptop"]) == "laptop-2"
    assert free_name("laptop", ["Laptop-2", "laptop-3"]) == "laptop-4"
    assert free_name("", ["laptop"]) == ""
    long = free_name("x" * 32, [])
    assert len(long) == 32
    assert long.endswith("-2")
    assert is_name(free_name("x" * 29 + ".yy", []))
