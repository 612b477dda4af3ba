"""What stands in an agent's folder that no round can take as it is."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.agent_sync import KINDS, Side, add, claude, clone, side
from support.places import obeying_modes
from support.synced import names
from support.terminal import typed
from support.tokens import aws_key

if TYPE_CHECKING:
    from support.machine import Machine

CLAUDE = KINDS[0]


@pytest.fixture
def sides(desk: Machine, laptop: Machine) -> tuple[Side, Side]:
    """Claude Code's folder on two machines, in step."""
    one, two = side(desk, CLAUDE), side(laptop, CLAUDE, "elsewhere")
    for name in ("a", "b", "c", "d", "e", "f"):
        one.put(name, f"Fact {name}.")
    one.sync()
    two.sync()
    assert one.files() == two.files()
    return one, two


def test_only_regular_files_of_the_ending_travel(sides: tuple[Side, Side]) -> None:
    desk, laptop = sides
    outside = desk.machine.folder / "outside.md"
    outside.write_text("Not in the folder.\n")
    (desk.folder / "link.md").symlink_to(outside)
    (desk.folder / "sub").mkdir()
    (desk.folder / "sub/inner.md").write_text("In a sub-folder.\n")
    (desk.folder / "away").symlink_to(desk.machine.folder)
    desk.write("picture.png", "no text")
    desk.write(".hidden.md", "Hidden.\n")
    desk.write(".state/x.md", "Hidden, too.\n")
    os.mkfifo(desk.folder / "pipe.md")
    desk.sync(want=None)
    laptop.sync()
    assert laptop.read("sub/inner.md") == "In a sub-folder.\n"
    new = laptop.files().keys() - {f"{n}.md" for n in "abcdef"} - {"MEMORY.md"}
    assert new == {"sub/inner.md"}
    # The other side's files of those names stay as they are, too.
    laptop.write("link.md", "The laptop's own.\n")
    laptop.sync()
    desk.sync(want=None)
    assert (desk.folder / "link.md").is_symlink()
    assert outside.read_text() == "Not in the folder.\n"


def test_files_that_are_no_text_or_too_large_are_held_or_travel_whole(
    sides: tuple[Side, Side],
) -> None:
    desk, laptop = sides
    (desk.folder / "latin.md").write_bytes(b"caf\xe9\n")
    (desk.folder / "nul.md").write_bytes(b"a\0b\n")
    desk.write("large.md", "x" * (1 << 20) + "\n")
    desk.write("good.md", "Good.\n")
    held = names(desk.sync(want=1), "held")
    laptop.sync()
    assert "large" in held
    assert laptop.read("good.md") == "Good.\n"
    for name in ("latin", "nul"):
        arrived = laptop.files().get(f"{name}.md")
        whole = desk.files()[f"{name}.md"]
        assert arrived == (None if name in held else whole)
    assert not desk.sync(want=1)["changed"]


def test_names_that_differ_by_case_stay_apart(sides: tuple[Side, Side]) -> None:
    desk, laptop = sides
    desk.write("Notes.md", "Upper.\n")
    desk.write("notes.md", "Lower.\n")
    held = names(desk.sync(want=1), "held")
    assert held == ["Notes"]
    laptop.sync()
    assert laptop.read("notes.md") == "Lower.\n"
    assert "Notes.md" not in laptop.files()
    assert desk.read("Notes.md") == "Upper.\n"
    # Both machines at once, each its own spelling: nothing is lost.
    desk.write("Plan.md", "The desk's plan.\n")
    laptop.write("plan.md", "The laptop's plan.\n")
    laptop.sync()
    desk.sync(want=1)
    laptop.sync(want=None)
    texts = {data for side in sides for data in side.files().values()}
    assert {b"The desk's plan.\n", b"The laptop's plan.\n"} <= texts


@pytest.mark.parametrize("name", ["con", "a:b", "trailing.", "e\u0301", "x" * 120])
def test_a_name_that_is_none_elsewhere_is_held(
    sides: tuple[Side, Side], name: str
) -> None:
    desk, laptop = sides
    desk.write(f"{name}.md", "A fact.\n")
    desk.write("good.md", "Good.\n")
    held = desk.sync(want=1)["held"]
    assert [row["name"] for row in held] == [name]
    laptop.sync()
    assert laptop.read("good.md") == "Good.\n"
    assert f"{name}.md" not in laptop.files()


def test_a_folder_that_is_read_only_is_named_and_left(
    sides: tuple[Side, Side],
) -> None:
    desk, laptop = sides
    desk.put("new", "A new fact.")
    desk.sync()
    before = laptop.files()
    laptop.folder.chmod(0o500)
    try:
        ran = laptop.machine.run(*obeying_modes("memsync", "sync"), want=16)
        assert str(laptop.folder) in ran.err
    finally:
        laptop.folder.chmod(0o700)
    assert laptop.files() == before
    laptop.sync()
    assert laptop.files() == desk.files()


def test_a_folder_that_is_gone_or_empty_deletes_nothing_elsewhere(
    sides: tuple[Side, Side],
) -> None:
    desk, laptop = sides
    before = desk.files()
    for path in laptop.folder.iterdir():
        path.unlink()
    refused = laptop.machine.memsync("sync", want=14)
    assert "is empty" in refused.err
    shutil.rmtree(laptop.folder)
    refused = laptop.machine.memsync("sync", want=14)
    assert "is gone" in refused.err
    desk.sync()
    assert desk.files() == before
    laptop.machine.memsync("sync", "--restore")
    assert laptop.files() == before


def test_a_folder_that_became_a_link_is_not_followed_elsewhere(
    sides: tuple[Side, Side], tmp_path: Path
) -> None:
    desk, laptop = sides
    before = desk.files()
    trap = tmp_path / "trap"
    trap.mkdir()
    (trap / "private.md").write_text("Not to be sent.\n")
    shutil.rmtree(laptop.folder)
    laptop.folder.symlink_to(trap)
    desk.put("new", "A new fact.")
    desk.sync()
    laptop.machine.memsync("sync", want=None)
    desk.sync()
    assert sorted(path.name for path in trap.iterdir()) == ["private.md"]
    assert desk.files().keys() == before.keys() | {"new.md"}


def test_a_file_that_is_half_written_waits_for_the_next_round(
    sides: tuple[Side, Side],
) -> None:
    desk, laptop = sides
    desk.write("half.md", "---\nname: half\ndescription: not")
    desk.sync(want=None)
    laptop.sync()
    assert laptop.read("half.md") == ""
    desk.write("half.md", "---\nname: half\ndescription: now whole\n---\n\nA fact.\n")
    desk.sync()
    laptop.sync()
    assert "now whole" in laptop.read("half.md")


def test_a_removed_home_goes_its_own_way_and_meets_again(
    sides: tuple[Side, Side],
) -> None:
    desk, laptop = sides
    laptop.memsync("sync", "remove", "--agent", "claude-code")
    laptop.forget("a")
    laptop.put("mine", "Only here.")
    laptop.sync()
    desk.put("b", "Fact b, changed.")
    desk.sync()
    laptop.sync()
    assert "changed" not in laptop.get("b")
    assert "mine.md" not in desk.files()
    add(laptop.machine, "claude-code", laptop.root)
    laptop.sync()
    desk.sync()
    # Without a base both are joined: nothing that either has is deleted.
    assert laptop.files() == desk.files()
    assert "changed" in laptop.get("b")
    assert desk.get("a")
    assert desk.get("mine")


def test_two_agents_of_one_repository_and_our_own_memory_do_not_meet(
    desk: Machine, laptop: Machine
) -> None:
    here, there = clone(desk), clone(laptop, "other")
    for machine, root in ((desk, here), (laptop, there)):
        machine.memsync("init", cwd=root)
        machine.memsync("sync", "add", cwd=root)
        for agent in ("claude-code", "qwen-code"):
            add(machine, agent, root)
    ours = here / ".coyote/memory/same.md"
    ours.write_text("Ours.\n")
    (claude(desk, here) / "same.md").write_text("Claude's.\n")
    desk.memsync("sync")
    laptop.memsync("sync")
    assert (there / ".coyote/memory/same.md").read_text() == "Ours.\n"
    assert (claude(laptop, there) / "same.md").read_text() == "Claude's.\n"
    qwen = next((laptop.home / ".qwen").rglob("memory"))
    assert list(qwen.iterdir()) == []


def test_a_value_is_purged_from_agents_folders_too(sides: tuple[Side, Side]) -> None:
    desk, laptop = sides
    key = aws_key()
    desk.put("keys", f"The key is {key}.")
    desk.sync(want=1)
    desk.memsync("sync", "release", "keys", "--agent", "claude-code", "--yes")
    laptop.sync()
    assert key in laptop.get("keys")
    found = desk.memsync("scan", str(desk.folder / "keys.md"), "--json", want=1).json
    (fingerprint,) = {row["fingerprint"] for row in found["findings"]}
    done = desk.memsync("purge", fingerprint, "--yes", "--json").json
    assert done["history"]
    laptop.sync()
    for each in sides:
        assert key not in each.get("keys")
        assert "[purged]" in each.get("keys")
        data = each.machine.home / ".local/share/memsync"
        texts = [path.read_text() for path in data.rglob("*") if path.is_file()]
        assert not any(key in text for text in texts)


def test_a_person_at_a_terminal_is_asked_by_init_and_deinit_ends_it(
    sides: tuple[Side, Side],
) -> None:
    desk, laptop = sides
    (laptop.machine.home / ".local/share/memsync/agents.json").unlink()
    shutil.rmtree(laptop.folder)
    question = "Bring it here?"
    no = typed(laptop.machine, ["init"], [(question, "n")], cwd=laptop.root)
    assert "the memory of claude-code" in no.text
    assert laptop.memsync("sync", "add", "--list", "--json").json == []
    typed(laptop.machine, ["init"], [(question, "y")], cwd=laptop.root)
    laptop.sync()
    assert laptop.files() == desk.files()
    would = laptop.memsync("deinit", "--dry-run").err
    assert "would not be synced here any more; its files stay" in would
    assert len(laptop.memsync("sync", "add", "--list", "--json").json) == 1
    said = laptop.memsync("deinit")
    assert "is not synced here any more; its files stay" in said.err
    assert laptop.memsync("sync", "add", "--list", "--json").json == []
    assert laptop.files() == desk.files()
    # What init began it begins again; what a person added, deinit leaves.
    assert "claude-code" in laptop.memsync("init").err
    desk.memsync("init")
    desk.memsync("deinit")
    assert len(desk.memsync("sync", "add", "--list", "--json").json) == 1


def test_a_folder_on_another_file_system_is_synced_as_any_other(
    desk: Machine, laptop: Machine
) -> None:
    one = side(desk, CLAUDE)
    root = clone(laptop, "elsewhere")
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name:
        folder = Path(name)
        claude(laptop, root).parent.mkdir(parents=True)
        claude(laptop, root).symlink_to(folder)
        add(laptop, "claude-code", root)
        two = Side(laptop, CLAUDE, root, folder)
        one.put("a", "Fact a.")
        one.sync()
        two.sync()
        assert two.files() == one.files()
        two.put("a", "Fact a, changed.")
        two.put("b", "Fact b.")
        two.sync()
        one.sync()
        assert two.files() == one.files()
        one.forget("a")
        one.sync()
        two.sync()
        assert two.get("a") == ""
        two.memsync("archive", "restore", "a@1", "--agent", "claude-code")
        assert two.get("a")
