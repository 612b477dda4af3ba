"""The memory of an enrolled repository follows its person to other clones."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from support.synced import note

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

ORIGIN = "https://git.example.com/acme/shop.git"
SAME = "git@git.example.com:acme/shop.git"
IDENTITY = "git.example.com+acme+shop"


def clone(machine: Machine, origin: str = ORIGIN, name: str = "shop") -> Path:
    root = machine.repository(name)
    machine.git("remote", "add", "origin", origin, cwd=root)
    return root


def put(root: Path, name: str, text: str) -> None:
    (root / ".coyote/memory" / f"{name}.md").write_text(text)


def get(root: Path, name: str) -> str:
    return (root / ".coyote/memory" / f"{name}.md").read_text()


def test_a_clone_elsewhere_finds_the_notes_of_the_repository(
    desk: Machine, laptop: Machine, remote: Path
) -> None:
    here, there = clone(desk), clone(laptop, SAME, "elsewhere")
    desk.memsync("init", cwd=here)
    desk.memsync("remember", "--title", "Deploy", "Deploys run on Monday.", cwd=here)
    desk.memsync("remember", "--title", "Mine", "--scope", "user", "I like tea.")
    added = desk.memsync("sync", "add", "--json", cwd=here).json
    assert (added["identity"], added["changed"]) == (IDENTITY, True)
    sent = desk.memsync("sync", "--json").json
    assert sent["sent"] == ["mine", f"projects/{IDENTITY}/deploy"]
    files = desk.git("ls-tree", "-r", "--name-only", "main", cwd=remote).split()
    assert f"projects/{IDENTITY}/MEMORY.md" in files
    assert "user/mine.md" in files

    laptop.memsync("sync", "add", cwd=there)
    received = laptop.memsync("sync", "--json").json["received"]
    assert f"projects/{IDENTITY}/deploy" in received
    assert get(there, "deploy") == get(here, "deploy")
    assert get(there, "MEMORY") == get(here, "MEMORY")
    assert laptop.git("status", "--porcelain", cwd=there) == "?? .gitignore"
    sync(desk)
    for machine in (laptop, desk):
        assert not machine.memsync("sync", "--json").json["changed"]


def test_edits_of_two_clones_meet(desk: Machine, laptop: Machine) -> None:
    here = enrolled(desk)
    put(here, "build", note("build", "zero"))
    sync(desk)
    put(here, "build", note("build", "one\n\ntwo"))
    # A machine without the project keeps its notes in the remote.
    sync(desk, laptop)
    there = enrolled(laptop)
    sync(laptop)
    put(here, "build", note("build", "ONE\n\ntwo"))
    put(there, "build", note("build", "one\n\nTWO"))
    sync(desk)
    merged = laptop.memsync("sync", "--json").json["merged"]
    assert merged == [{"name": "build", "memory": IDENTITY, "outcome": "merged"}]
    sync(desk)
    assert get(here, "build") == get(there, "build") == note("build", "ONE\n\nTWO")
    (here / ".coyote/memory/build.md").unlink()
    sync(desk, laptop)
    ids = laptop.memsync("archive", "list", "build", cwd=there).out.split("\n")
    texts = [
        laptop.memsync("archive", "show", line.split("\t")[0], cwd=there).out
        for line in ids
        if line
    ]
    # The first text came and went before this machine had the project.
    assert note("build", "zero") in texts
    assert not (there / ".coyote/memory/build.md").exists()
    assert "gone" not in laptop.memsync("status", cwd=there).err


def enrolled(machine: Machine, name: str = "shop") -> Path:
    root = clone(machine, name=name)
    machine.memsync("sync", "add", cwd=root)
    return root


def sync(*machines: Machine) -> None:
    for machine in machines:
        machine.memsync("sync")


def test_a_moved_folder_is_found_again_and_a_deleted_one_deletes_nothing(
    desk: Machine, laptop: Machine
) -> None:
    here, there = enrolled(desk), enrolled(laptop)
    put(here, "build", note("build"))
    sync(desk, laptop)
    moved = here.with_name("shop-moved")
    here.rename(moved)
    put(there, "build", note("build", "A newer fact."))
    sync(laptop)
    assert "is gone" in desk.memsync("sync").err
    assert get(moved, "build") == note("build")
    desk.memsync("status", cwd=moved)
    assert "is gone" not in desk.memsync("sync").err
    assert get(moved, "build") == note("build", "A newer fact.")
    # Gone for good, and cloned anew somewhere else.
    shutil.rmtree(moved)
    sync(desk, laptop)
    assert get(there, "build") == note("build", "A newer fact.")
    again = enrolled(desk, "shop-again")
    sync(desk)
    assert get(again, "build") == note("build", "A newer fact.")


def test_a_memory_that_git_cleaned_away_comes_back_and_deletes_nothing(
    desk: Machine, laptop: Machine
) -> None:
    here, there = enrolled(desk), enrolled(laptop)
    put(here, "build", note("build"))
    sync(desk, laptop)
    desk.git("clean", "-xfdq", cwd=here)
    assert "has no memory any more" in desk.memsync("sync").err
    desk.memsync("init", cwd=here)
    sync(desk, laptop)
    assert get(here, "build") == get(there, "build") == note("build")


def test_a_renamed_remote_changes_nothing_and_a_second_clone_is_refused(
    desk: Machine,
) -> None:
    here = enrolled(desk)
    new = "https://git.example.com/acme/store.git"
    desk.git("remote", "set-url", "origin", new, cwd=here)
    again = desk.memsync("sync", "add", "--json", cwd=here).json
    assert (again["identity"], again["changed"]) == (IDENTITY, False)
    refused = desk.memsync("sync", "add", cwd=clone(desk, SAME, "second"), want=14)
    assert "is enrolled here as" in refused.err


def test_a_project_that_lost_many_notes_does_not_keep_the_others_waiting(
    desk: Machine, laptop: Machine
) -> None:
    here, there = enrolled(desk), enrolled(laptop)
    names = ("build", "deploy", "login", "tests")
    for name in names:
        put(here, name, note(name))
    sync(desk, laptop)
    for name in names:
        (here / ".coyote/memory" / f"{name}.md").unlink()
    desk.memsync("remember", "--scope", "user", "--title", "Tea", "I like tea.")
    refused = desk.memsync("sync", "--json", want=14)
    assert refused.json["sent"] == ["tea"]
    assert refused.json["error"]["code"] == "mass-delete"
    sync(laptop)
    assert get(there, "build") == note("build")
    desk.memsync("sync", "--allow-mass-delete")
    stopped = laptop.memsync("sync", want=14)
    assert "the remote deletes 4 of 4 notes" in stopped.err
    assert get(there, "build") == note("build")
    laptop.memsync("sync", "--allow-mass-delete")
    assert not (there / ".coyote/memory/build.md").exists()
    assert laptop.memsync("archive", "list", "build", cwd=there).out


def test_a_note_of_a_project_can_be_held_released_and_taken_back(
    desk: Machine, laptop: Machine
) -> None:
    here, there = enrolled(desk), enrolled(laptop)
    token = "ghp_" + "".join(chr(97 + i % 26) for i in range(4)) + "A1b2C3d4" * 4
    put(here, "login", note("login", f"token {token}"))
    held = desk.memsync("sync", "--json", want=1).json["held"]
    assert [(each["name"], each["memory"]) for each in held] == [("login", IDENTITY)]
    said = f"projects/{IDENTITY}/login"
    assert said in desk.memsync("sync", want=1).err
    assert f"held: {said}: line 7 looks like a secret" in (
        desk.memsync("sync", "status").out
    )
    assert f"held: {said}, line 7 looks" in desk.memsync("status").out
    sync(laptop)
    assert not (there / ".coyote/memory/login.md").exists()
    desk.memsync("sync", "release", "login", "--yes")
    sync(laptop)
    assert get(there, "login") == get(here, "login")
    undone = laptop.memsync("sync", "undo", "--yes", "--json").json
    assert undone["received"] == [f"projects/{IDENTITY}/login"]
    assert not (there / ".coyote/memory/login.md").exists()


def test_worktrees_share_the_enrolled_memory(desk: Machine, remote: Path) -> None:
    here = clone(desk)
    desk.memsync("init", cwd=here)
    tree = desk.folder / "tree"
    desk.git("worktree", "add", "-q", tree, cwd=here)
    desk.memsync("sync", "add", cwd=tree)
    desk.memsync("remember", "--title", "Build", "Make it.", cwd=tree)
    sync(desk)
    assert f"projects/{IDENTITY}/build.md" in desk.git(
        "ls-tree", "-r", "--name-only", "main", cwd=remote
    )
    assert desk.memsync("sync", "add", "--list", "--json").json == [
        {
            "identity": IDENTITY,
            "root": str(here),
            "profile": "default",
            "problem": None,
        }
    ]


def test_a_team_memory_is_refused_because_git_takes_it_along(desk: Machine) -> None:
    here = clone(desk)
    desk.memsync("init", "--tracked", cwd=here)
    refused = desk.memsync("sync", "add", cwd=here, want=14)
    assert "is committed with the repository" in refused.err


def test_a_fork_is_another_project_until_it_is_adopted(
    desk: Machine, laptop: Machine
) -> None:
    here = enrolled(desk)
    put(here, "build", note("build"))
    sync(desk)
    fork = clone(laptop, "https://git.example.com/me/shop.git")
    added = laptop.memsync("sync", "add", "--json", cwd=fork).json
    assert added["identity"] == "git.example.com+me+shop"
    sync(laptop)
    assert not (fork / ".coyote/memory/build.md").exists()
    laptop.memsync("sync", "remove", cwd=fork)
    laptop.memsync("adopt", IDENTITY, cwd=fork)
    assert laptop.memsync("sync", "add", "--json", cwd=fork).json["identity"] == (
        IDENTITY
    )
    sync(laptop)
    assert get(fork, "build") == note("build")


def test_a_repository_without_a_remote_needs_a_name(desk: Machine) -> None:
    root = desk.repository()
    nameless = desk.memsync("sync", "add", cwd=root, want=2)
    assert "--id NAME" in nameless.err
    added = desk.memsync("sync", "add", "--id", "my-shop", "--json", cwd=root).json
    assert added["identity"] == "my-shop"


def test_removing_a_project_keeps_its_notes_here_and_in_the_remote(
    desk: Machine, laptop: Machine
) -> None:
    here, there = enrolled(desk), enrolled(laptop)
    put(here, "build", note("build"))
    sync(desk, laptop)
    said = desk.memsync("sync", "remove", cwd=here).err
    assert "its notes stay, here and in the remote" in said
    put(here, "extra", note("extra"))
    sync(desk, laptop)
    assert get(here, "build") == get(there, "build")
    assert not (there / ".coyote/memory/extra.md").exists()
    desk.memsync("sync", "remove", IDENTITY, want=17)


def test_a_project_is_removed_by_what_added_it(desk: Machine) -> None:
    root = desk.repository("shop")
    desk.memsync("init", cwd=root)
    for given in (ORIGIN, SAME, IDENTITY, "Shop"):
        desk.memsync("sync", "add", "--id", given, cwd=root)
        ran = desk.memsync("sync", "remove", given, "--json")
        assert ran.json["changed"]
        assert desk.memsync("sync", "add", "--list", "--json").json == []
    desk.memsync("sync", "add", "--id", ORIGIN, cwd=root)
    assert (
        f"'{SAME}x' is not enrolled"
        in desk.memsync("sync", "remove", f"{SAME}x", want=17).err
    )
    for verb in ("add", "remove"):
        desk.memsync("sync", verb, "", cwd=root, want=2)
    assert desk.memsync("sync", "add", "--list", "--json").json != []


def test_a_clone_from_a_host_of_one_letter_has_an_identity(desk: Machine) -> None:
    root = clone(desk, "git@h:me/p")
    desk.memsync("init", cwd=root)
    added = desk.memsync("sync", "add", "--json", cwd=root).json
    assert added["identity"] == "h+me+p"


def test_a_clone_that_joins_deleted_nothing(desk: Machine, laptop: Machine) -> None:
    here = clone(desk)
    desk.memsync("init", cwd=here)
    desk.memsync("sync", "add", cwd=here)
    desk.memsync("write", "port", "-m", "The port is 80.", cwd=here)
    desk.memsync("write", "style", "--scope", "user", "-m", "Short.")
    desk.memsync("sync")
    laptop.memsync("sync")
    there = clone(laptop)
    laptop.memsync("init", cwd=there)
    laptop.memsync("sync", "add", cwd=there)
    assert "deleted" not in laptop.memsync("sync").err
    log = laptop.memsync("sync", "log", "--json").json
    assert [each["deleted"] for each in log if each["deleted"]] == []
    desk.memsync("write", "port", "-m", "The port is 8080.", cwd=here)
    assert "deleted" not in desk.memsync("sync").err
    assert "8080" in get(here, "port")


def test_adopt_names_a_repository_that_nothing_identifies(
    desk: Machine,
) -> None:
    alone = desk.repository("alone")
    told = desk.memsync("adopt", cwd=alone).err
    assert (
        f"nothing identifies '{alone}': `memsync adopt NAME` gives it an identity"
        in told
    )
