"""Work and personal notes part: each profile has its own notes and its own remote."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.machine import Machine

if TYPE_CHECKING:
    from pathlib import Path

NOTE = "---\nname: {0}\ndescription: about {0}\ntype: user\n---\n\n{1}\n"
HEAD = "# Memory Index\n\nMy own line.\n\n"


def note(name: str, body: str = "A fact.") -> str:
    return NOTE.format(name, body)


@pytest.fixture
def remotes(tmp_path: Path) -> dict[str, Path]:
    host = Machine(tmp_path / "host")
    made = {name: tmp_path / f"{name}.git" for name in ("personal", "work")}
    for path in made.values():
        host.git("init", "-q", "--bare", path)
    return made


@pytest.fixture
def desk(tmp_path: Path, remotes: dict[str, Path]) -> Machine:
    return joined(tmp_path / "desk", remotes)


@pytest.fixture
def laptop(tmp_path: Path, remotes: dict[str, Path]) -> Machine:
    return joined(tmp_path / "laptop", remotes)


def joined(folder: Path, remotes: dict[str, Path]) -> Machine:
    machine = Machine(folder)
    settings = (
        f"sync.remote: {remotes['personal']}\n"
        f"sync.profiles.work.remote: {remotes['work']}\n"
        "sync.profiles.work.notes: work-*\n"
    )
    machine.config.mkdir(parents=True)
    (machine.config / "config.yaml").write_text(settings)
    return machine


def add_work(machine: Machine, remotes: dict[str, Path]) -> None:
    machine.memsync(
        *("sync", "init", remotes["work"], "--profile", "work", "--notes", "work-*")
    )


def put(machine: Machine, name: str, text: str) -> None:
    machine.user_memory.mkdir(parents=True, exist_ok=True)
    (machine.user_memory / f"{name}.md").write_text(text)


def get(machine: Machine, name: str) -> str:
    return (machine.user_memory / f"{name}.md").read_text()


def in_copy(machine: Machine, remote: Path, name: str) -> str:
    return machine.git("show", f"main:user/{name}.md", cwd=remote)


def files(machine: Machine, remote: Path) -> set[str]:
    listed = machine.git("ls-tree", "-r", "--name-only", "main", cwd=remote).split()
    return set(listed) - {"memsync.json"}


INDEX = f"{HEAD}- [[tea]]: about tea\n- [[work-auth]]: about work-auth\n"


def test_work_notes_go_to_the_work_remote_alone(
    desk: Machine, laptop: Machine, remotes: dict[str, Path]
) -> None:
    put(desk, "tea", note("tea"))
    put(desk, "work-auth", note("work-auth"))
    put(desk, "MEMORY", INDEX)
    done = desk.memsync("sync", "--json").json["profiles"]
    assert done["default"]["sent"] == ["tea"]
    assert done["work"]["sent"] == ["work-auth"]
    assert files(desk, remotes["personal"]) == {"user/MEMORY.md", "user/tea.md"}
    assert files(desk, remotes["work"]) == {"user/MEMORY.md", "user/work-auth.md"}
    personal = in_copy(desk, remotes["personal"], "MEMORY")
    work = in_copy(desk, remotes["work"], "MEMORY")
    assert personal == f"{HEAD}- [[tea]]: about tea"
    assert work == "- [[work-auth]]: about work-auth"
    assert get(desk, "MEMORY") == INDEX

    laptop.memsync("sync")
    prompt = laptop.memsync("context", "--no-tools").out
    assert '<note name="work-auth" scope="user" from="another machine">' in prompt
    assert get(laptop, "tea") == note("tea")
    assert get(laptop, "work-auth") == note("work-auth")
    assert set(get(laptop, "MEMORY").split("\n")) == set(INDEX.split("\n"))
    laptop.memsync("sync")
    desk.memsync("sync")
    for machine in (laptop, desk):
        again = machine.memsync("sync", "--json").json["profiles"]
        assert not again["default"]["changed"]
        assert not again["work"]["changed"]


def test_one_profile_can_be_synced_alone(
    desk: Machine, remotes: dict[str, Path]
) -> None:
    put(desk, "tea", note("tea"))
    put(desk, "work-auth", note("work-auth"))
    assert desk.memsync("sync", "--profile", "work", "--json").json["sent"] == [
        "work-auth"
    ]
    assert desk.memsync("sync", "--profile", "default", "--json").json["sent"] == [
        "tea"
    ]
    assert "user/tea.md" not in files(desk, remotes["work"])
    missing = desk.memsync("sync", "--profile", "club", want=11)
    assert "sync init URL --profile club" in missing.err


def test_a_note_that_moves_to_another_profile_stays_in_every_folder(
    tmp_path: Path, remotes: dict[str, Path]
) -> None:
    machines = [Machine(tmp_path / name) for name in ("desk", "laptop")]
    desk, laptop = machines
    for machine in machines:
        machine.memsync("sync", "init", remotes["personal"])
    for name in ("work-auth", "work-build", "work-deploy", "work-review"):
        put(desk, name, note(name))
    put(desk, "MEMORY", INDEX)
    put(desk, "tea", note("tea"))
    desk.memsync("sync")
    laptop.memsync("sync")
    for machine in machines:
        add_work(machine, remotes)
    desk.memsync("sync")
    assert files(desk, remotes["personal"]) == {"user/MEMORY.md", "user/tea.md"}
    assert "[[work-auth]]" not in in_copy(desk, remotes["personal"], "MEMORY")
    assert len(files(desk, remotes["work"])) == 5
    laptop.memsync("sync")
    desk.memsync("sync")
    for machine in machines:
        assert get(machine, "work-review") == note("work-review")
        assert get(machine, "MEMORY") == INDEX
    desk.memsync("rename", "work-build", "build", "--scope", "user")
    desk.memsync("sync")
    laptop.memsync("sync")
    assert (laptop.user_memory / "build.md").exists()
    assert not (laptop.user_memory / "work-build.md").exists()
    assert "user/build.md" in files(desk, remotes["personal"])
    assert "user/work-build.md" not in files(desk, remotes["work"])


def test_a_profile_that_cannot_be_reached_does_not_keep_the_other_waiting(
    desk: Machine, remotes: dict[str, Path]
) -> None:
    desk.memsync("sync")
    remotes["personal"].rename(remotes["personal"].with_suffix(".away"))
    put(desk, "tea", note("tea"))
    put(desk, "work-auth", note("work-auth"))
    done = desk.memsync("sync", "--json", want=15).json["profiles"]
    assert done["default"]["queued"]
    assert done["work"]["sent"] == ["work-auth"]


def test_a_repository_enrolled_in_a_profile_goes_to_its_remote(
    desk: Machine, remotes: dict[str, Path]
) -> None:
    root = desk.repository()
    desk.memsync("init", cwd=root)
    desk.memsync("remember", "--title", "Build", "Make it.", cwd=root)
    desk.memsync("sync", "add", "--id", "shop", "--profile", "work", cwd=root)
    desk.memsync("sync")
    assert "projects/shop/build.md" in files(desk, remotes["work"])
    twice = desk.memsync("sync", "add", "--id", "shop", cwd=root, want=2)
    assert "enrolled in the profile 'work'" in twice.err


def test_two_profiles_cannot_share_a_remote(
    desk: Machine, remotes: dict[str, Path]
) -> None:
    refused = desk.memsync("sync", "init", remotes["work"], "--profile", "club", want=2)
    assert "profile 'work' already uses that remote" in refused.err


def test_a_repository_cannot_name_a_profile(desk: Machine) -> None:
    root = desk.repository()
    (root / ".coyote").mkdir()
    (root / ".coyote/memsync.yaml").write_text(
        "sync:\n  profiles:\n    work:\n      notes: ['*']\n"
    )
    ran = desk.memsync("list", cwd=root)
    assert "a repository cannot set sync.profiles.work.notes" in ran.err
    # A person's own memory is served; what reads the settings for more says no.
    ran = desk.memsync("config", "get", "sync.profiles.work.notes", cwd=root, want=16)
    assert "a repository cannot set" in ran.err


def test_a_profile_without_notes_is_said_to_have_none(
    machine: Machine, remotes: dict[str, Path]
) -> None:
    init = ("sync", "init", remotes["work"], "--profile", "work")
    assert "no note is in the profile 'work' yet" in machine.memsync(*init).err
    notes = ("--notes", "work-*")
    assert "no note is in" not in machine.memsync(*init, *notes).err
    assert "no note is in" not in machine.memsync(*init).err
