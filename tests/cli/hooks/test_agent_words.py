"""How the hooks of an agent are told, and which memsync they are to call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.command_line import session_in

from memsync.agents.calls import PROGRAM
from memsync.agents.hooks.settings import settings_of
from memsync.agents.table import agent_called, with_hooks
from memsync.cli.hooks.agents import all_settings, in_words_all, program_for

if TYPE_CHECKING:
    from pathlib import Path

ROW = {
    "agent": "codex",
    "settings": "user",
    "path": "/home/me/.codex/hooks.json",
    "state": "installed",
}


def test_what_is_absent_is_not_told() -> None:
    assert in_words_all([ROW, {**ROW, "state": "absent"}]).splitlines() == [
        "agent: codex, user: installed, /home/me/.codex/hooks.json"
    ]


def test_a_program_that_is_gone_is_named_with_what_mends_it() -> None:
    gone = {**ROW, "state": "gone", "calls": "/old/\x1b/memsync", "per_prompt": "x"}
    (line,) = in_words_all([gone]).splitlines()
    assert "calls '/old/" in line
    assert "`memsync hooks install --relink` repairs it" in line
    assert line.endswith(", with each prompt too, /home/me/.codex/hooks.json")
    assert "\x1b" not in line


def test_a_projects_settings_name_no_path_of_one_machine(tmp_path: Path) -> None:
    session = session_in(tmp_path)
    agent = agent_called("claude-code")
    project = settings_of(agent, session.places, tmp_path)
    assert program_for(session, project) == PROGRAM


def test_outside_a_repository_only_a_persons_settings_are_looked_at(
    tmp_path: Path,
) -> None:
    session = session_in(tmp_path)
    outside = [settings.project for _, settings in all_settings(session, None)]
    assert set(outside) == {False}
    inside = [agent.name for agent, _ in all_settings(session, tmp_path)]
    assert set(inside) == {agent.name for agent in with_hooks()}
    assert len(inside) > len(outside)
