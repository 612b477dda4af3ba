"""What sync asks before it does: nothing is deleted or joined unasked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.synced import get, put, sync

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine


def test_a_vanished_memory_deletes_nothing_unasked(machines: list[Machine]) -> None:
    desk, laptop = machines
    for name in "abc":
        put(desk, name, f"{name}\n")
    sync(desk, laptop)
    for path in desk.user_memory.glob("*.md"):
        path.unlink()
    ran = desk.memsync("sync", "--json", want=14)
    assert ran.json["error"]["code"] == "mass-delete"
    assert "--restore" in ran.err
    sync(laptop)
    assert get(laptop, "a") == "a\n"
    desk.user_memory.rename(desk.home / "lost")
    desk.memsync("sync", want=14)
    desk.memsync("sync", "--restore")
    assert get(desk, "b") == "b\n"
    for path in desk.user_memory.glob("*.md"):
        path.unlink()
    desk.memsync("sync", "--allow-mass-delete")
    laptop.memsync("sync", want=14)
    assert get(laptop, "a") == "a\n"
    laptop.memsync("sync", "--allow-mass-delete")
    assert get(laptop, "a") is None
    assert (laptop.user_memory / ".archive/a").is_dir()


def test_lost_state_joins_and_never_deletes(machines: list[Machine]) -> None:
    desk, laptop = machines
    for name in "ab":
        put(desk, name, f"{name}\n")
    sync(desk, laptop)
    (laptop.user_memory / "a.md").unlink()
    (laptop.state / "sync.json").write_text("{broken")
    sync(laptop)
    assert get(laptop, "a") == "a\n"
    laptop.run("rm", "-rf", laptop.state)
    put(laptop, "b", "b\nmore\n")
    put(laptop, "c", "c\n")
    sync(laptop, desk)
    assert get(desk, "b") == "b\nmore\n"
    assert get(desk, "c") == "c\n"
    assert get(desk, "a") == "a\n"


def test_a_remote_that_went_back_is_refused(machines: list[Machine]) -> None:
    desk, laptop = machines
    put(desk, "a", "one\n")
    old = sync(desk)[0]["head"]
    put(desk, "b", "two\n")
    sync(desk, laptop)
    remote = desk.folder.parent / "remote.git"
    desk.git("update-ref", "refs/heads/main", str(old), cwd=remote)
    ran = laptop.memsync("sync", "--json", want=14)
    assert ran.json["error"]["code"] == "remote-rewound"
    assert get(laptop, "b") == "two\n"
    desk.git("update-ref", "-d", "refs/heads/main", cwd=remote)
    laptop.memsync("sync", want=14)
    laptop.memsync("sync", "--accept-rewind")
    sync(desk)
    assert get(desk, "b") == "two\n"


def test_another_memory_is_not_joined_unasked(
    machines: list[Machine], tmp_path: Path
) -> None:
    desk, laptop = machines
    other = tmp_path / "other.git"
    desk.git("init", "-q", "--bare", other)
    laptop.memsync("sync", "init", other, "--yes")
    put(desk, "a", "one\n")
    put(laptop, "b", "two\n")
    sync(desk, laptop)
    desk.memsync("sync", "init", other, "--yes")
    ran = desk.memsync("sync", "--json", want=14)
    assert ran.json["error"]["code"] == "unrelated-remote"
    assert get(desk, "b") is None
    desk.memsync("sync", "--merge-unrelated")
    assert get(desk, "b") == "two\n"


def test_a_repository_with_code_in_it_is_no_remote(
    machines: list[Machine], tmp_path: Path
) -> None:
    desk = machines[0]
    project = desk.repository()
    other = tmp_path / "code.git"
    desk.git("clone", "-q", "--bare", project, other)
    desk.memsync("sync", "init", other, "--yes")
    put(desk, "a", "one\n")
    assert desk.memsync("sync", "--json", want=14).json["error"]["code"] == (
        "unrelated-remote"
    )
