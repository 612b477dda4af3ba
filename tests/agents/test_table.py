"""One table of agents: each has its file, its snippet and its place in the docs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from memsync.agents.hooks.settings import hooks_of
from memsync.agents.table import agent_called, agents, names, with_hooks
from memsync.errors import BadUsage
from memsync.shipped import shipped

ROOT = Path(__file__).parents[2]


def rows(page: str, heading: str) -> dict[str, str]:
    """The rows of the first table below a heading, by what their first cell names."""
    text = (ROOT / page).read_text().partition(f"# {heading}\n")[2]
    part = text.partition("\n#")[0]
    return dict(re.findall(r"(?m)^\| `([a-z-]+)` \|(.*)\|$", part))


def test_a_file_is_named_for_its_agent() -> None:
    assert [agent.name for agent in agents()] == names()


def test_the_table_of_limits_in_the_docs_names_every_agent() -> None:
    table = rows("docs/retrieval.md", "What each agent takes")
    assert {name: row.split(" | ")[0].strip() for name, row in table.items()} == {
        agent.name: agent.takes for agent in agents()
    }


def test_the_page_of_hooks_names_every_agent_that_has_some_and_no_other() -> None:
    table = rows("hooks/README.md", "Agents")
    assert sorted(table) == [agent.name for agent in with_hooks()]
    for agent in with_hooks():
        hooks = hooks_of(agent)
        assert shipped(hooks.snippet).is_file()
        assert f"`{hooks.snippet}`" in table[agent.name]
        if hooks.per_prompt is not None:
            assert shipped(hooks.per_prompt).is_file()
        assert ("with `--per-prompt`" in table[agent.name]) == bool(hooks.per_prompt)
        assert (f"`{hooks.project_file}`" in table[agent.name]) == (
            hooks.project_file is not None
        )


def test_no_two_agents_share_a_name() -> None:
    called = [name for agent in agents() for name in (agent.name, *agent.also)]
    assert len(called) == len(set(called))


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Claude", "claude-code"),
        ("gemini", "gemini-cli"),
        ("oh_my_pi", "oh-my-pi"),
        ("QWEN", "qwen-code"),
    ],
)
def test_an_agent_is_found_under_each_of_its_names(said: str, meant: str) -> None:
    assert agent_called(said).name == meant


def test_an_unknown_agent_names_the_nearest_or_all() -> None:
    with pytest.raises(BadUsage, match="no agent is called 'codx'") as caught:
        agent_called("codx")
    assert str(caught.value.hint).startswith("did you mean codex? else one of ")
    with pytest.raises(BadUsage) as caught:
        agent_called("!")
    assert all(name in str(caught.value.hint) for name in names())
