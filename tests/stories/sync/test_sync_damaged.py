"""The mirror on disk is damaged between two rounds: the next one joins anew."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from support.machine import Machine
from support.synced import put

if TYPE_CHECKING:
    from pathlib import Path


def _objects(mirror: Path) -> list[Path]:
    return [path for path in (mirror / "objects").rglob("*") if path.is_file()]


def _damage(mirror: Path, how: str) -> None:
    whole = {
        "head": [mirror / "HEAD"],
        "config": [mirror / "config"],
        "main": [mirror / "refs/heads/main"],
        "agreed": list((mirror / "refs/memsync/remote").iterdir()),
    }
    if how in whole:
        for path in whole[how]:
            path.write_bytes(b"\0garbage\n")
        return
    for path in _objects(mirror):
        path.chmod(0o600)
        if how == "objects gone":
            path.unlink()
        else:  # as a power failure leaves them on many file systems
            path.write_bytes(b"")


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Machine, Machine]:
    """Two machines that agree, and then both go on; the second has synced."""
    remote = tmp_path / "remote.git"
    desk, laptop = Machine(tmp_path / "desk"), Machine(tmp_path / "laptop")
    desk.git("init", "--quiet", "--bare", remote)
    desk.memsync("write", "auth", "--scope", "user", "-m", "first")
    desk.memsync("write", "build", "--scope", "user", "-m", "make")
    for machine in (desk, laptop):
        machine.memsync("sync", "init", str(remote))
        machine.memsync("sync")
    laptop.memsync("write", "build", "--scope", "user", "-m", "ninja")
    laptop.memsync("sync")
    desk.memsync("write", "auth", "--scope", "user", "-m", "second")
    return desk, laptop


_DAMAGES = ["head", "config", "main", "agreed", "objects gone", "objects empty"]


@pytest.mark.parametrize("how", _DAMAGES)
def test_a_damaged_mirror_stops_no_round(
    pair: tuple[Machine, Machine], how: str
) -> None:
    """State that is corrupt means "no base": merge as if joining, never delete."""
    desk, laptop = pair
    _damage(desk.state / "mirror", how)

    said = desk.memsync("sync")

    assert "damaged" in said.err
    laptop.memsync("sync")
    for machine in (desk, laptop):
        for name, text in (("auth", "second"), ("build", "ninja")):
            assert text in (machine.user_memory / f"{name}.md").read_text()
    assert json.loads(desk.memsync("sync", "--json").out)["changed"] is False


def test_what_a_damaged_mirror_held_is_kept_beside_the_new_one(
    pair: tuple[Machine, Machine],
) -> None:
    """Versions that nobody else has yet can still be dug out of it."""
    desk, _ = pair
    (desk.state / "mirror/refs/heads/main").write_bytes(b"\0garbage\n")
    before = {path.name for path in _objects(desk.state / "mirror")}

    desk.memsync("sync")

    [aside] = desk.state.glob("mirror.damaged-*")
    assert {path.name for path in _objects(aside)} >= before


def test_a_lost_head_costs_no_history(tmp_path: Path) -> None:
    """Where there is no remote, the mirror is all the history there is."""
    desk = Machine(tmp_path / "desk")
    desk.memsync("write", "auth", "--scope", "user", "-m", "first")
    desk.memsync("sync", "init")
    desk.memsync("sync")
    (desk.state / "mirror/HEAD").unlink()
    desk.memsync("write", "auth", "--scope", "user", "-m", "second")

    desk.memsync("sync")

    assert len(json.loads(desk.memsync("sync", "log", "auth", "--json").out)) == 2


def test_a_dry_run_names_the_damage_and_leaves_it(
    pair: tuple[Machine, Machine],
) -> None:
    """It changes nothing, so it cannot go on."""
    desk, _ = pair
    (desk.state / "mirror/refs/heads/main").write_bytes(b"\0garbage\n")

    said = desk.memsync("sync", "--dry-run", want=16)

    assert "damaged" in said.err
    assert "hint: `memsync sync`" in said.err
    assert not list(desk.state.glob("mirror.damaged-*"))


def test_a_broken_git_configuration_is_no_damage(
    pair: tuple[Machine, Machine],
) -> None:
    """The mirror is sound, so it stays where it is."""
    desk, _ = pair
    (desk.home / ".gitconfig").write_text("[core\n")

    desk.memsync("sync", want=None)

    assert not list(desk.state.glob("mirror.damaged-*"))


def _spoil(desk: Machine, revision: str) -> None:
    """Write over one object of the mirror that no round has to read."""
    mirror = desk.state / "mirror"
    oid = desk.git("rev-parse", revision, cwd=mirror)
    file = mirror / "objects" / oid[:2] / oid[2:]
    file.chmod(0o600)
    file.write_bytes(b"bad")


@pytest.fixture(params=[False, True], ids=["plain", "encrypted"])
def aged(tmp_path: Path, request: pytest.FixtureRequest) -> Machine:
    """A machine whose history has four versions of a note, all sent."""
    desk = Machine(tmp_path / "desk")
    desk.git("init", "--quiet", "--bare", tmp_path / "remote.git")
    encrypted = ["--encrypt", "--code-file", str(tmp_path / "code")]
    form = encrypted if request.param else []
    desk.memsync("sync", "init", str(tmp_path / "remote.git"), *form)
    for i in range(4):
        text = f"---\nname: x\ndescription: x\n---\n\nversion {i}\n"
        put(desk, "x", text)
        desk.memsync("sync")
    return desk


def test_an_old_object_that_is_damaged_is_repaired_after_verify_found_it(
    aged: Machine,
) -> None:
    """No round reads it, so none would ever notice."""
    tree = aged.git("ls-tree", "-r", "main~2", cwd=aged.state / "mirror")
    notes = [li.split("\t")[1] for li in tree.splitlines() if ".json" not in li]
    path = next(n for n in notes if n == "user/x.md" or n.startswith("v1/"))
    _spoil(aged, f"main~2:{path}")
    before = (aged.user_memory / "x.md").read_text()
    aged.memsync("sync", "verify", want=14)
    assert aged.memsync("sync", "status", "--check", want=None).code == 1
    assert "damaged" in aged.memsync("doctor", want=None).out
    assert "damaged" in aged.memsync("sync").err
    aged.memsync("sync", "verify")
    aged.memsync("sync", "status", "--check")
    aged.memsync("archive", "list", "x")
    aged.memsync("sync")
    assert len(list(aged.state.glob("mirror.damaged-*"))) == 1
    assert (aged.user_memory / "x.md").read_text() == before


@pytest.mark.parametrize("aged", [False], indirect=True)
@pytest.mark.parametrize("what", ["main~2:user/x.md", "main~2^{tree}", "main~2"])
def test_a_command_that_meets_a_damaged_object_names_the_way_out(
    aged: Machine, what: str
) -> None:
    _spoil(aged, what)
    said = aged.memsync("archive", "list", want=16)
    assert str(aged.state / "mirror") in said.err
    assert "`memsync sync verify`" in said.err
    if what != "main~2:user/x.md":
        assert aged.memsync("sync", "log", want=16).err == said.err
    aged.memsync("sync", "verify", want=14)
    aged.memsync("sync")
    aged.memsync("sync", "log")
    aged.memsync("archive", "list")
