"""A note that is empty: made so, or about to be written."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from support.machine import Machine


def sent(machine: Machine, name: str) -> str:
    mirror = machine.state / "mirror"
    return machine.git("show", f"main:user/{name}.md", cwd=mirror)


def test_a_note_made_empty_just_now_is_sent_at_once(machine: Machine) -> None:
    machine.user_memory.mkdir(parents=True)
    machine.memsync("sync", "init")
    (machine.user_memory / "todo.md").touch()
    ran = machine.memsync("sync", "--json")
    assert ran.json["sent"] == ["todo"]
    assert ran.err == ""
    assert sent(machine, "todo") == ""


def test_a_note_emptied_just_now_is_about_to_be_written(machine: Machine) -> None:
    machine.user_memory.mkdir(parents=True)
    machine.memsync("sync", "init")
    note = machine.user_memory / "todo.md"
    note.write_text("Everything.\n")
    machine.memsync("sync")
    (machine.state / "stat").unlink()
    with note.open("w") as file:
        ran = machine.memsync("sync", "--json")
        file.write("Everything else.\n")
    assert ran.json["sent"] == []
    assert "'todo' was being written" in ran.err
    assert sent(machine, "todo") == "Everything."
    machine.memsync("sync")
    assert sent(machine, "todo") == "Everything else."
