"""The mirror on disk is damaged between two rounds: the next one joins anew."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from support.machine import Machine

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
