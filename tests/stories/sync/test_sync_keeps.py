"""What sync keeps: versions, the memory index, and a mirror without litter."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from support.synced import get, mirrored, put, sync

if TYPE_CHECKING:
    from support.machine import Machine


def test_a_version_between_two_rounds_reaches_the_other_archive(
    machines: list[Machine],
) -> None:
    desk, laptop = machines
    write = ("write", "auth", "--scope", "user", "-d", "auth", "-m")
    desk.memsync(*write, "First.")
    sync(desk, laptop)
    desk.memsync(*write, "Second.")
    desk.memsync(*write, "Third.")
    sync(desk, laptop)
    stored = laptop.user_memory / ".archive/auth"
    texts = [path.read_text() for path in stored.iterdir()]
    assert any("Second." in text for text in texts)
    tree = desk.git("ls-tree", "-r", "--name-only", "main", cwd=desk.state / "mirror")
    assert tree.count("user/.archive/") == 1
    assert sync(desk, laptop)[0]["changed"] is False


def test_many_rounds_do_not_litter_the_mirror(machines: list[Machine]) -> None:
    desk = machines[0]
    for i in range(3):
        put(desk, "note", f"{i}\n")
        sync(desk)
    litter = desk.state / "mirror/objects/17"
    litter.mkdir(exist_ok=True)
    for i in range(9):
        (litter / f"{i:038}").write_bytes(b"")
    put(desk, "note", "last\n")
    sync(desk)
    packs = list((desk.state / "mirror/objects/pack").glob("*.pack"))
    assert packs


def test_notes_that_came_without_a_memory_index_can_be_read(
    machines: list[Machine],
) -> None:
    desk, laptop = machines
    put(desk, "a", "---\nname: a\ndescription: a fact\n---\n\nby an agent\n")
    sync(desk, laptop)
    listed = laptop.memsync("list", "--json").json
    assert [(note["name"], note["scope"]) for note in listed] == [("a", "user")]
    assert laptop.memsync("read", "a", "--json").json["body"] == "by an agent\n"
    laptop.memsync("context", "--no-tools")
    laptop.memsync("write", "b", "--scope", "user", "-m", "another")
    assert "[[b]]" in (get(laptop, "MEMORY") or "")


def test_a_lost_memory_index_comes_back(machines: list[Machine]) -> None:
    desk, laptop = machines
    put(desk, "a", "one\n")
    put(desk, "MEMORY", "Prose.\n\n- [[a]]: one\n")
    sync(desk, laptop)
    (desk.user_memory / "MEMORY.md").unlink()
    sync(desk, laptop)
    assert get(desk, "MEMORY") == get(laptop, "MEMORY") == "Prose.\n\n- [[a]]: one\n"
    assert sync(desk)[0]["changed"] is False


def test_versions_past_their_time_leave_the_tree_and_stay_in_the_history(
    machines: list[Machine],
) -> None:
    desk, laptop = machines
    write = ("write", "auth", "--scope", "user", "-d", "auth", "-m")
    desk.memsync(*write, "First.")
    sync(desk, laptop)
    for text in ("Second.", "Third.", "Fourth."):
        desk.memsync(*write, text)
        # Retention counts in seconds, and these are written within one.
        saved = (desk.user_memory / "auth.md").stat().st_mtime - 60
        os.utime(desk.user_memory / "auth.md", (saved, saved))
    sync(desk, laptop)
    tree = ("ls-tree", "-r", "--name-only", "main")
    mirror = desk.state / "mirror"
    assert desk.git(*tree, cwd=mirror).count("user/.archive/auth/") == 2
    for key, value in (("keep_last", "1"), ("keep_days", "0")):
        desk.memsync("config", "set", f"archive.{key}", value)
    put(desk, "other", "A change.\n")
    sync(desk, laptop)
    for machine in machines:
        kept = machine.git(*tree, cwd=machine.state / "mirror")
        assert kept.count("user/.archive/auth/") == 1
        assert "Second." in mirrored(machine)
        assert "Third." in mirrored(machine)
    assert len(list((laptop.user_memory / ".archive/auth").iterdir())) >= 2
    assert [result["changed"] for result in sync(desk, laptop, desk)] == [False] * 3
