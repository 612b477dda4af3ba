"""What an agent remembers on one machine it remembers on the other one."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from support import vaults
from support.agent_sync import IDENTITY, KINDS, Kind, Side, clone, side
from support.synced import bare, joined, names
from support.tokens import aws_key

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

# An encrypted memory does not see whose files it holds: one kind for each ending.
ENCRYPTED = ("claude-code", "goose")
FORMS = [
    *((kind, "plain") for kind in KINDS),
    *((kind, "encrypted") for kind in KINDS if kind.agent in ENCRYPTED),
]


def machines(tmp_path: Path, form: str) -> tuple[Machine, Machine]:
    """Two machines of one person, whose homes and projects differ."""
    if form == "encrypted":
        host = vaults.Host(tmp_path / "host")
        return vaults.new_vault(tmp_path / "desk", host), vaults.joined(
            tmp_path / "laptop", host
        )
    remote = bare(tmp_path / "remote.git")
    return joined(tmp_path / "desk", remote), joined(tmp_path / "laptop", remote)


@pytest.fixture(params=FORMS, ids=lambda each: f"{each[0].agent}-{each[1]}")
def sides(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Side, Side]:
    """The folders of one agent on both."""
    kind: Kind
    kind, form = request.param
    desk, laptop = machines(tmp_path, form)
    return side(desk, kind), side(laptop, kind, "work/clones/the-shop")


def home(kind: Kind) -> str:
    return f"projects/{IDENTITY}/agents/{kind.agent}"


def label(kind: Kind, name: str) -> str:
    ending = kind.ending if kind.ending != ".md" else ""
    return f"{home(kind)}/{name}{ending}"


def test_what_one_wrote_the_other_reads_and_edits_of_both_meet(
    sides: tuple[Side, Side],
) -> None:
    desk, laptop = sides
    desk.put("deploys", "Never on Fridays.", "Ask Kim first.")
    assert label(desk.kind, "deploys") in names(desk.sync(), "sent")
    assert label(desk.kind, "deploys") in names(laptop.sync(), "received")
    assert laptop.files() == desk.files()
    # Both go on while the other does not see it.
    desk.put("deploys", "Never on Mondays.", "Ask Kim first.")
    desk.put("desk", "Only known at the desk.")
    laptop.put("deploys", "Never on Fridays.", "Ask Lee first.")
    laptop.put("laptop", "Only known on the laptop.")
    desk.sync()
    merged = laptop.sync()["merged"]
    assert {row["outcome"] for row in merged} == {"merged"}
    desk.sync()
    assert laptop.files() == desk.files()
    assert desk.get("deploys") == desk.kind.text(
        "deploys", "Never on Mondays.", "Ask Lee first."
    )
    assert desk.get("laptop") == laptop.kind.text("laptop", "Only known on the laptop.")
    if desk.kind.listing:
        for name in ("deploys", "desk", "laptop"):
            assert desk.read("MEMORY.md").count(desk.kind.line(name)) == 1
    for each in sides:
        assert not each.sync()["changed"]


def test_a_deletion_goes_along_and_an_edit_beats_it(sides: tuple[Side, Side]) -> None:
    desk, laptop = sides
    for name in ("a", "b", "c", "d", "e"):
        desk.put(name, f"Fact {name}.")
    desk.sync()
    laptop.sync()
    desk.forget("a")
    desk.forget("b")
    laptop.put("b", "Fact b, and more.")
    assert label(desk.kind, "a") in names(desk.sync(), "sent")
    laptop.sync()
    desk.sync()
    assert laptop.files() == desk.files()
    assert desk.get("a") == ""
    assert desk.get("b") == desk.kind.text("b", "Fact b, and more.")
    if desk.kind.listing:
        assert desk.kind.line("a") not in desk.read("MEMORY.md")
        assert desk.kind.line("b") in desk.read("MEMORY.md")
    # The archive is in memsync's data folder, and brings it back.
    assert not any(path.startswith(".") for path in laptop.files())
    agent = ("--agent", laptop.kind.agent)
    rows = laptop.memsync("archive", "list", "a", *agent, "--json").json
    assert {row["scope"] for row in rows} == {f"agent:{laptop.kind.agent}"}
    laptop.memsync("archive", "restore", "a@1", *agent)
    assert laptop.get("a") == laptop.kind.text("a", "Fact a.")


def test_a_file_with_a_secret_stays_and_all_others_go(
    sides: tuple[Side, Side],
) -> None:
    desk, laptop = sides
    desk.put("good", "A fact.")
    desk.put("bad", f"The key is {aws_key()}.")
    held = desk.sync(want=1)["held"]
    name = label(desk.kind, "bad").rpartition("/")[2]
    where = home(desk.kind).removeprefix("projects/")
    assert [(row["name"], row["memory"]) for row in held] == [(name, where)]
    laptop.sync()
    assert laptop.get("good") == desk.get("good")
    assert laptop.get("bad") == ""
    assert laptop.kind.line("bad") not in laptop.read("MEMORY.md")
    agent = ("--agent", desk.kind.agent)
    status = desk.memsync("sync", "status", "--json").json
    assert status["held"] == held
    assert status["agents"] == [
        {
            "agent": desk.kind.agent,
            "identity": IDENTITY,
            "memory": str(desk.folder),
            "problem": None,
        }
    ]
    (row,) = (
        row
        for row in desk.memsync("agents", "--json").json
        if row["agent"] == desk.kind.agent
    )
    assert row["synced"]
    asked = desk.memsync("sync", "release", "bad", *agent, want=2)
    assert f"release bad --agent {desk.kind.agent} --yes" in asked.err
    desk.memsync("sync", "release", "bad", *agent, "--yes")
    laptop.sync()
    assert laptop.files() == desk.files()


def test_a_purge_reaches_the_other_machine(sides: tuple[Side, Side]) -> None:
    desk, laptop = sides
    desk.put("keep", "Kept.")
    desk.put("gone", "My neighbour's name.")
    desk.sync()
    laptop.sync()
    agent = ("--agent", desk.kind.agent)
    would = desk.memsync("purge", "gone", *agent, "--dry-run", "--json").json
    assert would["dry_run"]
    assert desk.get("gone")
    done = desk.memsync("purge", "gone", *agent, "--yes", "--json").json
    assert done["history"]
    laptop.sync()
    desk.sync()
    for each in sides:
        assert each.get("gone") == ""
        assert each.get("keep")
        assert each.kind.line("gone") not in each.read("MEMORY.md")
        assert each.memsync("archive", "list", "gone", *agent, "--json").json == []
        assert not each.sync()["changed"]
        for top in (each.machine.home / ".local", each.folder):
            kept = [p for p in top.rglob("*") if p.is_file() and "neighbour" in str(p)]
            assert kept == []
            assert not any(
                b"neighbour" in path.read_bytes()
                for path in top.rglob("*")
                if path.is_file()
            )


def test_a_lost_state_folder_deletes_nothing(sides: tuple[Side, Side]) -> None:
    desk, laptop = sides
    for name in ("a", "b", "c"):
        desk.put(name, f"Fact {name}.")
    desk.sync()
    laptop.sync()
    laptop.forget("a")
    laptop.put("b", "Fact b, changed.")
    shutil.rmtree(laptop.machine.state)
    laptop.sync()
    desk.sync()
    laptop.sync()
    assert laptop.files() == desk.files()
    assert desk.get("a") == desk.kind.text("a", "Fact a.")
    assert "changed" in desk.get("b")


def test_a_sync_is_undone_in_the_agents_folder(sides: tuple[Side, Side]) -> None:
    desk, laptop = sides
    desk.put("a", "Fact a.")
    desk.sync()
    laptop.sync()
    desk.put("a", "Fact a, wrong.")
    desk.sync()
    laptop.sync()
    assert "wrong" in laptop.get("a")
    agent = ("--agent", laptop.kind.agent)
    would = laptop.memsync("undo", *agent, "--dry-run", "--json").json
    assert would["items"][0]["scope"] == f"agent:{laptop.kind.agent}"
    laptop.memsync("undo", *agent, "--yes")
    assert laptop.get("a") == laptop.kind.text("a", "Fact a.")
    laptop.sync()
    desk.sync()
    assert "wrong" not in desk.get("a")


def test_init_brings_what_the_mirror_knows(
    sides: tuple[Side, Side], tmp_path: Path
) -> None:
    desk, laptop = sides
    desk.put("a", "Fact a.")
    desk.sync()
    laptop.sync()
    agent = ("--agent", laptop.kind.agent)
    laptop.memsync("sync", "remove", *agent)
    # What a person ended does not come back by itself.
    assert laptop.kind.agent not in laptop.memsync("init").err
    (laptop.machine.home / ".local/share/memsync/agents.json").unlink()
    shutil.rmtree(laptop.folder)
    laptop.sync()
    would = laptop.memsync("init", "--dry-run")
    assert f"the memory of {laptop.kind.agent}" in would.err
    assert laptop.memsync("sync", "add", "--list", "--json").json == []
    said = laptop.memsync("init")
    assert f"the memory of {laptop.kind.agent}" in said.err
    assert laptop.memsync("init").err.count(laptop.kind.agent) == 0
    laptop.sync()
    assert laptop.files() == desk.files()


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.agent)
def test_reading_a_file_by_its_name(machine: Machine, kind: Kind) -> None:
    machine.memsync("sync", "init", "none")
    desk = side(machine, kind)
    desk.put("a", "Fact a.")
    agent = ("--agent", desk.kind.agent)
    assert desk.memsync("read", "a", *agent).out == desk.get("a")
    read = desk.memsync("read", "a", *agent, "--json").json
    assert read["scope"] == f"agent:{desk.kind.agent}"
    assert "Fact a." in read["body"]
    for name in ("nothing", "../a", "/etc/passwd", ".hidden"):
        desk.memsync("read", name, *agent, want=17 if name == "nothing" else 2)


def test_an_agent_whose_folder_is_not_synced_is_named_with_the_way(
    desk: Machine,
) -> None:
    root = clone(desk)
    for verb in (
        ("read", "a"),
        ("archive", "list"),
        ("archive", "show", "a@1"),
        ("purge", "a", "--yes"),
        ("undo", "--yes"),
        ("sync", "release", "a", "--yes"),
    ):
        ran = desk.memsync(*verb, "--agent", "claude-code", cwd=root, want=17)
        assert "memsync sync add --agent claude-code" in ran.err
    desk.memsync("archive", "show", "a@1", "--scope", "user", cwd=root, want=2)
