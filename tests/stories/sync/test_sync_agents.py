"""Agents' own folders between two machines whose homes and paths differ."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
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


@pytest.fixture
def claudes(machines: list[Machine]) -> list[Side]:
    desk, laptop = machines
    return [side(desk, "claude-code", "shop"), side(laptop, "claude-code", "my-shop")]


def test_the_persons_store_travels(machines: list[Machine]) -> None:
    desk, laptop = machines
    for machine in machines:
        add(machine, "goose", machine.home, "--scope", "user")
    below = ".config/goose/memory/prefs.txt"
    (desk.home / below).write_text("Is called Ada.\n\n")
    sync(desk, laptop)
    assert (laptop.home / below).read_text() == "Is called Ada.\n\n"


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
