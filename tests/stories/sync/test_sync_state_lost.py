"""The state folder is safe to lose: what only it had is in the archive or the data."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from support.synced import bare, get, put, sync

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine


def texts(machine: Machine, name: str) -> list[str]:
    """What every version that the archive lists says."""
    listed = machine.memsync("archive", "list", name, "--json").json
    return [machine.memsync("archive", "show", each["id"]).out for each in listed]


def test_versions_that_no_push_took_are_in_the_archive(
    desk: Machine, laptop: Machine, remote: Path
) -> None:
    put(desk, "auth", "zero\n")
    sync(desk)
    away = remote.rename(remote.with_name("away.git"))
    for text in ("one\n", "two\n", "three\n"):
        put(desk, "auth", text)
        sync(desk, want=15)
    shutil.rmtree(desk.state)
    assert {"one\n", "two\n"} <= set(texts(desk, "auth"))
    away.rename(remote)
    sync(desk, laptop)
    assert get(laptop, "auth") is not None
    assert {"one\n", "two\n"} <= set(texts(desk, "auth"))


def test_what_waited_is_not_sent_twice(desk: Machine, remote: Path) -> None:
    put(desk, "auth", "zero\n")
    sync(desk)
    away = remote.rename(remote.with_name("away.git"))
    for text in ("one\n", "two\n"):
        put(desk, "auth", text)
        sync(desk, want=15)
    away.rename(remote)
    sync(desk)
    assert ".archive" not in desk.git(
        "ls-tree", "-r", "--name-only", "main", cwd=remote
    )
    assert desk.git("show", "main:user/auth.md", cwd=remote) == "two"
    assert desk.git("show", "main~1:user/auth.md", cwd=remote) == "one"


def test_a_history_without_a_remote_outlives_the_state_folder(
    machine: Machine,
) -> None:
    machine.memsync("sync", "init")
    for text in ("one\n", "two\n", "three\n"):
        put(machine, "auth", text)
        machine.memsync("sync")
    head = machine.memsync("sync", "status", "--json").json["head"]
    shutil.rmtree(machine.state)
    machine.memsync("sync")
    log = machine.memsync("sync", "log", "auth", "--json").json
    assert [each["head"] for each in log][-3:][0] == head
    assert {"one\n", "two\n"} <= set(texts(machine, "auth"))
    assert (machine.home / ".local/share/memsync/history/HEAD").exists()


def test_a_history_of_before_moves_to_the_data_folder(machine: Machine) -> None:
    machine.memsync("sync", "init")
    put(machine, "auth", "one\n")
    machine.memsync("sync")
    mirror, kept = machine.state / "mirror", machine.home / ".local/share/memsync"
    mirror.unlink()
    (kept / "history").rename(mirror)  # as it was before there was a data folder
    put(machine, "auth", "two\n")
    machine.memsync("sync")
    assert mirror.is_symlink()
    assert len(machine.memsync("sync", "log", "auth", "--json").json) == 2


def test_a_local_history_goes_on_at_a_remote(machine: Machine, remote: Path) -> None:
    machine.memsync("sync", "init")
    for text in ("one\n", "two\n"):
        put(machine, "auth", text)
        machine.memsync("sync")
    machine.memsync("sync", "init", remote)
    machine.memsync("sync")
    assert machine.git("show", "main~1:user/auth.md", cwd=remote) == "one"


def test_the_data_folder_can_be_chosen(machine: Machine, tmp_path: Path) -> None:
    environ = {"MEMSYNC_DATA_DIR": str(tmp_path / "kept")}
    machine.memsync("sync", "init", environ=environ)
    put(machine, "auth", "one\n")
    machine.memsync("sync", environ=environ)
    assert (tmp_path / "kept/history/HEAD").exists()
    bare(tmp_path / "unused.git")
