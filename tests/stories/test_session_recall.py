"""What a model is shown of past sessions, over MCP: this repository's alone."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from support.agent import Agent, session
from support.lines_of_agents import claude_code, codex
from support.talk import Talk
from support.tokens import github

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

OTHER = "11111111-0000-4000-8000-000000000000"


@pytest.fixture
def top(machine: Machine) -> Path:
    """A repository with a remote, and one session in it."""
    top = machine.repository()
    machine.git("remote", "add", "origin", "https://example.com/acme/shop", cwd=top)
    codex(machine.home, Talk(str(top)))
    return top


def asked(machine: Machine, top: Path, **given: object) -> list[dict[str, Any]]:
    """What the tool answers."""
    found: list[dict[str, Any]] = []

    async def talk(agent: Agent) -> None:
        found.extend(json.loads(await agent.text("session_recall", **given)))

    assert session(machine, top, talk) == ""
    return found


def elsewhere(machine: Machine) -> Path:
    """Another repository, with a session that says the same."""
    other = machine.repository("other")
    claude_code(machine.home, Talk(str(other), OTHER))
    return other


def test_an_agent_finds_what_another_agent_was_told_here(
    machine: Machine, top: Path
) -> None:
    elsewhere(machine)
    hits = asked(machine, top, query="weekdays")
    assert [hit["agent"] for hit in hits] == ["codex"]
    assert hits[0]["resume"] == f"codex resume {Talk.id}"
    assert "The fixture counts weekdays" in hits[0]["snippet"]
    assert asked(machine, top, query="weekdays", role="user") == []
    assert asked(machine, top, query="weekdays", agent="pi") == []
    assert len(asked(machine, top, query="quay", limit=1)) == 1


def test_other_repositories_are_shown_only_where_the_users_file_says_so(
    machine: Machine, top: Path
) -> None:
    elsewhere(machine)
    machine.environ["MEMSYNC_RECALL_SCOPE"] = "all"
    assert {hit["agent"] for hit in asked(machine, top, query="weekdays")} == {"codex"}
    del machine.environ["MEMSYNC_RECALL_SCOPE"]
    machine.memsync("config", "set", "recall.scope", "all", cwd=top)
    found = asked(machine, top, query="weekdays")
    assert {hit["agent"] for hit in found} == {"codex", "claude-code"}
    settings = top / ".coyote/memsync.yaml"
    settings.parent.mkdir()
    settings.write_text("recall:\n  scope: all\n")
    done = machine.memsync("config", "list", cwd=top, want=16)
    assert "a repository cannot set recall.scope" in done.err


def test_a_repository_cannot_claim_the_sessions_of_another(
    machine: Machine, top: Path
) -> None:
    hostile = machine.repository("hostile")
    settings = hostile / ".coyote/memsync.yaml"
    settings.parent.mkdir()
    settings.write_text("identity: example.com/acme/shop\n")
    machine.git("add", "-f", ".coyote/memsync.yaml", cwd=hostile)
    machine.git("commit", "-qm", "claim", cwd=hostile)
    assert asked(machine, hostile, query="weekdays") == []
    clone = machine.folder / "clone"
    machine.git("clone", "-q", str(top), str(clone))
    machine.git(
        "remote", "set-url", "origin", "git@example.com:acme/shop.git", cwd=clone
    )
    assert len(asked(machine, clone, query="weekdays")) == 1


def test_no_answer_repeats_a_secret(machine: Machine, top: Path) -> None:
    token = github()
    talk = Talk(str(top), OTHER)
    said = talk.turns[0].__class__("user", f"the token for weekdays is {token}")
    claude_code(machine.home, Talk(str(top), OTHER, turns=(said,)))
    hits = asked(machine, top, query="weekdays")
    assert len(hits) == 2
    assert token not in json.dumps(hits)
    assert "[redacted" in json.dumps(hits)


def test_a_query_that_is_no_query_is_told(machine: Machine, top: Path) -> None:
    async def talk(agent: Agent) -> None:
        for given in ({"query": "x", "limit": 0}, {"query": "x", "agent": "cursor"}):
            done = await agent.client.call_tool("session_recall", given)
            assert done.is_error

    assert session(machine, top, talk) == ""
