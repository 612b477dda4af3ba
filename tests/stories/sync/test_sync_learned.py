"""What travels beside the notes: where they came from, and what was learned."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import tokens
from support.early import answered, whole_round
from support.synced import bare, get, joined, put, sync

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

ORIGINS = ".memsync-origins"
DECIDED = "learned/decided"


@pytest.fixture
def machines(tmp_path: Path) -> list[Machine]:
    remote = bare(tmp_path / "remote.git")
    return [joined(tmp_path / name, remote) for name in ("desk", "laptop")]


def goose(machine: Machine, text: str) -> Path:
    folder = machine.home / "elsewhere/goose"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "tea.txt").write_text(text)
    return folder


def lay(machine: Machine, file: str, text: str) -> None:
    path = machine.user_memory / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def text_of(machine: Machine, file: str) -> str | None:
    path = machine.user_memory / file
    return path.read_text() if path.exists() else None


def test_another_machine_knows_where_an_imported_note_came_from(
    machines: list[Machine],
) -> None:
    desk, laptop = machines
    text = "# drink\nLikes green tea.\n\n"
    folder = goose(desk, text)
    desk.memsync("import", "goose", folder, "--scope", "user")
    sync(desk, laptop)
    assert (text_of(desk, ORIGINS) or "").startswith("goose ")
    assert text_of(laptop, ORIGINS) == text_of(desk, ORIGINS)
    shown = laptop.memsync("context", "--no-tools").out
    assert 'from="goose"' in shown
    back = laptop.home / "back"
    back.mkdir()
    laptop.memsync("export", "goose", back, "--scope", "user")
    assert (back / "tea.txt").read_text() == text
    again = laptop.memsync("sync", "--json").json
    assert not again["changed"]
    assert desk.memsync("sync", "--json").json["received"] == []


def test_origins_of_both_machines_are_one_set(machines: list[Machine]) -> None:
    desk, laptop = machines
    for machine, name in ((desk, "tea"), (laptop, "milk")):
        folder = machine.home / f"elsewhere/{name}"
        folder.mkdir(parents=True)
        (folder / f"{name}.txt").write_text(f"Takes {name}.\n\n")
        machine.memsync("import", "goose", folder, "--scope", "user")
    sync(desk, laptop, desk)
    lines = (text_of(desk, ORIGINS) or "").splitlines()
    assert sorted(line.split()[3] for line in lines) == ["milk", "tea"]
    assert text_of(laptop, ORIGINS) == text_of(desk, ORIGINS)


def test_what_was_learned_travels_and_merges(machines: list[Machine]) -> None:
    desk, laptop = machines
    lay(desk, "learned/summary.md", "Likes tea.\n\nWorks late.\n")
    lay(desk, "learned/skills/release/SKILL.md", "tag\n")
    lay(desk, "learned/sessions/goose-1.md", "What was said.\n")
    lay(desk, DECIDED, "rejected 11\nrejected 22\n")
    sync(desk, laptop)
    assert text_of(laptop, "learned/skills/release/SKILL.md") == "tag\n"
    assert text_of(laptop, "learned/sessions/goose-1.md") is None
    lay(desk, "learned/summary.md", "Likes coffee.\n\nWorks late.\n")
    lay(laptop, "learned/summary.md", "Likes tea.\n\nWorks early.\n")
    lay(desk, DECIDED, "rejected 22\nrejected 33\n")
    lay(laptop, DECIDED, "rejected 11\nrejected 22\nrejected 44\n")
    sync(desk, laptop, desk)
    for machine in machines:
        merged = text_of(machine, "learned/summary.md")
        assert merged == "Likes coffee.\n\nWorks early.\n"
        assert text_of(machine, DECIDED) == "rejected 22\nrejected 33\nrejected 44\n"
    assert not desk.memsync("sync", "--json").json["changed"]
    assert desk.memsync("sync", "--json").json["held"] == []


def test_what_was_forgotten_of_learning_is_forgotten_everywhere(
    machines: list[Machine],
) -> None:
    desk, laptop = machines
    put(desk, "a", "one\n")
    lay(desk, DECIDED, "rejected 11\n")
    sync(desk, laptop)
    (desk.user_memory / DECIDED).unlink()
    lay(laptop, DECIDED, "rejected 11\nrejected 22\n")
    sync(desk, laptop, desk)
    for machine in machines:
        assert text_of(machine, DECIDED) == "rejected 22\n"
        assert get(machine, "a") == "one\n"


def test_synopses_travel_where_a_person_said_so(machines: list[Machine]) -> None:
    desk, laptop = machines
    lay(desk, "learned/sessions/goose-1.md", "What was said.\n")
    desk.memsync("config", "set", "learn.sync_synopses", "true")
    sync(desk, laptop)
    assert text_of(laptop, "learned/sessions/goose-1.md") == "What was said.\n"
    sync(laptop, desk)
    assert text_of(desk, "learned/sessions/goose-1.md") == "What was said.\n"


def test_a_secret_that_was_learned_is_held(machines: list[Machine]) -> None:
    desk, laptop = machines
    lay(desk, "learned/summary.md", f"The token is {tokens.github()}.\n")
    lay(desk, "learned/skills/release/SKILL.md", "tag\n")
    held = desk.memsync("sync", "--json", want=1).json["held"]
    assert [each["name"] for each in held] == ["learned/summary"]
    sync(laptop)
    assert text_of(laptop, "learned/summary.md") is None
    assert text_of(laptop, "learned/skills/release/SKILL.md") == "tag\n"


def test_a_value_is_purged_from_what_was_learned(machines: list[Machine]) -> None:
    desk, laptop = machines
    value = "correct-horse-" + "battery-staple-42"
    lay(desk, "learned/summary.md", f"Once: password: {value}\n")
    put(desk, "a", f"password: {value}\n")
    found = desk.memsync("scan", "--json", want=1).json["findings"]
    fingerprint = found[0]["fingerprint"]
    desk.memsync("sync", want=1)
    desk.memsync("purge", fingerprint, "--yes")
    assert value not in (text_of(desk, "learned/summary.md") or "")
    sync(desk, laptop)
    assert "[purged]" in (text_of(laptop, "learned/summary.md") or "")


def test_a_round_after_an_import_is_idle(machines: list[Machine]) -> None:
    desk, _ = machines
    desk.memsync("import", "goose", goose(desk, "Likes tea.\n\n"), "--scope", "user")
    lay(desk, "learned/summary.md", "Likes tea.\n")
    lay(desk, DECIDED, "rejected 11\n")
    whole_round(desk)
    whole_round(desk)
    idle = answered(desk)
    assert idle is not None
    assert not idle.changed
    (desk.user_memory / DECIDED).write_text("rejected 22\n")
    assert answered(desk) is None
    assert desk.memsync("sync", "--json").json["changed"]


def test_origins_forget_what_was_purged(machines: list[Machine]) -> None:
    desk, laptop = machines
    desk.memsync("import", "goose", goose(desk, "Likes tea.\n\n"), "--scope", "user")
    put(desk, "b", "two\n")
    sync(desk, laptop)
    desk.memsync("purge", "tea", "--yes", "--scope", "user")
    sync(laptop)
    for machine in machines:
        assert get(machine, "b") == "two\n"
        assert get(machine, "tea") is None
        assert not text_of(machine, ORIGINS)
    mirror = laptop.state / "mirror"
    every = laptop.git("log", "--format=", "-p", "main", cwd=mirror)
    assert "+two" in every
    assert "goose " not in every
