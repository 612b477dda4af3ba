"""The agent itself as the model: `learn_evidence` and `learn_propose` over MCP."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from support.agent import session
from support.learner import FACT, QUESTION, Learning

if TYPE_CHECKING:
    from support.agent import Agent
    from support.machine import Machine

TOOLS = {"learn_evidence", "learn_propose"}


@pytest.fixture
def learning(machine: Machine) -> Learning:
    learning = Learning.of(machine)
    machine.memsync("init", cwd=learning.top)
    return learning


async def offered(agent: Agent) -> set[str]:
    listed = await agent.client.list_tools()
    return {tool.name for tool in listed.tools}


def review(learning: Learning) -> list[dict[str, Any]]:
    ran = learning.machine.memsync("learn", "review", "--json", cwd=learning.top)
    found: list[dict[str, Any]] = ran.json
    return found


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_what_an_agent_proposes_waits_for_the_person(
    learning: Learning, mode: str
) -> None:
    id_ = learning.session()
    # No model is set, and without review a run would write at once.
    learning.enable(command=[], review=False)

    async def talk(agent: Agent) -> None:
        assert await offered(agent) >= TOOLS
        given = await agent.json("learn_evidence")
        assert set(given) == {"session", "agent", "ended", "evidence"}
        assert given["session"] == id_
        assert QUESTION in given["evidence"]
        assert await agent.json("learn_evidence", session=id_[:8]) == given
        done = await agent.json("learn_propose", session=id_, facts=[FACT])
        assert (done["facts"], len(done["proposals"])) == (1, 1)
        # It cannot accept, by no name.
        assert [name for name in await offered(agent) if "accept" in name] == []
        assert "deploys" not in await agent.text("memory__list")

    session(learning.machine, learning.top, talk, mode=mode)
    (waiting,) = review(learning)
    assert waiting["sources"] == [{"session": id_, "quotes": [QUESTION]}]
    learning.machine.memsync("learn", "accept", "--all", cwd=learning.top)
    text = (learning.top / f".coyote/memory/{waiting['name']}.md").read_text()
    assert f"source: claude-code:{id_}\n" in text


def test_without_a_person_s_word_neither_is_offered(learning: Learning) -> None:
    id_ = learning.session()

    async def talk(agent: Agent) -> None:
        assert not TOOLS & await offered(agent)
        said = await agent.refused("learn_propose", session=id_, facts=[FACT])
        assert "learning from sessions is off" in said
        await agent.refused("learn_evidence", session=id_)

    for mode in ("auto", "legacy"):
        session(learning.machine, learning.top, talk, mode=mode)
        environ = {"MEMSYNC_LEARN_ENABLED": "true"}
        session(learning.machine, learning.top, talk, mode=mode, **environ)
    (learning.top / ".coyote/memsync.yaml").write_text("learn: {enabled: true}\n")
    listed = learning.machine.memsync("config", "get", "learn.enabled", want=None)
    assert listed.out.strip() == "false"
    assert review(learning) == []


def test_every_check_of_a_run_is_made(learning: Learning) -> None:
    id_ = learning.session()
    elsewhere = learning.session(7, top=learning.machine.repository("other"))
    learning.enable(command=[])

    async def talk(agent: Agent) -> None:
        invented = {**FACT, "quotes": ["nobody in that session ever said this at all"]}
        done = await agent.json("learn_propose", session=id_, facts=[invented])
        assert (done["facts"], done["dropped"], done["proposals"]) == (0, 1, [])
        await agent.refused("learn_propose", session=elsewhere, facts=[FACT])
        await agent.refused("learn_evidence", session=elsewhere)
        await agent.refused("learn_evidence", session="ffffffff")
        await agent.refused("learn_propose")
        await agent.refused("learn_propose", session=id_, facts="all of them")
        # As one text, for clients that give objects so.
        text = json.dumps({"session": id_, "facts": [FACT]})
        assert (await agent.json("learn_propose", answer=text))["facts"] == 1

    session(learning.machine, learning.top, talk)
    assert len(review(learning)) == 1
