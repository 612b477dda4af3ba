"""Another memory stands where the remote was: one flag is one answer."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from support.machine import Machine
from support.synced import bare, note, put

if TYPE_CHECKING:
    from pathlib import Path


def test_the_flag_that_is_named_is_all_that_a_replaced_remote_needs(
    tmp_path: Path,
) -> None:
    remote = tmp_path / "remote.git"
    desk, laptop, other = (Machine(tmp_path / n) for n in ("desk", "laptop", "other"))
    desk.git("init", "--quiet", "--bare", remote)
    for machine in (desk, laptop):
        machine.memsync("sync", "init", remote)
        machine.memsync("write", machine.folder.name, "--scope", "user", "-m", "Ours.")
        machine.memsync("sync")
    shutil.rmtree(remote)
    other.git("init", "--quiet", "--bare", remote)
    other.memsync("write", "other", "--scope", "user", "-m", "Theirs.")
    other.memsync("sync", "init", remote)
    other.memsync("sync")

    for machine in (desk, laptop):
        refused = machine.memsync("sync", "--json", want=14)
        assert refused.json["error"]["code"] == "unrelated-remote"
        assert not (machine.user_memory / "other.md").exists()
        assert "`memsync sync --merge-unrelated`" in refused.err
        machine.memsync("sync", "--merge-unrelated")

    for machine in (desk, laptop, other, desk, laptop):
        machine.memsync("sync")
    found = [
        {path.name: path.read_bytes() for path in machine.user_memory.glob("*.md")}
        for machine in (desk, laptop, other)
    ]
    assert found[0] == found[1] == found[2]
    assert found[0].keys() == {"MEMORY.md", "desk.md", "laptop.md", "other.md"}


def test_a_repository_of_code_is_taken_for_the_wrong_one(
    machine: Machine, tmp_path: Path
) -> None:
    code, right = (bare(tmp_path / name) for name in ("code.git", "right.git"))
    top = machine.repository()
    machine.git("push", "-q", code, "HEAD:main", cwd=top)
    machine.memsync("sync", "init", code)
    put(machine, "auth", note("auth"))
    ran = machine.memsync("sync", "--json", want=14)
    assert ran.json["error"]["code"] == "unrelated-remote"
    first, _, last = ran.json["error"]["hint"].partition("; else ")
    assert "`memsync sync init URL`" in first
    assert "commits the notes to its main" in last
    machine.memsync("sync", "init", right, "--yes")
    assert machine.memsync("sync", "--json").json["sent"] == ["auth"]
