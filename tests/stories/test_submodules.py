"""Submodules and nested clones are git roots of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine


@pytest.fixture
def outer(machine: Machine) -> Path:
    """`outer` with the submodule `middle`, which has the submodule `sub`."""
    machine.repository("sub-source")
    middle = machine.repository("middle-source")
    machine.git("submodule", "--quiet", "add", "../sub-source", "sub", cwd=middle)
    machine.git("commit", "-q", "-m", "sub", cwd=middle)
    outer = machine.repository("outer")
    machine.git("submodule", "--quiet", "add", "../middle-source", "middle", cwd=outer)
    machine.git("commit", "-q", "-m", "middle", cwd=outer)
    machine.git("submodule", "--quiet", "update", "--init", "--recursive", cwd=outer)
    return outer


def test_init_makes_a_submodule_s_own_memory(machine: Machine, outer: Path) -> None:
    middle = outer / "middle"
    done = machine.memsync("init", "--json", cwd=middle).json
    assert (done["kind"], done["root"]) == ("submodule", str(middle))
    assert done["actions"][0]["path"] == str(outer / ".git/modules/middle/info/exclude")
    assert machine.git("status", "--porcelain", cwd=middle) == ""
    machine.memsync("write", "fact", "-m", "text", cwd=middle)
    archive = outer / ".git/modules/middle/memsync/archive"
    assert list(archive.rglob("fact/*.md"))


def test_recursing_makes_one_for_each(machine: Machine, outer: Path) -> None:
    done = machine.memsync("init", "--recurse-submodules", "--json", cwd=outer).json
    assert done["root"] == str(outer)
    tops = (outer, outer / "middle", outer / "middle/sub")
    for top in tops:
        marker = top / ".coyote/memory/MEMORY.md"
        assert marker.is_file()
        assert str(marker) in [action["path"] for action in done["actions"]]
    assert machine.git("status", "--porcelain", cwd=tops[2]) == ""


def test_nothing_is_done_when_one_of_them_refuses(
    machine: Machine, outer: Path
) -> None:
    (outer / "middle/sub/.gitignore").mkdir()
    every = ("init", "--recurse-submodules", "--gitignore")
    machine.memsync(*every, cwd=outer, want=16)
    assert not (outer / ".coyote").exists()


def test_a_write_without_a_marker_goes_to_the_superproject_and_says_so(
    machine: Machine, outer: Path
) -> None:
    machine.memsync("init", cwd=outer)
    done = machine.memsync("write", "fact", "-m", "text", cwd=outer / "middle/sub")
    assert "has no memory of its own, so this went to" in done.err
    assert "`memsync init` makes its own" in done.err
    assert (outer / ".coyote/memory/fact.md").is_file()
    assert not (outer / "middle/sub/.coyote").exists()


def test_a_write_without_any_marker_makes_the_submodule_s(
    machine: Machine, outer: Path
) -> None:
    machine.memsync("write", "fact", "-m", "text", cwd=outer / "middle")
    assert (outer / "middle/.coyote/memory/fact.md").is_file()
    assert not (outer / ".coyote").exists()


def test_a_nested_clone_does_the_same(machine: Machine) -> None:
    top = machine.repository()
    machine.memsync("init", cwd=top)
    machine.git("clone", "-q", ".", "nested", cwd=top)
    done = machine.memsync("write", "fact", "-m", "text", cwd=top / "nested")
    assert "has no memory of its own" in done.err
    assert (top / ".coyote/memory/fact.md").is_file()
    machine.memsync("init", cwd=top / "nested")
    machine.memsync("write", "own", "-m", "text", cwd=top / "nested")
    assert (top / "nested/.coyote/memory/own.md").is_file()


def test_the_nearest_memory_wins_and_the_folder_at_one_level(
    machine: Machine,
) -> None:
    top = machine.repository()
    machine.memsync("init", cwd=top)
    machine.memsync("write", "fact", "-m", "text", cwd=top)
    part = top / "part"
    part.mkdir()
    (part / "COYOTE.md").write_text("of the part\n")
    status = machine.memsync("status", "--json", cwd=part).json["workspace"]
    assert (status["mode"], status["memory"]) == ("lite", str(part / "COYOTE.md"))
    assert machine.memsync("list", "--json", cwd=part).json == []
    machine.memsync("write", "own", "-m", "text", cwd=part)
    status = machine.memsync("status", "--json", cwd=part).json["workspace"]
    assert (status["mode"], status["notes"]) == ("structured", 1)


def test_a_lite_memory_gets_its_folder_beside_it_and_stays_visible(
    machine: Machine,
) -> None:
    top = machine.repository()
    part = top / "pa rt/[x]"
    part.mkdir(parents=True)
    (part / "COYOTE.md").write_text("say hello\n")
    machine.memsync("write", "fact", "-m", "text", cwd=part)
    assert (part / ".coyote/memory/fact.md").is_file()
    assert (part / "COYOTE.md").read_text() == "say hello\n"
    assert "say hello" in machine.memsync("context", cwd=part).out
    assert (part / ".gitignore").read_text() == ".coyote/memory/\n"
    exclude = (top / ".git/info/exclude").read_text()
    assert exclude.endswith("/pa\\ rt/\\[x\\]/.coyote/memory\n")
    (part / ".gitignore").unlink()
    machine.git("add", "-A", cwd=top)
    assert machine.git("status", "--porcelain", cwd=top) == ('A  "pa rt/[x]/COYOTE.md"')


def test_deinit_names_the_way_back_of_each_memory(
    machine: Machine, outer: Path
) -> None:
    folders = [outer, outer / "middle", outer / "middle/sub"]
    for folder in folders:
        machine.memsync("init", cwd=folder)
    for folder in folders[1:]:
        machine.memsync("write", "fact", "-m", folder.name, cwd=folder)
    said = machine.memsync("deinit", "--recurse-submodules", cwd=outer).err
    ways = [line.split("`")[1] for line in said.splitlines() if "brings" in line]
    assert ways == [
        "memsync -C middle/sub archive restore --all",
        "memsync -C middle archive restore --all",
    ]
    for way, folder in zip(ways, reversed(folders), strict=False):
        machine.memsync(*way.split()[1:], cwd=outer)
        assert machine.memsync("read", "fact", cwd=folder).out.endswith(
            f"{folder.name}\n"
        )
