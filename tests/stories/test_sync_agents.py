"""Agents' own folders between two machines whose homes and paths differ."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from support import tokens
from support.agent_sides import Side, side
from support.agent_sync import IDENTITY, add
from support.synced import bare, joined, sync
from support.vaults import Host, new_vault
from support.vaults import joined as joined_vault

from memsync.clock import Now
from memsync.config import settings
from memsync.paths import Places
from memsync.sync.round.opening import open_context
from memsync.sync.verbs.purge import What, purge_synced

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine


def topic(name: str, body: str, day: str = "2026-01-02") -> str:
    meta = (
        f"metadata:\n  node_type: memory\n  type: user\n  modified: {day}T00:00:00Z\n"
    )
    return f"---\nname: {name}\ndescription: about {name}\n{meta}---\n\n{body}"


@pytest.fixture(params=["plain", "encrypted"])
def machines(request: pytest.FixtureRequest, tmp_path: Path) -> list[Machine]:
    if request.param == "plain":
        remote = bare(tmp_path / "remote.git")
        return [joined(tmp_path / name, remote) for name in ("desk", "laptop")]
    host = Host(tmp_path / "host")
    return [
        new_vault(tmp_path / "desk", host),
        joined_vault(tmp_path / "laptop", host),
    ]


@pytest.fixture(params=["claude-code", "gemini-cli", "qwen-code"])
def pair(request: pytest.FixtureRequest, machines: list[Machine]) -> list[Side]:
    desk, laptop = machines
    return [side(desk, request.param, "shop"), side(laptop, request.param, "my shop")]


@pytest.fixture
def claudes(machines: list[Machine]) -> list[Side]:
    desk, laptop = machines
    return [side(desk, "claude-code", "shop"), side(laptop, "claude-code", "my-shop")]


def test_the_memory_goes_both_ways_with_edits_and_deletions(pair: list[Side]) -> None:
    desk, laptop = pair
    desk.put("MEMORY.md", "- [Tests](tests.md) \u2014 how to run them\n")
    desk.put("tests.md", topic("tests", "run\n\nthem\n"))
    desk.put("team/style.md", topic("style", "plain\n"))
    assert sorted(desk.sync()["sent"]) == sorted(
        f"projects/{IDENTITY}/agents/{desk.agent}/{name}"
        for name in ("tests", "team/style")
    )
    laptop.sync()
    assert laptop.files() == desk.files()
    desk.put("tests.md", topic("tests", "RUN\n\nthem\n", "2026-01-03"))
    laptop.put("tests.md", topic("tests", "run\n\nTHEM\n", "2026-01-04"))
    laptop.put("new.md", topic("new", "fact\n"))
    (desk.folder / "team/style.md").unlink()
    for each in (desk, laptop, desk):
        each.sync()
    assert laptop.files() == desk.files()
    assert (desk.get("tests.md") or "").endswith("RUN\n\nTHEM\n")
    assert "2026-01-04" in (desk.get("tests.md") or "")
    assert desk.get("new.md") == topic("new", "fact\n")
    assert desk.get("team/style.md") is None
    for each in pair:
        assert not each.sync()["changed"]


def test_gooses_text_files_travel(machines: list[Machine]) -> None:
    desk, laptop = (
        side(machine, "goose", name)
        for machine, name in zip(machines, ("shop", "my shop"), strict=True)
    )
    desk.put("prefs.txt", "# user\nIs called Ada.\n\n")
    desk.put("notes.md", "no memory of goose's\n")
    desk.sync()
    laptop.sync()
    assert laptop.files() == {"prefs.txt": "# user\nIs called Ada.\n\n"}
    desk.put("prefs.txt", "# user\nIs called Ada.\n\nDrinks tea.\n\n")
    laptop.put("prefs.txt", "# user\nIs called Ada.\n\nWorks late.\n\n")
    for each in (desk, laptop, desk):
        each.sync()
    merged = desk.get("prefs.txt") or ""
    assert laptop.get("prefs.txt") == merged
    for line in ("Is called Ada.", "Drinks tea.", "Works late."):
        assert merged.count(line) == 1


def test_the_persons_store_travels(machines: list[Machine]) -> None:
    desk, laptop = machines
    for machine in machines:
        add(machine, "goose", machine.home, "--scope", "user")
    below = ".config/goose/memory/prefs.txt"
    (desk.home / below).write_text("Is called Ada.\n\n")
    sync(desk, laptop)
    assert (laptop.home / below).read_text() == "Is called Ada.\n\n"


def test_a_held_secret_stays_and_the_others_go(claudes: list[Side]) -> None:
    desk, laptop = claudes
    index = "- [Tests](tests.md) \u2014 run\n- [Key](key.md) \u2014 deploy\n"
    desk.put("MEMORY.md", index)
    desk.put("tests.md", topic("tests", "run\n"))
    desk.put("key.md", topic("key", f"The token is {tokens.github()}.\n"))
    (held,) = desk.sync(want=1)["held"]
    assert held["name"] == "key"
    assert held["memory"] == f"{IDENTITY}/agents/claude-code"
    laptop.sync()
    assert laptop.get("key.md") is None
    assert laptop.get("MEMORY.md") == "- [Tests](tests.md) \u2014 run\n"
    laptop.put("new.md", topic("new", "fact\n"))
    laptop.put("MEMORY.md", (laptop.get("MEMORY.md") or "") + "- [New](new.md)\n")
    laptop.sync()
    desk.sync(want=1)
    assert "(key.md)" in (desk.get("MEMORY.md") or "")
    assert "(new.md)" in (desk.get("MEMORY.md") or "")
    label = f"projects/{IDENTITY}/agents/claude-code/key"
    desk.machine.memsync("sync", "release", label, "--yes")
    desk.sync()
    laptop.sync()
    assert laptop.get("key.md") == desk.get("key.md")
    assert "(key.md)" in (laptop.get("MEMORY.md") or "")


def test_what_loses_is_in_the_archive_and_not_in_the_agents_folder(
    claudes: list[Side],
) -> None:
    desk, laptop = claudes
    desk.put("tests.md", "one\n")
    desk.sync()
    laptop.sync()
    desk.put("tests.md", "desk\n")
    laptop.put("tests.md", "laptop\n")
    for each in (desk, laptop, desk):
        each.sync()
    assert desk.get("tests.md") == laptop.get("tests.md") == "laptop\n"
    home = f"projects/{IDENTITY}/agents/claude-code"
    data = desk.machine.home / ".local/share/memsync"
    stored = (data / "archives" / home / "tests").iterdir()
    assert "desk\n" in {path.read_text() for path in stored}
    for each in claudes:
        assert set(each.files()) == {"tests.md"}


def test_a_clean_up_of_many_notes_waits_for_a_person(claudes: list[Side]) -> None:
    desk, laptop = claudes
    for number in range(8):
        desk.put(f"n{number}.md", topic(f"n{number}", "fact\n"))
    desk.sync()
    laptop.sync()
    for number in range(1, 8):
        (desk.folder / f"n{number}.md").unlink()
    desk.put("merged.md", topic("merged", "all of it\n"))
    desk.machine.user_memory.mkdir(parents=True, exist_ok=True)
    (desk.machine.user_memory / "mine.md").write_text("one\n")
    said = desk.sync(want=14)
    assert said["error"]["code"] == "mass-delete"
    assert "Claude Code's own clean-up" in said["error"]["message"]
    assert said["sent"] == ["mine"]
    laptop.sync()
    assert len(laptop.files()) == 8
    desk.sync("--allow-mass-delete")
    laptop.sync("--allow-mass-delete")
    assert set(laptop.files()) == {"n0.md", "merged.md"}


def test_a_lost_state_folder_loses_and_deletes_nothing(claudes: list[Side]) -> None:
    desk, laptop = claudes
    for name in ("a", "b"):
        desk.put(f"{name}.md", topic(name, "fact\n"))
    desk.sync()
    laptop.sync()
    (laptop.folder / "a.md").unlink()
    laptop.put("b.md", topic("b", "other\n"))
    shutil.rmtree(laptop.machine.state)
    laptop.sync()
    desk.sync()
    assert set(laptop.files()) == set(desk.files()) == {"a.md", "b.md"}
    assert laptop.files() == desk.files()


def test_a_purge_takes_a_file_from_all_machines(claudes: list[Side]) -> None:
    desk, laptop = claudes
    value = "correct-horse-" + "battery-staple-42"
    desk.put("a.md", topic("a", "fact\n"))
    desk.put("b.md", topic("b", f"It was: {value}\n"))
    (desk.machine.user_memory).mkdir(parents=True, exist_ok=True)
    (desk.machine.user_memory / "c.md").write_text(f"password: {value}\n")
    found = desk.machine.memsync("scan", "--json", want=1).json["findings"]
    desk.sync(want=1)
    laptop.sync()
    assert value in (laptop.get("b.md") or "")
    desk.machine.memsync("purge", found[0]["fingerprint"], "--yes")
    laptop.sync()
    for each in claudes:
        assert "[purged]" in (each.get("b.md") or "")
        assert each.get("a.md") == topic("a", "fact\n")


def test_the_purge_of_a_file_takes_its_line_of_the_index_along(
    claudes: list[Side],
) -> None:
    desk, laptop = claudes
    index = "- [A](a.md) \u2014 a\n- [B](team/b.md) \u2014 b\n"
    desk.put("MEMORY.md", index)
    desk.put("a.md", topic("a", "fact\n"))
    desk.put("team/b.md", topic("b", "fact\n"))
    desk.sync()
    laptop.sync()
    mirror = laptop.machine.state / "mirror"
    before = laptop.machine.git("rev-parse", "main", cwd=mirror)
    purge(desk, "team/b")
    laptop.sync("--allow-mass-delete")
    for each in claudes:
        assert set(each.files()) == {"MEMORY.md", "a.md"}
        assert each.get("MEMORY.md") == "- [A](a.md) \u2014 a\n"
    after = laptop.machine.git("rev-parse", "main", cwd=mirror)
    assert after != before


def purge(each: Side, name: str) -> None:
    """Purge a file of an agent's and spread that."""
    places = Places(each.machine.environ)
    utc = datetime.now(UTC)
    now = Now(utc, utc.date())
    context = open_context(places, settings.load(places, None), now)
    home = next(h for h in context.homes if h.path.endswith(each.agent))
    assert purge_synced(context, home, What(name), pretend=False)
    each.sync()


def test_an_index_that_an_agent_removed_is_gone_everywhere(
    claudes: list[Side],
) -> None:
    desk, laptop = claudes
    desk.put("MEMORY.md", "- [A](a.md)\n")
    for name in ("a", "b"):
        desk.put(f"{name}.md", topic(name, "fact\n"))
    desk.sync()
    laptop.sync()
    (desk.folder / "MEMORY.md").unlink()
    desk.put("b.md", topic("b", "other\n"))
    desk.sync()
    laptop.put("a.md", topic("a", "changed\n"))
    laptop.sync()
    desk.sync()
    assert set(desk.files()) == set(laptop.files()) == {"a.md", "b.md"}
    assert not laptop.sync()["changed"]
