"""Past sessions of every agent: found, shown, and kept apart from what was inserted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import documents_of_agents, lines_of_agents
from support.conversations import WRITERS
from support.talk import INSERTED, MODEL, TALK, Talk

from memsync.sessions.readers.table import READERS

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

NAMED = ("jsonl", "cursor", "vscode")
WITHOUT_TITLE = ("coyote", "aider")
WITHOUT_FOLDER = ("coyote",)
WITHOUT_MODEL = ("aider", "goose", "jsonl", "cursor")

# Agents whose files have all of a reply as one.
OF_ONE_REPLY = ("vscode",)


@pytest.fixture
def top(machine: Machine) -> Path:
    """A repository with a remote."""
    top = machine.repository()
    machine.git("remote", "add", "origin", "https://example.com/acme/shop", cwd=top)
    return top


def options(agent: str, path: Path) -> list[str]:
    """What has to be said besides, so that recall looks there."""
    if agent == "jsonl":
        return ["--path", str(path)]
    return ["--agent", agent] if agent in NAMED else []


def test_there_is_a_writer_for_every_reader() -> None:
    assert set(WRITERS) == set(READERS)


@pytest.mark.parametrize("agent", WRITERS)
def test_every_reader_tells_the_same_conversation(
    machine: Machine, top: Path, agent: str
) -> None:
    path = WRITERS[agent](machine.home, Talk(str(top)))
    hits = machine.memsync(
        "recall", "weekdays OR quay", "--json", *options(agent, path), cwd=top
    ).json
    (session,) = {hit["session"] for hit in hits}
    shown = machine.memsync("sessions", "show", session, "--json", cwd=top).json
    said = [(t["role"], t["text"]) for t in shown["turns"]]
    tool = ("tool", "Bash\ncommand: pytest -k harbour")
    want = [
        tool
        if turn.role == "call"
        else ("tool", turn.text)
        if turn.role == "result"
        else (turn.role, turn.text)
        for turn in TALK
    ]
    if agent in OF_ONE_REPLY:
        want = [tool, ("tool", TALK[3].text), ("user", TALK[0].text)]
        want += [("user", TALK[5].text), ("assistant", TALK[6].text)]
        want.append(("assistant", TALK[1].text + TALK[4].text))
    assert sorted(said) == sorted(want)
    assert [t for r, t in said if r == "user"] == [TALK[0].text, TALK[5].text]
    assert INSERTED not in str(shown)
    assert shown["agent"] == agent
    assert shown["messages"] == 5 - (agent in OF_ONE_REPLY)
    if agent not in WITHOUT_TITLE:
        assert shown["title"] == "Quay numbers"
    if agent not in WITHOUT_FOLDER:
        assert shown["root"] == str(top)
        assert shown["identity"] == "example.com+acme+shop"
    if agent not in WITHOUT_MODEL:
        (turn,) = [t for t in shown["turns"] if t["text"] == TALK[6].text]
        assert turn["model"] == MODEL
    assert shown["path"] == str(path)
    for hit in hits:
        if hit["line"] is not None:
            line = path.read_text("utf-8").split("\n")[hit["line"] - 1]
            assert hit["snippet"][:12] in line.encode().decode("unicode_escape") + line
    assert hits[0]["score"] == 1


def said_in(machine: Machine, top: Path, *arguments: str) -> list[str]:
    """The snippets of the hits."""
    hits = machine.memsync("recall", *arguments, "--json", cwd=top).json
    return [hit["snippet"] for hit in hits]


def test_what_was_said_in_another_worktree_and_another_clone_is_found_here(
    machine: Machine, top: Path
) -> None:
    tree = machine.folder / "tree"
    machine.git("worktree", "add", "-q", str(tree), "-b", "side", cwd=top)
    clone = machine.folder / "clone"
    machine.git("clone", "-q", str(top), str(clone))
    url = "ssh://git@example.com/acme/shop.git"
    machine.git("remote", "set-url", "origin", url, cwd=clone)
    other = machine.repository("other")
    lines_of_agents.claude_code(machine.home, Talk(str(tree / "docs")))
    lines_of_agents.codex(machine.home, Talk(str(clone)))
    documents_of_agents.yottacode(machine.home, Talk(str(other)))
    for folder in (top, tree, clone):
        hits = machine.memsync(
            "recall", "weekdays", "--here", "--json", cwd=folder
        ).json
        assert {hit["agent"] for hit in hits} == {"claude-code", "codex"}
    hits = machine.memsync("recall", "weekdays", "--json", cwd=top).json
    assert {hit["agent"] for hit in hits} == {"claude-code", "codex", "yottacode"}
    # A worktree that is gone and a clone that was moved are still the same project.
    machine.git("worktree", "remove", "--force", str(tree), cwd=top)
    clone.rename(machine.folder / "moved")
    # Also after the index is made anew.
    for rebuild in ([], ["--rebuild"]):
        machine.memsync("sessions", "index", *rebuild, cwd=top)
        hits = machine.memsync("recall", "weekdays", "--here", "--json", cwd=top).json
        assert {hit["agent"] for hit in hits} == {"claude-code", "codex"}


def test_a_query_is_tried_as_it_is_and_then_as_its_words(
    machine: Machine, top: Path
) -> None:
    lines_of_agents.codex(machine.home, Talk(str(top)))
    user, reply, _, result, off, then, done = (turn.text for turn in TALK)
    assert said_in(machine, top, '"counts weekdays"') == [reply]
    assert said_in(machine, top, '"weekdays counts"') == [reply]
    assert said_in(machine, top, "harbour NOT pytest") == [user]
    assert set(said_in(machine, top, "tuesdays OR zero")) == {user, off}
    assert said_in(machine, top, "fixt*") == [reply]
    assert said_in(machine, top, "why does it fail on Tuesdays?")[0] == user
    assert said_in(machine, top, "off-by-one: the (index")[0] == off
    assert said_in(machine, top, "no such quokka") == []
    assert said_in(machine, top, "") == []
    assert said_in(machine, top, "the") != []
    assert set(said_in(machine, top, "QuayNumber")) == {then, done}
    assert said_in(machine, top, "番号") == [done]
    assert said_in(machine, top, "直 NOT weekdays") == [done]
    assert said_in(machine, top, "got quay", "--role", "tool") == [result]


def test_days_are_local_and_both_are_inclusive(machine: Machine, top: Path) -> None:
    lines_of_agents.codex(machine.home, Talk(str(top)))
    day = "2026-03-04"
    assert said_in(machine, top, "weekdays", "--since", day, "--until", day)
    assert not said_in(machine, top, "weekdays", "--since", "2026-03-05")
    assert not said_in(machine, top, "weekdays", "--until", "2026-03-03")
    # Far in the east it was the evening of that day already, and in the west before.
    machine.environ["TZ"] = "Pacific/Kiritimati"
    assert said_in(machine, top, "weekdays", "--since", "2026-03-05")
    machine.memsync("recall", "x", "--since", "yesterday", want=2)
    machine.memsync("recall", "x", "--agent", "nobody", want=2)


def test_no_sessions_are_no_error(machine: Machine, top: Path) -> None:
    assert machine.memsync("recall", "anything", "--json", cwd=top).json == []
    assert machine.memsync("recall", "anything", cwd=top).out == ""
    assert machine.memsync("sessions", "list", "--json", cwd=top).json == []
    machine.memsync("sessions", "show", "none", cwd=top, want=17)


def test_a_line_of_recall_leads_to_what_was_said_around_it(
    machine: Machine, top: Path
) -> None:
    path = lines_of_agents.codex(machine.home, Talk(str(top)))
    (hit,) = machine.memsync("recall", "zero", "--json", cwd=top).json
    shown = machine.memsync(
        "sessions", "show", hit["session"][:8], "--around", str(hit["line"]), cwd=top
    )
    assert TALK[4].text in shown.out
    assert TALK[1].text in shown.out
    assert path.read_text("utf-8").split("\n")[hit["line"] - 1].count("Off by one")


def test_a_session_cannot_speak_to_the_terminal(machine: Machine, top: Path) -> None:
    evil = TALK[0].__class__("user", "harbour \x1b[2J \u202e wiped")
    lines_of_agents.codex(machine.home, Talk(str(top), turns=(evil,)))
    for words in (["recall", "harbour"], ["sessions", "show", Talk.id]):
        out = machine.memsync(*words, cwd=top).out
        assert "wiped" in out
        assert "\x1b" not in out
        assert "\u202e" not in out


def test_a_path_shows_what_is_there_and_nothing_else(
    machine: Machine, top: Path
) -> None:
    lines_of_agents.codex(machine.home, Talk(str(top)))
    other = "22222222-0000-4000-8000-000000000000"
    away = machine.folder / "from-a-friend"
    path = lines_of_agents.claude_code(away, Talk(str(top), other))
    documents_of_agents.yottacode(away, Talk(str(top), other))
    hits = machine.memsync("recall", "weekdays", "--path", str(away), "--json").json
    assert {hit["agent"] for hit in hits} == {"claude-code", "yottacode"}
    words = ("recall", "weekdays", "--path", path.name, "--json")
    (hit,) = machine.memsync(*words, cwd=path.parent).json
    assert hit["path"] == str(path)
    (hit,) = machine.memsync("recall", "weekdays", "--json").json
    assert hit["agent"] == "codex"
    # Moved to where its agent keeps them, it is a session as any other.
    usual = machine.home / ".claude/projects/-x" / path.name
    usual.parent.mkdir(parents=True)
    path.rename(usual)
    words = ("recall", "weekdays", "--path", str(usual), "--json")
    assert len(machine.memsync(*words).json) == 1
    hits = machine.memsync("recall", "weekdays", "--json").json
    assert {hit["agent"] for hit in hits} == {"codex", "claude-code"}
    done = machine.memsync("recall", "x", "--path", "nowhere", want=16)
    assert "nowhere" in done.err
