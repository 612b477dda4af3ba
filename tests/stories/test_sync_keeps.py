"""What sync keeps back, what it keeps, and what it asks before it does."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from support.synced import get, put

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

TOKEN = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7H8"


def sync(*machines: Machine, want: int | None = 0) -> list[dict[str, object]]:
    return [machine.memsync("sync", "--json", want=want).json for machine in machines]


def names(result: dict[str, object], key: str) -> list[str]:
    found = result[key]
    assert isinstance(found, list)
    return [item["name"] if isinstance(item, dict) else item for item in found]


def mirrored(machine: Machine) -> str:
    """Everything that the mirror's history holds."""
    mirror = machine.state / "mirror"
    return machine.git("log", "-p", "--all", "--text", cwd=mirror)


def test_a_note_with_a_secret_is_held_and_all_others_go(
    machines: list[Machine],
) -> None:
    desk, laptop = machines
    put(desk, "good", "A fact.\n")
    put(desk, "bad", f"The token is {TOKEN}.\n")
    put(desk, "MEMORY", "# Memory Index\n\n- [[bad]]: tokens\n- [[good]]: a fact\n")
    ran = desk.memsync("sync", "--json", want=1)
    assert names(ran.json, "held") == ["bad"]
    assert names(ran.json, "sent") == ["good"]
    assert "github" in ran.err
    assert TOKEN not in ran.err + ran.out + mirrored(desk)
    assert "[[bad]]" not in mirrored(desk)
    sync(laptop)
    assert get(laptop, "bad") is None
    assert get(laptop, "MEMORY") == "# Memory Index\n\n- [[good]]: a fact\n"
    put(laptop, "MEMORY", "# Memory Index\n\nProse.\n\n- [[good]]: a fact\n")
    sync(laptop)
    since = desk.memsync("sync", "--json", want=1).json["held"][0]["since"]
    assert since == ran.json["held"][0]["since"]
    index = get(desk, "MEMORY")
    assert index is not None
    assert "- [[bad]]: tokens\n" in index
    assert "Prose.\n" in index
    assert desk.memsync("sync", "status", "--json").json["held"][0]["name"] == "bad"


def test_a_held_note_that_was_cleaned_is_sent(machines: list[Machine]) -> None:
    desk, laptop = machines
    put(desk, "bad", f"The token is {TOKEN}.\n")
    sync(desk, want=1)
    put(desk, "bad", "The token is in the vault.\n")
    sync(desk, laptop)
    assert get(laptop, "bad") == "The token is in the vault.\n"
    assert TOKEN not in mirrored(desk)


def test_a_synced_note_that_gets_a_secret_stays_as_it_was_elsewhere(
    machines: list[Machine],
) -> None:
    desk, laptop = machines
    put(desk, "a", "one\n\ntwo\n\nthree\n")
    sync(desk, laptop)
    put(desk, "a", f"one\n\ntwo\n\nthree\n{TOKEN}\n")
    put(laptop, "a", "ONE\n\ntwo\n\nthree\n")
    sync(desk, want=1)
    sync(laptop)
    sync(desk, want=1)
    assert get(desk, "a") == f"one\n\ntwo\n\nthree\n{TOKEN}\n"
    put(desk, "a", "one\n\ntwo\n\nTHREE\n")
    sync(desk, laptop)
    assert get(desk, "a") == get(laptop, "a") == "ONE\n\ntwo\n\nTHREE\n"
    assert TOKEN not in mirrored(desk)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"nul \0 byte\n", "NUL"),
        (b"latin \xe9\n", "UTF-8"),
        (b"x" * (1 << 20) + b"\n", "larger"),
    ],
)
def test_a_note_that_cannot_travel_is_held_with_the_reason(
    machines: list[Machine], data: bytes, reason: str
) -> None:
    desk = machines[0]
    (desk.user_memory / "odd.md").write_bytes(data)
    (held,) = desk.memsync("sync", "--json", want=1).json["held"]
    assert held["name"] == "odd"
    assert reason in held["reason"]
    assert (desk.user_memory / "odd.md").read_bytes() == data


def test_a_link_in_place_of_a_note_is_held_and_never_followed(
    machines: list[Machine],
) -> None:
    desk = machines[0]
    secret = desk.home / "secret"
    secret.write_text("not a note\n")
    (desk.user_memory / "link.md").symlink_to(secret)
    (held,) = desk.memsync("sync", "--json", want=1).json["held"]
    assert (held["name"], "symlink" in held["reason"]) == ("link", True)
    assert (
        desk.git(
            "rev-parse", "-q", "--verify", "main", cwd=desk.state / "mirror", want=None
        )
        == ""
    )


def test_names_that_other_systems_refuse_are_held(machines: list[Machine]) -> None:
    desk, laptop = machines
    for name in ("con", "a:b", "trailing.", "Straße", "Fact", "fact"):
        put(desk, name, f"{name}\n")
    (result,) = sync(desk, want=1)
    assert names(result, "held") == ["Fact", "a:b", "con", "trailing."]
    sync(laptop)
    assert get(laptop, "Straße") == "Straße\n"


def test_a_note_marked_private_stays_here(machines: list[Machine]) -> None:
    desk, laptop = machines
    put(desk, "diary", "---\nname: diary\nsync: false\n---\n\nMine.\n")
    put(desk, "work-plan", "Theirs.\n")
    put(desk, "a", "A fact.\n")
    put(desk, "MEMORY", "- [[a]]: a\n- [[diary]]: mine\n- [[work-plan]]: theirs\n")
    desk.memsync("config", "set", "sync.exclude", "work-*")
    (result, _) = sync(desk, laptop)
    assert names(result, "sent") == ["a"]
    assert result["held"] == []
    assert get(laptop, "diary") is None
    assert get(laptop, "MEMORY") == "- [[a]]: a\n"
    assert "Mine" not in mirrored(desk)
    assert "Theirs" not in mirrored(desk)


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


def test_a_vanished_memory_deletes_nothing_unasked(machines: list[Machine]) -> None:
    desk, laptop = machines
    for name in "abc":
        put(desk, name, f"{name}\n")
    sync(desk, laptop)
    for path in desk.user_memory.glob("*.md"):
        path.unlink()
    ran = desk.memsync("sync", "--json", want=14)
    assert ran.json["error"]["code"] == "mass-delete"
    assert "--restore" in ran.err
    sync(laptop)
    assert get(laptop, "a") == "a\n"
    desk.user_memory.rename(desk.home / "lost")
    desk.memsync("sync", want=14)
    desk.memsync("sync", "--restore")
    assert get(desk, "b") == "b\n"
    for path in desk.user_memory.glob("*.md"):
        path.unlink()
    desk.memsync("sync", "--allow-mass-delete")
    laptop.memsync("sync", want=14)
    assert get(laptop, "a") == "a\n"
    laptop.memsync("sync", "--allow-mass-delete")
    assert get(laptop, "a") is None
    assert (laptop.user_memory / ".archive/a").is_dir()


def test_lost_state_joins_and_never_deletes(machines: list[Machine]) -> None:
    desk, laptop = machines
    for name in "ab":
        put(desk, name, f"{name}\n")
    sync(desk, laptop)
    (laptop.user_memory / "a.md").unlink()
    (laptop.state / "sync.json").write_text("{broken")
    sync(laptop)
    assert get(laptop, "a") == "a\n"
    laptop.run("rm", "-rf", laptop.state)
    put(laptop, "b", "b\nmore\n")
    put(laptop, "c", "c\n")
    sync(laptop, desk)
    assert get(desk, "b") == "b\nmore\n"
    assert get(desk, "c") == "c\n"
    assert get(desk, "a") == "a\n"


def test_a_remote_that_went_back_is_refused(machines: list[Machine]) -> None:
    desk, laptop = machines
    put(desk, "a", "one\n")
    old = sync(desk)[0]["head"]
    put(desk, "b", "two\n")
    sync(desk, laptop)
    remote = desk.folder.parent / "remote.git"
    desk.git("update-ref", "refs/heads/main", str(old), cwd=remote)
    ran = laptop.memsync("sync", "--json", want=14)
    assert ran.json["error"]["code"] == "remote-rewound"
    assert get(laptop, "b") == "two\n"
    desk.git("update-ref", "-d", "refs/heads/main", cwd=remote)
    laptop.memsync("sync", want=14)
    laptop.memsync("sync", "--accept-rewind")
    sync(desk)
    assert get(desk, "b") == "two\n"


def test_another_memory_is_not_joined_unasked(
    machines: list[Machine], tmp_path: Path
) -> None:
    desk, laptop = machines
    other = tmp_path / "other.git"
    desk.git("init", "-q", "--bare", other)
    laptop.memsync("sync", "init", other)
    put(desk, "a", "one\n")
    put(laptop, "b", "two\n")
    sync(desk, laptop)
    desk.memsync("sync", "init", other)
    ran = desk.memsync("sync", "--json", want=14)
    assert ran.json["error"]["code"] == "unrelated-remote"
    assert get(desk, "b") is None
    desk.memsync("sync", "--merge-unrelated")
    assert get(desk, "b") == "two\n"


def test_a_repository_with_code_in_it_is_no_remote(
    machines: list[Machine], tmp_path: Path
) -> None:
    desk = machines[0]
    project = desk.repository()
    other = tmp_path / "code.git"
    desk.git("clone", "-q", "--bare", project, other)
    desk.memsync("sync", "init", other)
    put(desk, "a", "one\n")
    assert desk.memsync("sync", "--json", want=14).json["error"]["code"] == (
        "unrelated-remote"
    )


def test_a_file_added_on_the_git_host_stays_and_a_note_edited_there_comes(
    machines: list[Machine], tmp_path: Path
) -> None:
    desk, laptop = machines
    put(desk, "a", "one\n")
    sync(desk)
    clone = tmp_path / "web"
    desk.git("clone", "-q", tmp_path / "remote.git", clone)
    (clone / "README.md").write_text("Mine.\n")
    (clone / "user/a.md").write_text("one\ntwo\n")
    desk.git("add", "-A", cwd=clone)
    desk.git("commit", "-q", "-m", "web edit", cwd=clone)
    desk.git("push", "-q", cwd=clone)
    put(desk, "b", "new\n")
    sync(desk, laptop, desk)
    assert get(desk, "a") == get(laptop, "a") == "one\ntwo\n"
    assert get(desk, "README") is None
    tree = desk.git("ls-tree", "-r", "--name-only", "main", cwd=desk.state / "mirror")
    assert "README.md" in tree.split()


def test_a_newer_format_is_left_alone(machines: list[Machine], tmp_path: Path) -> None:
    desk, laptop = machines
    put(desk, "a", "one\n")
    sync(desk, laptop)
    clone = tmp_path / "newer"
    desk.git("clone", "-q", tmp_path / "remote.git", clone)
    numbers = json.loads((clone / "memsync.json").read_text())
    (clone / "memsync.json").write_text(json.dumps({**numbers, "format": 99}))
    (clone / "user/a.md").write_text("from the future\n")
    desk.git("commit", "-q", "-a", "-m", "newer", cwd=clone)
    desk.git("push", "-q", cwd=clone)
    ran = laptop.memsync("sync", "--json", want=16)
    assert ran.json["error"]["code"] == "newer-format"
    assert get(laptop, "a") == "one\n"


def test_an_older_vault_gets_our_numbers_from_the_first_round_that_writes(
    machines: list[Machine], tmp_path: Path
) -> None:
    desk, laptop = machines
    put(desk, "a", "one\n")
    sync(desk, laptop)
    clone = tmp_path / "older"
    desk.git("clone", "-q", tmp_path / "remote.git", clone)
    numbers = json.loads((clone / "memsync.json").read_text())
    older = {**numbers, "format": 1, "merge": 1}
    (clone / "memsync.json").write_text(json.dumps(older))
    desk.git("commit", "-q", "-a", "-m", "as it once was", cwd=clone)
    desk.git("push", "-q", cwd=clone)
    sync(desk, laptop)
    desk.git("pull", "-q", cwd=clone)
    assert json.loads((clone / "memsync.json").read_text()) == older
    put(laptop, "a", "two\n")
    sync(laptop, desk)
    desk.git("pull", "-q", cwd=clone)
    assert json.loads((clone / "memsync.json").read_text()) == numbers
    assert get(desk, "a") == "two\n"
    assert not desk.memsync("sync", "--json").json["changed"]


def test_a_link_that_comes_in_is_refused(
    machines: list[Machine], tmp_path: Path
) -> None:
    desk, laptop = machines
    put(desk, "a", "one\n")
    sync(desk, laptop)
    clone = tmp_path / "hostile"
    desk.git("clone", "-q", tmp_path / "remote.git", clone)
    (clone / "user/b.md").symlink_to("/etc/passwd")
    desk.git("add", "-A", cwd=clone)
    desk.git("commit", "-q", "-m", "hostile", cwd=clone)
    desk.git("push", "-q", cwd=clone)
    ran = laptop.memsync("sync", "--json", want=14)
    assert "user/b.md" in ran.json["error"]["message"]
    assert not (laptop.user_memory / "b.md").is_symlink()


def test_a_held_version_that_its_agent_writes_over_is_in_the_archive_here_alone(
    machines: list[Machine],
) -> None:
    desk, laptop = machines
    held = f"---\r\nname: a\r\ndescription: d\r\n---\r\n\r\n{TOKEN}\r\n"
    path = desk.user_memory / "a.md"
    put(desk, "MEMORY", "# Memory Index\n")
    path.write_bytes(held.encode())
    desk.memsync("sync", want=1)
    put(desk, "a", "clean\n")
    sync(desk, laptop)
    listed = desk.memsync("archive", "list", "a", "--json").json
    assert [version["reason"] for version in listed] == ["overwritten"]
    shown = desk.memsync("archive", "show", listed[0]["id"]).out
    assert shown.replace("\n", "\r\n") == held or shown == held
    assert laptop.memsync("archive", "list", "a", "--json").json == []
    assert TOKEN not in mirrored(desk)


def test_a_released_note_is_sent_and_held_nowhere(machines: list[Machine]) -> None:
    desk, laptop = machines
    put(desk, "sample", f"Not a real token: {TOKEN}\n")
    sync(desk, want=1)
    assert names(desk.memsync("sync", "release", "sample", "--json").json, "sent") == [
        "sample"
    ]
    sync(laptop, desk, laptop)
    assert get(laptop, "sample") == f"Not a real token: {TOKEN}\n"
    put(laptop, "sample", f"Another one: {TOKEN[:-1]}9\n")
    (result,) = sync(laptop, want=1)
    assert names(result, "held") == ["sample"]
    desk.memsync("sync", "release", "nothing", want=17)
    put(desk, "con", "A device.\n")
    desk.memsync("sync", "release", "con", want=2)


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
