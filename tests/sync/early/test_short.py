"""A short round leaves what a whole one would have left, or leaves it to one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from support.early import answered, put, whole_round, with_remote
from support.tokens import github

from memsync.files import lock
from memsync.sync.folder import stat_cache
from memsync.sync.mirror import loose
from memsync.sync.tree.layout import Item
from memsync.sync.tree.objects import Object, amended_trees, tree_entries, tree_objects

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from support.machine import Machine

    from memsync.sync.folder.stat_cache import StatCache

NOTES = {
    "MEMORY": "- [[one]]: the first\n",
    "one": "---\nname: one\n---\n\nfirst\n",
    "two": "second\n",
    "zz-top": "the last\n",
    "daily/2026-01-02": "a day\n",
}


@pytest.fixture
def synced(machine: Machine) -> Machine:
    """A machine whose memory and remote agree, and that remembers so."""
    machine.git("init", "-q", "--bare", "remote.git", cwd=machine.folder)
    with_remote(machine, machine.folder / "remote.git")
    for name, text in NOTES.items():
        put(machine, name, text)
    whole_round(machine)
    whole_round(machine)  # from the second on it knows the vault agreed on
    return machine


def remembered(machine: Machine) -> tuple[StatCache, dict[str, Any]]:
    """The stat file, in whatever order a folder is listed, and the state but times."""
    state = json.loads((machine.state / "sync.json").read_bytes())
    del state["last_success"]
    cache = stat_cache.load(machine.state / "stat")
    assert cache.commit
    return cache, state


def remote_file(machine: Machine, name: str) -> str:
    remote = machine.folder / "remote.git"
    return machine.git("show", f"main:user/{name}.md", cwd=remote) + "\n"


def replace_twice(machine: Machine) -> None:
    """As `memsync write` does: what is replaced goes to the archive first."""
    put(machine, ".archive/one/20260102T030405Z-0123456789ab", NOTES["one"])
    put(machine, "one", "other\n")


@pytest.mark.parametrize(
    "edits",
    [
        {"one": "other\n"},
        {"one": "other\n", "two": "more\n", "MEMORY": "- [[one]]: changed\n"},
        {"three": "new\n", "MEMORY": NOTES["MEMORY"] + "- [[three]]: new\n"},
        {"daily/2026-01-02": "a day\nand its evening\n"},
        {"aaa": "the first of all\n", "zzz": "the last of all\n"},
        {"zz-top": NOTES["zz-top"]},
    ],
)
def test_edits_are_sent_and_remembered_as_by_a_whole_round(
    synced: Machine, edits: dict[str, str]
) -> None:
    for name, text in edits.items():
        put(synced, name, text)
    done = answered(synced)
    assert done
    sent = sorted(name for name, text in edits.items() if NOTES.get(name) != text)
    assert done.sent == [name for name in sent if name != "MEMORY"]
    assert done.changed == bool(sent)
    for name, text in edits.items():
        assert remote_file(synced, name) == text
    for repository in (synced.state / "mirror", synced.folder / "remote.git"):
        assert synced.git("rev-parse", "main", cwd=repository) == done.head
        synced.git("fsck", "--strict", "--no-dangling", cwd=repository)
    short = remembered(synced)
    (synced.state / "stat").unlink()
    assert whole_round(synced).head == done.head
    assert remembered(synced) == short


def test_the_command_says_what_it_sent_in_any_locale(synced: Machine) -> None:
    put(synced, "é", "old\n")
    whole_round(synced)
    put(synced, "é", "new\n")
    assert synced.memsync("sync", environ={"LC_ALL": "C"}).out == "sent: é\n"
    assert synced.memsync("sync").out == ""


def test_a_version_that_the_remote_has_is_no_news(synced: Machine) -> None:
    replace_twice(synced)
    done = answered(synced)
    assert done
    assert done.sent == ["one"]
    assert whole_round(synced).head == done.head


def test_one_short_round_follows_another(synced: Machine) -> None:
    for number in range(3):
        put(synced, "two", f"{number}\n")
        assert answered(synced)
    assert synced.git("rev-list", "--count", "main", cwd=synced.state / "mirror") == "4"
    idle = answered(synced)
    assert idle
    assert not idle.changed


def test_a_mirror_that_was_packed_leaves_a_round_short(synced: Machine) -> None:
    synced.git("repack", "-a", "-d", "-q", cwd=synced.state / "mirror")
    put(synced, "two", "other\n")
    assert answered(synced)
    assert remote_file(synced, "two") == "other\n"


def delete(machine: Machine) -> None:
    (machine.user_memory / "two.md").unlink()


def write_a_secret(machine: Machine) -> None:
    put(machine, "two", f"the token is {github()}\n")


def keep_it_here(machine: Machine) -> None:
    put(machine, "two", "---\nname: two\nsync: false\n---\n\nmine\n")


def add_a_twin(machine: Machine) -> None:
    put(machine, "ONE", "shouted\n")


def add_a_device(machine: Machine) -> None:
    put(machine, "aux", "a device on Windows\n")


def empty_it(machine: Machine) -> None:
    put(machine, "two", "")


def make_it_long(machine: Machine) -> None:
    put(machine, "two", "x" * 70_000)


def link_it(machine: Machine) -> None:
    (machine.user_memory / "two.md").unlink()
    (machine.user_memory / "two.md").symlink_to("one.md")


def replace_an_unsent_version(machine: Machine) -> None:
    put(machine, ".archive/two/20260102T030405Z-0123456789ab", "never sent\n")
    put(machine, "two", "other\n")


def leave_litter(machine: Machine) -> None:
    put(machine, "two", "other\n")
    (machine.user_memory / ".memsync-0123.tmp").write_text("half")


def put_something_on_top(machine: Machine) -> None:
    clone = machine.folder / "clone"
    machine.git("clone", "-q", machine.folder / "remote.git", clone)
    (clone / "README.md").write_text("by hand\n")
    machine.git("add", "README.md", cwd=clone)
    machine.git("commit", "-q", "-m", "readme", cwd=clone)
    machine.git("push", "-q", "origin", "HEAD:main", cwd=clone)
    whole_round(machine)
    put(machine, "two", "other\n")


@pytest.mark.parametrize(
    "happens",
    [
        delete,
        write_a_secret,
        keep_it_here,
        add_a_twin,
        add_a_device,
        empty_it,
        make_it_long,
        link_it,
        replace_an_unsent_version,
        leave_litter,
        put_something_on_top,
    ],
)
def test_what_is_out_of_the_ordinary_is_left_to_a_whole_round(
    synced: Machine, happens: Callable[[Machine], None]
) -> None:
    happens(synced)
    remote = synced.folder / "remote.git/refs/heads/main"
    before = remote.read_text()
    assert answered(synced) is None
    assert remote.read_text() == before
    whole_round(synced)
    assert remote.read_text() == (synced.state / "mirror/refs/heads/main").read_text()


def test_the_first_round_of_a_day_is_a_whole_one(synced: Machine) -> None:
    whole_round(synced, days=-1)
    put(synced, "two", "other\n")
    assert answered(synced) is None


@pytest.mark.parametrize("held", ["sync.lock", "user.lock"])
def test_a_lock_that_another_holds_is_left_to_a_round_that_waits(
    synced: Machine, held: str
) -> None:
    put(synced, "two", "other\n")
    with lock.hold(synced.state / "locks" / held, what="test"):
        assert answered(synced) is None
    assert answered(synced)


def test_where_another_machine_was_faster_both_edits_stay(synced: Machine) -> None:
    clone = synced.folder / "clone"
    synced.git("clone", "-q", synced.folder / "remote.git", clone)
    (clone / "user/one.md").write_text("theirs\n")
    synced.git("commit", "-q", "-a", "-m", "web", cwd=clone)
    synced.git("push", "-q", "origin", "HEAD:main", cwd=clone)
    put(synced, "two", "ours\n")
    assert answered(synced) is None
    whole_round(synced)
    assert remote_file(synced, "two") == "ours\n"
    assert remote_file(synced, "one") == "theirs\n"
    assert (synced.user_memory / "one.md").read_text() == "theirs\n"


def test_without_the_remote_the_edit_is_saved_and_queued(synced: Machine) -> None:
    remote = synced.folder / "remote.git"
    remote.rename(synced.folder / "away.git")
    put(synced, "two", "other\n")
    assert answered(synced) is None
    assert whole_round(synced).queued
    (synced.folder / "away.git").rename(remote)
    whole_round(synced)
    assert remote_file(synced, "two") == "other\n"


def test_a_remote_that_went_back_is_not_brought_forward_unasked(
    synced: Machine,
) -> None:
    remote = synced.folder / "remote.git"
    before = synced.git("rev-parse", "main", cwd=remote)
    put(synced, "two", "other\n")
    assert answered(synced)
    synced.git("update-ref", "refs/heads/main", before, cwd=remote)
    put(synced, "two", "yet another\n")
    assert answered(synced) is None
    assert synced.git("rev-parse", "main", cwd=remote) == before


def test_an_amended_tree_is_the_one_that_git_would_make() -> None:
    files = {
        f"{folder}{name}": Item(Object("blob", f"{folder}{name}".encode()).oid)
        for folder in ("user/", "user/daily/", "user/.archive/a/")
        for name in ("a.md", "a-b.md", "ab.md", "a.b.md", "é.md")
    }
    every = {item.oid: item.data for item in tree_objects(files)}
    top = tree_objects(files)[-1].oid
    new = Object("blob", b"new").oid
    for path in (
        "user/a.md",
        "user/aa.md",
        "user/0.md",
        "user/zz.md",
        "user/daily/b.md",
        "user/scratchpad/S.md",
        "user/.archive/new/x.md",
        "memsync.json",
    ):
        made = amended_trees(top, {path: new}, lambda oid: every[oid])
        assert made[-1].oid == tree_objects({**files, path: Item(new)})[-1].oid
        assert dict(tree_entries(made[-1].data))


def test_a_loose_object_that_is_damaged_is_not_there(tmp_path: Path) -> None:
    blob = Object("blob", b"text")
    loose.write(str(tmp_path), [blob])
    assert loose.read(str(tmp_path), blob.oid, "blob") == b"text"
    file = tmp_path / blob.oid[:2] / blob.oid[2:]
    file.chmod(0o600)
    for data in (b"", file.read_bytes()[:5], b"\x78\x9c"):
        file.write_bytes(data)
        with pytest.raises(loose.NotLoose):
            loose.read(str(tmp_path), blob.oid, "blob")
