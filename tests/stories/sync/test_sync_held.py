"""What sync keeps back, and why it says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.synced import get, mirrored, names, note, notes, put, sync

if TYPE_CHECKING:
    from support.machine import Machine

TOKEN = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7H8"


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


def test_entries_of_notes_that_stay_outlive_their_deletion_elsewhere(
    machines: list[Machine],
) -> None:
    desk, laptop = machines
    every = ["held", "private", "excluded", "n4", "n5", "n6", "n7", "n8"]
    for name in every:
        put(desk, name, note(name))
    index = "# Memory Index\n\n" + "".join(f"- [[{n}]]: about {n}\n" for n in every)
    put(desk, "MEMORY", index)
    sync(desk, laptop)
    put(desk, "held", note("held", f"The token is {TOKEN}."))
    text = note("private").replace("type: user\n", "type: user\nsync: false\n")
    put(desk, "private", text)
    desk.memsync("config", "set", "sync.exclude", "excluded")
    sync(desk, want=1)
    for name in every[:3]:
        laptop.memsync("forget", name, "--scope", "user")
    put(laptop, "MEMORY", f"{get(laptop, 'MEMORY')}\nProse.\n")
    sync(laptop)
    for _ in range(2):
        sync(desk, want=1)
        assert get(desk, "MEMORY") == index + "\nProse.\n"
        assert set(every) < notes(desk).keys()
    sync(laptop)
    now = get(laptop, "MEMORY")
    assert now is not None
    assert not any(f"[[{name}]]" in now for name in every[:3])


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
    assert shown == held
    assert laptop.memsync("archive", "list", "a", "--json").json == []
    assert TOKEN not in mirrored(desk)


def test_a_released_note_is_sent_and_held_nowhere(machines: list[Machine]) -> None:
    desk, laptop = machines
    put(desk, "sample", f"Not a real token: {TOKEN}\n")
    sync(desk, want=1)
    ran = desk.memsync("sync", "release", "sample", "--yes", "--json")
    assert names(ran.json, "sent") == ["sample"]
    sync(laptop, desk, laptop)
    assert get(laptop, "sample") == f"Not a real token: {TOKEN}\n"
    put(laptop, "sample", f"Another one: {TOKEN[:-1]}9\n")
    (result,) = sync(laptop, want=1)
    assert names(result, "held") == ["sample"]
    desk.memsync("sync", "release", "nothing", want=17)
    put(desk, "con", "A device.\n")
    desk.memsync("sync", "release", "con", want=2)


def test_a_release_says_the_rule_and_wants_a_yes(machines: list[Machine]) -> None:
    desk, _ = machines
    put(desk, "sample", f"Not a real token: {TOKEN}\n")
    sync(desk, want=1)
    ran = desk.memsync("sync", "release", "sample", want=2)
    assert "'sample' is held: line 1 looks like a secret (github" in ran.err
    assert "hint: `memsync sync release sample --yes`" in ran.err
    assert names(desk.memsync("sync", "--json", want=1).json, "held") == ["sample"]
    assert TOKEN not in mirrored(desk)


@pytest.mark.parametrize("text", ["clean\n", None])
def test_a_released_text_that_leaves_its_note_is_said_to_stay_in_the_history(
    machines: list[Machine], text: str | None
) -> None:
    desk, _ = machines
    put(desk, "auth", "a fact\n")
    path = put(desk, "sample", f"Not a real token: {TOKEN}\n")
    sync(desk, want=1)
    desk.memsync("sync", "release", "sample", "--yes")
    assert "history" not in desk.memsync("sync").err
    if text is None:
        path.unlink()
    else:
        path.write_text(text)
    ran = desk.memsync("sync")
    assert "'sample' was released, and the history still has its old text" in ran.err
    assert "hint: `memsync purge sample`" in ran.err
    assert "history" not in desk.memsync("sync").err


@pytest.mark.parametrize("name", [".events", ".journal", ".", ".."])
def test_a_hidden_file_leaves_the_archive_alone(
    machines: list[Machine], name: str
) -> None:
    desk, laptop = machines
    desk.memsync("write", "a", "-m", "A fact.", "--scope", "user")
    put(desk, name, "Not a note.\n")
    for _ in range(2):
        ran = desk.memsync("sync", "--json", want=1)
        assert names(ran.json, "held") == [name]
    sync(laptop)
    assert sorted(path.name for path in desk.user_memory.glob("[!.]*")) == [
        "MEMORY.md",
        "a.md",
    ]
    stored = desk.user_memory / ".archive"
    assert list(stored.glob("*.md")) == []
    assert desk.memsync("undo", "--dry-run", "--json").json["command"] == "write"


def test_a_monitor_learns_the_health_of_sync_from_an_exit_code(
    machines: list[Machine], machine: Machine
) -> None:
    desk, _ = machines
    check = ("sync", "status", "--check", "--json")
    assert machine.memsync(*check, want=11).json["configured"] is False
    put(desk, "good", "A fact.\n")
    sync(desk)
    assert desk.memsync(*check).json["held"] == []
    put(desk, "bad", f"The token is {TOKEN}.\n")
    sync(desk, want=1)
    assert names(desk.memsync(*check, want=1).json, "held") == ["bad"]
    assert desk.memsync("sync", "status").code == 0
    put(desk, "bad", "The token is in the vault.\n")
    sync(desk)
    desk.memsync(*check)
