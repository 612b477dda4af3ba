"""Editing in a person's editor."""

from __future__ import annotations

import shutil
import stat
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from support.machine import Machine

TOKEN = "AKIA" + "QWERTYUIOPASDFGH"


@pytest.fixture
def root(machine: Machine) -> Path:
    """A repository with a note."""
    root = machine.repository()
    machine.memsync("write", "auth", "-m", "one", "-d", "how", cwd=root)
    return root


def editor(machine: Machine, script: str) -> dict[str, str]:
    """An editor that does what the shell script says to the file `$1`."""
    path = machine.folder / "editor"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return {"EDITOR": str(path)}


def test_an_edit_is_saved_and_the_earlier_text_archived(
    machine: Machine, root: Path
) -> None:
    environ = editor(machine, 'sed -i s/one/two/ "$1"; sed -i s/how/new/ "$1"')
    done = machine.memsync("edit", "auth", "--json", cwd=root, environ=environ).json
    assert done["name"] == "auth"
    assert done["archived"].startswith("auth/")
    assert "\ntwo\n" in machine.memsync("read", "auth", cwd=root).out
    assert "- [[auth]]: new" in (root / ".coyote/memory/MEMORY.md").read_text()


def test_visual_comes_before_editor_and_may_have_options(
    machine: Machine, root: Path
) -> None:
    environ = {"VISUAL": "sed -i -e s/one/visual/", "EDITOR": "false"}
    machine.memsync("edit", "auth", cwd=root, environ=environ)
    assert "\nvisual\n" in machine.memsync("read", "auth", cwd=root).out


def test_without_a_name_the_memory_index_is_opened(
    machine: Machine, root: Path
) -> None:
    environ = editor(machine, 'echo "Be kind." >> "$1"')
    machine.memsync("edit", cwd=root, environ=environ)
    index = root / ".coyote/memory/MEMORY.md"
    assert index.read_text().endswith("Be kind.\n")
    # All that was there is there still.
    archived = machine.memsync("archive", "list", "MEMORY", "--json", cwd=root).json
    assert archived == []


@pytest.mark.parametrize(
    "script", ['echo broken > "$1"; exit 3', ': > "$1"', 'rm "$1"']
)
def test_an_editor_that_fails_or_leaves_nothing_changes_nothing(
    machine: Machine, root: Path, script: str
) -> None:
    before = (root / ".coyote/memory/auth.md").read_bytes()
    environ = editor(machine, script)
    ran = machine.memsync("edit", "auth", cwd=root, environ=environ, want=16)
    if "broken" in script:
        shutil.rmtree(Path(ran.err.partition("kept in '")[2].partition("'")[0]).parent)
    assert (root / ".coyote/memory/auth.md").read_bytes() == before
    missing = {"EDITOR": "/nowhere/editor"}
    machine.memsync("edit", "auth", cwd=root, environ=missing, want=16)
    machine.memsync("edit", "auth", cwd=root, want=16)  # git's editor fails here


def test_saving_without_a_change_changes_nothing(machine: Machine, root: Path) -> None:
    before = (root / ".coyote/memory/auth.md").stat()
    done = machine.memsync(
        "edit", "auth", "--json", cwd=root, environ={"EDITOR": "true"}
    ).json
    assert done == {"name": "auth", "archived": None, "dangling": []}
    assert (root / ".coyote/memory/auth.md").stat().st_ino == before.st_ino


def test_no_lock_is_held_and_both_texts_survive(machine: Machine, root: Path) -> None:
    environ = editor(
        machine, 'memsync write auth -m "written meanwhile"; sed -i s/one/edited/ "$1"'
    )
    ran = machine.memsync("edit", "auth", cwd=root, environ=environ)
    assert "changed while it was open" in ran.err
    assert "\nedited\n" in machine.memsync("read", "auth", cwd=root).out
    rows = machine.memsync("archive", "list", "auth", "--json", cwd=root).json
    texts = [machine.memsync("archive", "show", r["id"], cwd=root).out for r in rows]
    assert any("written meanwhile" in text for text in texts)
    assert any("\none\n" in text for text in texts)


def test_a_secret_is_refused_and_what_was_typed_is_kept_apart(
    machine: Machine, root: Path
) -> None:
    before = (root / ".coyote/memory/auth.md").read_bytes()
    environ = editor(machine, f'echo "key {TOKEN}" >> "$1"')
    ran = machine.memsync("edit", "auth", cwd=root, environ=environ, want=14)
    assert (root / ".coyote/memory/auth.md").read_bytes() == before
    assert TOKEN not in ran.out + ran.err
    kept = Path(ran.err.partition("kept in '")[2].partition("'")[0])
    assert TOKEN in kept.read_text()
    assert stat.S_IMODE(kept.parent.stat().st_mode) == 0o700
    shutil.rmtree(kept.parent)


@pytest.mark.parametrize(
    ("script", "code", "said"),
    [
        ('echo LOTS >> "$1"; exit 1', 16, "failed, so nothing was changed"),
        ('printf "LOTS\\0" >> "$1"', 2, "the text contains a NUL byte"),
        ('printf "LOTS\\377" >> "$1"', 16, "the text is not UTF-8"),
    ],
)
def test_a_text_that_is_not_saved_is_kept_apart(
    machine: Machine, root: Path, script: str, code: int, said: str
) -> None:
    before = (root / ".coyote/memory/auth.md").read_bytes()
    environ = editor(machine, script)
    ran = machine.memsync("edit", "auth", cwd=root, environ=environ, want=code)
    assert said in ran.err
    assert (root / ".coyote/memory/auth.md").read_bytes() == before
    kept = Path(ran.err.partition("kept in '")[2].partition("'")[0])
    assert b"LOTS" in kept.read_bytes()
    shutil.rmtree(kept.parent)


def test_where_nothing_was_typed_nothing_is_kept(machine: Machine, root: Path) -> None:
    for script in ("exit 1", ': > "$1"', 'rm "$1"'):
        environ = editor(machine, script)
        ran = machine.memsync("edit", "auth", cwd=root, environ=environ, want=16)
        assert "kept" not in ran.err


def test_a_note_with_such_bytes_can_be_edited(machine: Machine, root: Path) -> None:
    note = root / ".coyote/memory/auth.md"
    note.write_bytes(note.read_bytes() + b"a\0b\xff\n")
    environ = editor(machine, 'sed -i s/one/two/ "$1"')
    machine.memsync("edit", "auth", cwd=root, environ=environ)
    assert note.read_bytes().endswith(b"\ntwo\na\0b\xff\n")


def test_a_note_that_is_not_there(machine: Machine, root: Path) -> None:
    machine.memsync("edit", "nothing", cwd=root, want=17)


def test_without_a_terminal_only_a_chosen_editor_is_started(
    machine: Machine, root: Path
) -> None:
    none = {"VISUAL": "", "EDITOR": "", "GIT_EDITOR": "", "TERM": "xterm"}
    refused = machine.memsync("edit", "auth", cwd=root, environ=none, want=16)
    assert "there is no terminal to edit on" in refused.err
    assert "memsync write NAME -m TEXT" in refused.err
    chosen = {**none, "GIT_EDITOR": "sed -i s/one/two/"}
    machine.memsync("edit", "auth", cwd=root, environ=chosen)
    assert "\ntwo\n" in machine.memsync("read", "auth", cwd=root).out
