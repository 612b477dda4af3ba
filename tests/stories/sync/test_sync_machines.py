"""The machines that sync a memory: listed, renamed and forgotten."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from support.early import answered, whole_round, with_remote
from support.synced import bare, put, sync
from support.vaults import Host, Member, joined, new_vault

from memsync import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from support.machine import Machine


@pytest.fixture(params=["plain", "sealed"])
def pair(request: pytest.FixtureRequest, tmp_path: Path) -> list[Member]:
    """A desk and a laptop that have synced a note each."""
    if request.param == "sealed":
        host = Host(tmp_path / "host")
        found = [new_vault(tmp_path / "desk", host), joined(tmp_path / "laptop", host)]
    else:
        remote = bare(tmp_path / "remote.git")
        found = [Member(tmp_path / name) for name in ("desk", "laptop")]
        for machine in found:
            machine.memsync("sync", "init", remote)
    for machine in found:
        put(machine, f"of-{machine.folder.name}", "one\n")
        sync(machine)
    sync(found[0])
    return found


@contextmanager
def no_network(folder: Path) -> Iterator[None]:
    """Nobody answers where the remote is."""
    found = [p for p in (folder / "remote.git", folder / "host") if p.is_dir()]
    for path in found:
        path.rename(f"{path}.away")
    yield
    for path in found:
        path.with_name(f"{path.name}.away").rename(path)


def names(machine: Machine) -> dict[str, str]:
    """The listed machines: the id of each by its name."""
    found = machine.memsync("sync", "machines", "--json").json
    return {each["name"]: each["id"] for each in found}


def test_the_machines_are_listed_the_newest_first(pair: list[Member]) -> None:
    desk, laptop = pair
    told = desk.memsync("sync", "machines", "--json").json
    assert [(each["name"], each["id"], each["this"]) for each in told] == [
        ("laptop", laptop.machine_id, False),
        ("desk", desk.machine_id, True),
    ]
    assert {each["version"] for each in told} == {__version__}
    newest = desk.memsync("sync", "log", "of-laptop", "--json").json[0]
    assert told[0]["last_seen"] == newest["time"]
    assert told == desk.memsync("sync", "machines", "list", "--json").json
    first, second = desk.memsync("sync", "machines").out.splitlines()
    shown = newest["time"].replace("T", " ").removesuffix("Z")
    assert first.split("\t") == ["laptop", laptop.machine_id, shown, __version__]
    assert second.startswith(f"desk (this one)\t{desk.machine_id}\t")


def test_a_list_contacts_nobody_and_changes_nothing(
    pair: list[Member], tmp_path: Path
) -> None:
    desk, _ = pair
    head = desk.head
    with no_network(tmp_path):
        assert set(names(desk)) == {"desk", "laptop"}
    assert desk.head == head


def test_where_sync_is_not_set_up_there_are_no_machines(machine: Machine) -> None:
    for argv in ((), ("list",), ("rename", "desk"), ("forget", "desk")):
        ran = machine.memsync("sync", "machines", *argv, want=11)
        assert "sync is not set up" in ran.err


def test_a_machine_alone_lists_itself(machine: Machine) -> None:
    machine.memsync("sync", "init")
    (told,) = machine.memsync("sync", "machines", "--json").json
    id_ = (machine.state / "machine").read_text().strip()
    assert told == {
        "id": id_,
        "name": None,
        "last_seen": None,
        "version": __version__,
        "this": True,
    }
    line = machine.memsync("sync", "machines").out
    assert line == f"{id_} (this one)\t{id_}\t-\t{__version__}\n"
    machine.memsync("sync", "init", "--name", "workshop")
    assert list(names(machine)) == ["workshop"]
    put(machine, "auth", "one\n")
    sync(machine)
    (told,) = machine.memsync("sync", "machines", "--json").json
    assert told["last_seen"]


def test_a_renamed_machine_is_called_so_everywhere(pair: list[Member]) -> None:
    desk, laptop = pair
    ran = desk.memsync("sync", "machines", "rename", "laptop", "old", "--json")
    assert ran.json == {
        "id": laptop.machine_id,
        "name": "old",
        "was": "laptop",
        "changed": True,
        "queued": False,
    }
    assert "'laptop' is now called 'old'" in ran.err
    for machine in (desk, laptop):
        sync(machine)
        assert names(machine) == {"desk": desk.machine_id, "old": laptop.machine_id}
    put(laptop, "another", "two\n")
    sync(laptop, desk)
    assert set(names(desk)) == {"desk", "old"}
    assert "old\tsaved\tanother" in desk.memsync("sync", "log").out
    # By the beginning of its id, and back.
    begins = laptop.machine_id[:7]
    desk.memsync("sync", "machines", "rename", begins, "laptop")
    assert set(names(desk)) == {"desk", "laptop"}


def test_this_machine_renames_itself(tmp_path: Path) -> None:
    remote = bare(tmp_path / "remote.git")
    desk, laptop = (Member(tmp_path / name) for name in ("desk", "laptop"))
    for machine in (desk, laptop):
        del machine.environ["MEMSYNC_SYNC_MACHINE"]
        machine.memsync("sync", "init", remote)
        put(machine, machine.folder.name, "one\n")
        sync(machine)
    desk.memsync("sync", "machines", "rename", "tower")
    assert desk.memsync("config", "get", "sync.machine").out == "tower\n"
    sync(laptop)
    assert names(laptop)["tower"] == desk.machine_id
    desk.memsync("sync", "machines", "rename", "tower", "desk")
    put(desk, "more", "two\n")
    sync(desk, laptop)
    assert names(laptop)["desk"] == desk.machine_id
    head = desk.head
    again = desk.memsync("sync", "machines", "rename", "desk", "--json")
    assert "its name already" in again.err
    assert not again.json["changed"]
    assert desk.head == head
    # The machine itself may say another name than others gave it.
    laptop.memsync("sync", "machines", "rename", "desk", "given")
    desk.memsync("sync")
    desk.memsync("sync", "init", "--name", "own")
    put(desk, "more", "three\n")
    sync(desk, laptop)
    assert names(laptop)["own"] == desk.machine_id


@pytest.mark.parametrize(
    "bad", ["", "x" * 33, "a b", "a\x1b[31m", "-x", "a.", "ä", "a/b", "a\nb"]
)
def test_an_impossible_name_is_refused(machine: Machine, bad: str) -> None:
    machine.memsync("sync", "init")
    ran = machine.memsync("sync", "machines", "rename", "--", bad, want=2)
    assert "cannot be the name of a machine" in ran.err
    assert "\x1b" not in ran.err
    assert machine.memsync("config", "get", "sync.machine").out == "\n"


def test_names_are_taken_once_and_machines_must_be_known(pair: list[Member]) -> None:
    desk, laptop = pair
    for taken in ("laptop", "LAPTOP", laptop.machine_id):
        ran = desk.memsync("sync", "machines", "rename", taken, want=16)
        assert f"another machine, {laptop.machine_id}, is called 'laptop'" in ran.err
    ran = desk.memsync("sync", "machines", "rename", "laptpo", "new", want=17)
    assert "no machine is called 'laptpo'" in ran.err
    assert "did you mean 'laptop'?" in ran.err
    data = desk.memsync("sync", "machines", "forget", "phone", "--json", want=17).json
    assert data["error"]["code"] == "not-found"
    desk.memsync("sync", "machines", "rename", "a", "b", "c", want=2)
    desk.memsync("sync", "machines", "rename", want=2)
    desk.memsync("sync", "machines", "rename", "", "new", want=17)


def test_two_of_one_name_are_told_apart_by_their_ids(pair: list[Member]) -> None:
    desk, laptop = pair
    laptop.environ["MEMSYNC_SYNC_MACHINE"] = "desk"
    put(laptop, "another", "two\n")
    sync(laptop, desk)
    ran = desk.memsync("sync", "machines", "forget", "desk", want=2)
    ids = sorted((desk.machine_id, laptop.machine_id))
    assert f"name one by its id: {', '.join(ids)}" in ran.err
    desk.memsync("sync", "machines", "rename", laptop.machine_id, "laptop")
    assert set(names(desk)) == {"desk", "laptop"}


def test_a_forgotten_machine_is_listed_again_once_it_syncs(pair: list[Member]) -> None:
    desk, laptop = pair
    ran = desk.memsync("sync", "machines", "forget", "laptop", "--json")
    assert ran.json == {
        "id": laptop.machine_id,
        "name": "laptop",
        "changed": True,
        "queued": False,
    }
    assert "'laptop' is not listed any more" in ran.err
    sealed = (desk.config / "keys").is_dir()
    assert (f"`memsync keys revoke {laptop.machine_id}`" in ran.err) == sealed
    assert list(names(desk)) == ["desk"]
    assert desk.memsync("read", "of-laptop", "--scope", "user").out == "one\n"
    ran = desk.memsync("sync", "machines", "forget", "laptop", want=17)
    # It has nothing to save, and syncs.
    sync(laptop, desk)
    for machine in (desk, laptop):
        assert set(names(machine)) == {"desk", "laptop"}
    heads = {desk.head, laptop.head}
    assert len(heads) == 1
    sync(desk, laptop, desk)
    assert {desk.head, laptop.head} == heads


def test_a_machine_that_saved_meanwhile_is_not_forgotten(
    pair: list[Member], tmp_path: Path
) -> None:
    desk, laptop = pair
    put(laptop, "meanwhile", "two\n")
    with no_network(tmp_path):
        sync(laptop, want=15)
    desk.memsync("sync", "machines", "forget", "laptop")
    sync(laptop, desk)
    assert set(names(desk)) == set(names(laptop)) == {"desk", "laptop"}
    assert desk.head == laptop.head


def test_no_machine_forgets_itself(pair: list[Member]) -> None:
    desk, _ = pair
    for name in ("desk", desk.machine_id):
        ran = desk.memsync("sync", "machines", "forget", name, want=2)
        assert "cannot forget itself" in ran.err


def test_a_dry_run_says_nothing_to_anybody(pair: list[Member]) -> None:
    desk, _ = pair
    head = desk.head
    ran = desk.memsync("sync", "machines", "rename", "laptop", "new", "--dry-run")
    assert "'laptop' would be called 'new'" in ran.err
    ran = desk.memsync("sync", "machines", "rename", "new", "--dry-run")
    assert "'desk' would be called 'new'" in ran.err
    ran = desk.memsync("sync", "machines", "forget", "laptop", "--dry-run", "--json")
    assert not ran.json["changed"]
    assert desk.head == head
    assert set(names(desk)) == {"desk", "laptop"}
    assert not (desk.config / "config.yaml").read_text().count("new")


def test_without_a_network_it_is_saved_and_goes_out_later(
    pair: list[Member], tmp_path: Path
) -> None:
    desk, laptop = pair
    argv = ("sync", "machines", "rename", "laptop", "old", "--json")
    with no_network(tmp_path):
        ran = desk.memsync(*argv, want=15)
    assert ran.json["queued"]
    assert "saved and queued" in ran.err
    assert set(names(desk)) == {"desk", "old"}
    desk.memsync("sync")
    sync(laptop)
    assert set(names(laptop)) == {"desk", "old"}


def test_a_clone_of_the_remote_knows_them(pair: list[Member], tmp_path: Path) -> None:
    desk, laptop = pair
    desk.memsync("sync", "machines", "rename", "laptop", "old")
    if (tmp_path / "host.code").exists():
        phone = joined(tmp_path / "phone", Host(tmp_path / "host", made=True))
    else:
        phone = Member(tmp_path / "phone")
        phone.memsync("sync", "init", tmp_path / "remote.git")
    sync(phone)
    found = names(phone)
    assert found.items() >= {("desk", desk.machine_id), ("old", laptop.machine_id)}


def test_the_host_of_an_encrypted_memory_learns_no_name(tmp_path: Path) -> None:
    host = Host(tmp_path / "host")
    desk = new_vault(tmp_path / "desk", host)
    laptop = joined(tmp_path / "laptop", host)
    for machine in (desk, laptop):
        put(machine, machine.folder.name, "one\n")
        sync(machine)
    sync(desk)
    desk.memsync("sync", "machines", "rename", "laptop", "zanzibar")
    desk.memsync("sync", "machines", "forget", "zanzibar")
    sync(laptop)
    host.knows_nothing_of("zanzibar", "Renamed", "Forgotten", f"Version: {__version__}")
    # Nor is a commit that says so longer than others.
    sizes = {
        len(host.message(oid)) for oid in host.git("rev-list", "main").splitlines()
    }
    merged = len(host.message("main"))
    assert sizes == {merged}


def test_a_hostile_remote_shows_no_escapes_and_no_false_machine(
    desk: Machine, remote: Path
) -> None:
    put(desk, "auth", "one\n")
    sync(desk)
    evil = "\x1b[31mevil"
    id_ = "0a0a0a0a"
    for said in (
        f"Machine: {evil}\n\nVersion: {evil}",
        f"Machine: {'x' * 500}\n\nVersion: {'9' * 500}",
        f"Version: 9.9\n\nRenamed: {id_} {evil}",
        f"Version: 9.9\n\nRenamed: {id_} {'y' * 64}",
    ):
        tree = desk.git("rev-parse", "main^{tree}", cwd=remote)
        message = f"memsync: save\n\n{said}\n\nMemsync-Clock: 9-0-{id_}\n"
        parent = desk.git("rev-parse", "main", cwd=remote)
        made = desk.git("commit-tree", tree, "-p", parent, "-m", message, cwd=remote)
        desk.git("update-ref", "refs/heads/main", made, cwd=remote)
    sync(desk)
    ran = desk.memsync("sync", "machines")
    assert "\x1b" not in ran.out
    told = {
        each["id"]: each for each in desk.memsync("sync", "machines", "--json").json
    }
    assert (told[id_]["name"], told[id_]["version"]) == (None, "9.9")


def test_an_edit_on_the_web_is_no_machine(desk: Machine, remote: Path) -> None:
    put(desk, "auth", "one\n")
    sync(desk)
    tree = desk.git("rev-parse", "main^{tree}", cwd=remote)
    parent = desk.git("rev-parse", "main", cwd=remote)
    made = desk.git("commit-tree", tree, "-p", parent, "-m", "By hand", cwd=remote)
    desk.git("update-ref", "refs/heads/main", made, cwd=remote)
    sync(desk)
    assert len(names(desk)) == 1


def test_every_profile_has_its_machines(tmp_path: Path) -> None:
    desk, laptop = (Member(tmp_path / name) for name in ("desk", "laptop"))
    remotes = [bare(tmp_path / f"{name}.git") for name in ("own", "work")]
    for machine in (desk, laptop):
        machine.memsync("sync", "init", remotes[0])
        machine.memsync(
            *("sync", "init", remotes[1], "--profile", "work", "--notes", "work-*")
        )
        put(machine, f"work-{machine.folder.name}", "one\n")
        put(machine, f"own-{machine.folder.name}", "one\n")
        machine.memsync("sync")
    desk.memsync("sync")
    told = desk.memsync("sync", "machines", "--json").json["profiles"]
    assert {
        profile: {each["name"] for each in rows} for profile, rows in told.items()
    } == {"default": {"desk", "laptop"}, "work": {"desk", "laptop"}}
    ids = {profile: {each["id"] for each in rows} for profile, rows in told.items()}
    assert not ids["default"] & ids["work"]
    assert "work: laptop\t" in desk.memsync("sync", "machines").out
    data = desk.memsync("sync", "machines", "rename", "laptop", "old", "--json").json
    assert set(data["profiles"]) == {"default", "work"}
    laptop.memsync("sync")
    told = laptop.memsync("sync", "machines", "--json").json["profiles"]
    assert all("old" in {each["name"] for each in rows} for rows in told.values())
    desk.memsync("sync", "machines", "forget", "old", "--profile", "work")
    rows = desk.memsync("sync", "machines", "--profile", "work", "--json").json
    assert [each["name"] for each in rows] == ["desk"]
    assert "old" in desk.memsync("sync", "machines", "--profile", "default").out
    desk.memsync("sync", "machines", "--profile", "nowhere", want=11)
    desk.memsync("sync", "machines", "--profile", "work", "rename", "x", want=2)


def test_a_rename_is_like_any_save_for_idle_and_short_rounds(
    machine: Machine, tmp_path: Path
) -> None:
    remote = bare(tmp_path / "remote.git")
    with_remote(machine, remote)
    put(machine, "auth", "one\n")
    sync(machine)
    machine.memsync("sync", "machines", "rename", "tower")
    for _ in range(2):
        whole_round(machine)
    idle = answered(machine)
    assert idle is not None
    assert not idle.changed
    put(machine, "auth", "two\n")
    short = answered(machine)
    assert short is not None
    assert short.sent == ["auth"]
    (told,) = machine.memsync("sync", "machines", "--json").json
    assert (told["name"], told["version"]) == ("tower", __version__)
