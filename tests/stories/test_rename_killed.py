"""Forget, rename and move are all or nothing, and the same command again ends them."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from support import warm
from support.before import Before
from support.faults import BAD, COUNT, FULL, KILL

if TYPE_CHECKING:
    from support.machine import Machine

# Of the steps that change the disk; with 1 it takes twice as long.
STRIDE = 2


class Scene(NamedTuple):
    """A verb on the note `auth`, and what is there when it is done."""

    verb: tuple[str, ...]
    name: str
    scope: str


SCENES = [
    Scene(("rename", "auth", "login"), "login", "workspace"),
    Scene(("forget", "auth"), "", "workspace"),
    Scene(("move", "auth", "--scope", "user"), "auth", "user"),
    Scene(("rename", "auth", "login", "--scope", "user"), "login", "user"),
    Scene(("forget", "auth", "--scope", "user"), "", "user"),
]


def top_with_notes(machine: Machine, scene: Scene) -> Path:
    """A repository with the note, others that link to it, and notes of the person."""
    top = machine.repository()
    machine.memsync("write", "ours", "-m", "Ours.", cwd=top)
    machine.memsync("write", "mine", "-m", "See [[auth]].", "--scope", "user", cwd=top)
    scope = "workspace" if scene.verb[0] == "move" else scene.scope
    machine.memsync("write", "auth", "-m", "Use SSO.", "--scope", scope, cwd=top)
    machine.memsync("write", "auth", "-m", "Use OIDC.", "--scope", scope, cwd=top)
    machine.memsync("write", "api", "-m", "See [[auth]].", "--scope", scope, cwd=top)
    # Older than the times that are too young to be kept: every run has the same steps.
    for path in machine.folder.rglob("*.md"):
        os.utime(path, (path.stat().st_atime - 60, path.stat().st_mtime - 60))
    return top


def is_over(top: Path, machine: Machine, scene: Scene) -> bool:
    """Whether the disk holds neither the note under its old name nor a plan to end."""
    source = top if scene.scope == "workspace" or scene.verb[0] == "move" else None
    folder = source / ".coyote/memory" if source else machine.user_memory
    left = [*folder.glob("auth.md"), *machine.folder.rglob(".unfinished")]
    return left == []


def is_done(machine: Machine, top: Path, scene: Scene) -> bool:
    """Whether the verb did all, left nothing lying around, and lost nothing.

    Notes and versions are read from the disk, where an agent reads them.
    """
    folders = {"workspace": top / ".coyote/memory", "user": machine.user_memory}
    found = {
        (name, scope)
        for scope, folder in folders.items()
        for name in ("auth", "login")
        if (folder / f"{name}.md").exists()
    }
    wanted = {(scene.name, scene.scope)} if scene.name else set()
    linked = "".join(
        path.read_text()
        for folder in folders.values()
        for path in folder.glob("api.md")
    )
    lint = machine.memsync("lint", "--json", cwd=top, want=None).json["findings"]
    rules = {finding["rule"] for finding in lint} - {"description"}
    gone = machine.memsync("archive", "list", "auth", "--json", cwd=top).json
    texts = [Path(row["path"]).read_text().splitlines()[-1] for row in gone]
    litter = [
        path
        for path in machine.folder.rglob(".*")
        if path.name.startswith(".memsync-") or path.name == ".unfinished"
    ]
    return (
        found == wanted
        and f"[[{scene.name or 'auth'}]]" in linked
        and rules == (set() if scene.name else {"broken-link"})
        and {"Use SSO.", "Use OIDC."} == set(texts)
        and litter == []
    )


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: " ".join(scene.verb))
def test_the_same_command_again_ends_what_was_killed(
    machine: Machine, scene: Scene
) -> None:
    top = top_with_notes(machine, scene)
    argv = ("-C", str(top), *scene.verb)
    before = Before(machine.folder)
    steps = warm.stopped(machine, *argv, fault=COUNT).changed
    assert is_done(machine, top, scene)
    assert len(steps) > 8
    for at in steps[::STRIDE]:
        before.restore()
        assert warm.stopped(machine, *argv, fault=KILL, at=at).code == -9
        # Killed as it let go of the lock it was done, and there is no such note.
        code = 17 if is_over(top, machine, scene) else 0
        again = warm.stopped(machine, *argv)
        assert again.code == code, (at, again)
        # Killed as it kept the times of the other memory, which its next change sweeps.
        machine.memsync("write", "ours", "-m", "A sweep.", cwd=top)
        assert is_done(machine, top, scene), at


@pytest.mark.parametrize("scene", SCENES[:2], ids=lambda scene: " ".join(scene.verb))
def test_any_other_change_takes_it_back_or_ends_it(
    machine: Machine, scene: Scene
) -> None:
    top = top_with_notes(machine, scene)
    argv = ("-C", str(top), *scene.verb)
    before = Before(machine.folder)
    steps = warm.stopped(machine, *argv, fault=COUNT).changed
    for at in steps[::STRIDE]:
        before.restore()
        warm.stopped(machine, *argv, fault=KILL, at=at)
        machine.memsync("write", "other", "-m", "Another.", cwd=top)
        stems = {path.stem for path in (top / ".coyote/memory").glob("*.md")}
        names = stems - {"ours", "api", "other", "MEMORY"}
        assert names in ({"auth"}, {scene.name} - {""}), at
        lint = machine.memsync("lint", "--json", cwd=top, want=None).json["findings"]
        assert {f["rule"] for f in lint} <= {"broken-link", "drift"}, at


@pytest.mark.parametrize("fault", [FULL, BAD])
@pytest.mark.parametrize("scene", SCENES[:3], ids=lambda scene: " ".join(scene.verb))
def test_a_bad_disk_leaves_the_same_command_to_end_it(
    machine: Machine, scene: Scene, fault: str
) -> None:
    top = top_with_notes(machine, scene)
    argv = ("-C", str(top), *scene.verb)
    before = Before(machine.folder)
    places = warm.stopped(machine, *argv, fault=COUNT).places
    for at in places[::STRIDE]:
        before.restore()
        first = warm.stopped(machine, *argv, fault=fault, at=at)
        assert first.code in (0, 16), (at, first)
        if first.code:
            again = warm.stopped(machine, *argv)
            assert again.code == 0, (at, first, again)
        machine.memsync("write", "ours", "-m", "A sweep.", cwd=top)
        machine.memsync("write", "mine", "-m", "A sweep.", "--scope", "user", cwd=top)
        assert is_done(machine, top, scene), (at, first)


def test_a_note_whose_archive_cannot_be_written_stays(machine: Machine) -> None:
    scene = SCENES[0]
    top = top_with_notes(machine, scene)
    stored = next((top / ".git/memsync/archive").glob("*/auth"))
    shutil.rmtree(stored)
    stored.write_text("in the way")
    machine.memsync(*scene.verb, cwd=top, want=16)
    machine.memsync("read", "login", cwd=top, want=17)
    machine.memsync("forget", "auth", cwd=top, want=16)
    assert "OIDC" in machine.memsync("read", "auth", cwd=top).out
    stored.unlink()
    machine.memsync(*scene.verb, cwd=top)
    machine.memsync("read", "auth", cwd=top, want=17)


def test_what_a_killed_write_left_is_purged_with_its_note(machine: Machine) -> None:
    machine.memsync("write", "auth", "-m", "Use SSO.", "--scope", "user")
    argv = ("write", "auth", "--scope", "user", "-m", "Use OIDC.")
    before = Before(machine.folder)
    steps = warm.stopped(machine, *argv, fault=COUNT).changed
    for at in steps:
        before.restore()
        warm.stopped(machine, *argv, fault=KILL, at=at)
        # As an earlier memsync left it.
        old = machine.user_memory / ".archive/auth/.memsync-0123456789abcdef.tmp"
        if old.parent.is_dir():
            old.write_text("Use SSO.")
        machine.memsync("purge", "auth", "--scope", "user", "--yes")
        left = [
            path
            for path in machine.folder.rglob("*")
            if path.is_file() and b"SSO" in path.read_bytes()
        ]
        assert left == [], at


def test_the_next_change_sweeps_what_a_killed_one_left(machine: Machine) -> None:
    machine.memsync("write", "auth", "-m", "Use SSO.", "--scope", "user")
    argv = ("write", "auth", "--scope", "user", "-m", "Use OIDC.")
    before = Before(machine.folder)
    for at in warm.stopped(machine, *argv, fault=COUNT).changed:
        before.restore()
        warm.stopped(machine, *argv, fault=KILL, at=at)
        machine.memsync("write", "other", "-m", "Another.", "--scope", "user")
        assert list(machine.user_memory.rglob(".memsync-*")) == [], at


def test_a_forged_record_of_a_rename_does_nothing(machine: Machine) -> None:
    machine.memsync("write", "auth", "-m", "Use SSO.", "--scope", "user")
    archive = machine.user_memory / ".archive"
    archive.mkdir(exist_ok=True)
    forged = archive / ".unfinished"
    row = '{{"verb":"{}","name":"{}","new":"{}","digest":"0","archived":"x"}}'
    texts = ("[", "null", "{}", row.format("rename", "../../a", "b"))
    for text in (*texts, row.format("rename", "auth", "../../b"), "[" * 10_000):
        forged.write_text(text)
        machine.memsync("write", "other", "-m", text[:9] + " x", "--scope", "user")
        assert not forged.exists()
        assert "SSO" in machine.memsync("read", "auth").out
