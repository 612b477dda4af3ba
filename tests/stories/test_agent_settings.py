"""`hooks install --agent`: settings that people live with, changed and given back."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.places import snapshot
from support.tokens import github

from memsync.shipped import shipped

if TYPE_CHECKING:
    from support.machine import Machine

# As a person has it: permissions, environment, hooks of their own, and a habit of
# leaving things where they were once typed.
CLAUDE_CODE = """\
{
  "$schema": "https://json.schemastore.org/claude-code-settings.json",
  "permissions": {
    "allow": ["Bash(git log:*)", "Bash(uv run pytest:*)", "Read(~/notes/**)"],
    "deny":  ["Read(./.env)", "Bash(curl:*)" ],
    "defaultMode": "acceptEdits"
  },
  "env": { "EDITOR": "vim", "DISABLE_TELEMETRY": "1" },
  "statusLine": { "type": "command", "command": "~/.claude/statusline.sh" },
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [{ "type": "command", "command": "~/.claude/guard.sh \\"$CMD\\"" }]
      }
    ],
    "SessionStart": [
      { "matcher": "startup|resume",
        "hooks": [ { "type": "command", "command": "date +%F", "timeout": 5 } ] }
    ]
  },
  "enabledPlugins": {},
  "model": "opus"
}
"""
COYOTE = """\
# my config
model: claude:sonnet
memory: true

hooks:
  turn.completed:
    - name: notify
      command: ./hooks/notify.sh   # a bell
"""


def put(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_claude_code_keeps_every_hook_and_permission_of_its_person(
    machine: Machine,
) -> None:
    path = put(machine.home / ".claude/settings.json", CLAUDE_CODE)
    path.chmod(0o600)
    install = ("hooks", "install", "--agent", "claude-code")
    planned = machine.memsync(*install, "--dry-run", "--json").json
    assert planned == {
        "agent": "claude-code",
        "path": str(path),
        "action": "updated",
        "dry_run": True,
    }
    assert path.read_text() == CLAUDE_CODE
    assert machine.memsync(*install).out == f"updated: {path}\n"
    text = path.read_text()
    before, after = json.loads(CLAUDE_CODE), json.loads(text)
    snippet = shipped("claude-code/settings.json").read_text()
    memsync = Path(sys.executable).with_name("memsync")
    ours = json.loads(snippet.replace("memsync hook", f"{memsync} hook"))["hooks"]
    for event, groups in ours.items():
        assert after["hooks"].pop(event) == before["hooks"].pop(event, []) + groups
    assert after == before
    # Only lines were added, but for the commas behind what was the last.
    lines = iter(text.splitlines())
    assert all(
        any(line.removesuffix(",") == old.removesuffix(",") for line in lines)
        for old in CLAUDE_CODE.splitlines()
    )
    assert path.stat().st_mode & 0o777 == 0o600
    assert machine.memsync(*install).out == f"unchanged: {path}\n"
    assert path.read_text() == text
    shown = machine.memsync("hooks", "status", "--agent", "claude-code").out
    assert shown == f"agent: claude-code, user: installed, {path}\n"
    done = machine.memsync("hooks", "uninstall", "--agent", "claude-code")
    assert done.out == f"entry removed from: {path}\n"
    assert path.read_text() == CLAUDE_CODE
    again = machine.memsync("hooks", "uninstall", "--agent", "claude-code")
    assert again.out == f"unchanged: {path}\n"


def test_coyotes_configuration_keeps_its_comments(machine: Machine) -> None:
    path = put(machine.home / ".config/coyote/config.yaml", COYOTE)
    machine.memsync("hooks", "install", "--agent", "coyote")
    text = path.read_text()
    assert "      command: ./hooks/notify.sh   # a bell\n" in text
    assert "  session.ended:\n    - name: memsync\n" in text
    machine.memsync("hooks", "uninstall", "--agent", "coyote")
    assert path.read_text() == COYOTE


def test_settings_that_a_dotfile_manager_links_stay_a_link(machine: Machine) -> None:
    real = put(machine.home / "dotfiles/claude.json", CLAUDE_CODE)
    link = machine.home / ".claude/settings.json"
    link.parent.mkdir()
    link.symlink_to(real)
    machine.memsync("hooks", "install", "--agent", "claude-code")
    assert link.is_symlink()
    assert "memsync hook session-start" in real.read_text()


def test_a_projects_settings_and_its_agents_md_are_given_back_by_deinit(
    machine: Machine,
) -> None:
    root = machine.repository()
    (root / "AGENTS.md").write_text("# Rules\n")
    before = snapshot(root)
    machine.memsync("init", cwd=root)
    install = ("hooks", "install", "--agent")
    machine.memsync(*install, "claude-code", "--project", cwd=root)
    machine.memsync(*install, "agents-md", cwd=root)
    machine.memsync("hooks", "install", "--post-checkout", cwd=root)
    assert "memsync context" in (root / "AGENTS.md").read_text()
    status = machine.memsync("hooks", "status", "--json", cwd=root).json
    found = {(x["agent"], x["settings"]): x["state"] for x in status["agents"]}
    assert found["claude-code", "project"] == "installed"
    assert found["claude-code", "user"] == "absent"
    assert found["agents-md", "project"] == "installed"
    assert status["post_checkout"] == "installed"
    words = machine.memsync("hooks", "status", cwd=root).out
    assert f"agent: agents-md, project: installed, {root / 'AGENTS.md'}\n" in words
    machine.memsync("deinit", cwd=root)
    after = snapshot(root)
    changed = {name for name in before if before[name] != after.get(name)}
    assert {name for name in after if not name.startswith(".git/")} == {
        name for name in before if not name.startswith(".git/")
    }
    assert not {name for name in changed if not name.startswith(".git/")}
    assert not (root / ".git/hooks/post-checkout").exists()


def test_a_link_in_a_project_is_not_followed(machine: Machine) -> None:
    root = machine.repository()
    outside = put(machine.home / "mine.json", "{}")
    (root / ".claude").mkdir()
    (root / ".claude/settings.json").symlink_to(outside)
    machine.memsync(
        *("hooks", "install", "--agent", "claude-code", "--project"), cwd=root, want=14
    )
    assert outside.read_text() == "{}"


@pytest.mark.parametrize("agent", ["claude-code", "codex", "gemini-cli"])
def test_a_folder_of_settings_that_is_a_link_changes_nothing_outside(
    machine: Machine, agent: str
) -> None:
    """A clone may bring `.claude` as a link to the person's own."""
    root = machine.repository()
    folder = {"claude-code": ".claude", "codex": ".codex", "gemini-cli": ".gemini"}
    name = {"codex": "hooks.json"}.get(agent, "settings.json")
    mine = put(machine.home / folder[agent] / name, '{"mine": true}\n')
    (root / folder[agent]).symlink_to(mine.parent)
    before = snapshot(machine.home)
    install = ("hooks", "install", "--agent", agent, "--project")
    ran = machine.memsync(*install, cwd=root, want=14)
    assert f"'{root / folder[agent]}' is a symlink" in ran.err
    machine.memsync(
        "hooks", "uninstall", "--agent", agent, "--project", cwd=root, want=14
    )
    machine.memsync("hooks", "status", cwd=root)
    machine.memsync("init", cwd=root)
    machine.memsync("deinit", cwd=root)
    assert snapshot(machine.home) == before


def test_hooks_run_without_a_path_and_a_memsync_that_is_gone_is_repaired(
    machine: Machine, tmp_path: Path
) -> None:
    root = machine.repository()
    machine.memsync("write", "fact", "-d", "a fact", "-m", "text", cwd=root)
    scripts = Path(sys.executable).parent
    moved = tmp_path / "old env's/bin"
    moved.mkdir(parents=True)
    for name in ("python", "memsync"):
        (moved / name).symlink_to(scripts / name)
    linked = {"PATH": f"{moved}:{machine.environ['PATH']}"}
    path = machine.home / ".claude/settings.json"
    install = ("hooks", "install", "--agent", "claude-code")
    machine.run("memsync", *install, environ=linked)
    start = json.loads(path.read_text())["hooks"]["SessionStart"][0]["hooks"][0]
    event = json.dumps({"cwd": str(root)})
    nowhere = {"PATH": "/usr/bin:/bin"}
    ran = machine.run("sh", "-c", start["command"], stdin=event, environ=nowhere)
    assert "[[fact]]" in ran.out
    assert (
        "claude-code: calls memsync" in machine.memsync("doctor", cwd=root, want=1).out
    )
    shutil.rmtree(moved)
    ran = machine.memsync("doctor", cwd=root, want=1)
    assert f"wrong  claude-code: '{path}' calls '{moved}/memsync', which is gone" in (
        ran.out
    )
    assert "memsync hooks install --relink" in ran.err
    status = machine.memsync("hooks", "status", cwd=machine.home).out
    assert "which is gone" in status
    done = machine.memsync("hooks", "install", "--relink", cwd=root)
    assert done.out == f"updated: {path}\n"
    start = json.loads(path.read_text())["hooks"]["SessionStart"][0]["hooks"][0]
    assert start["command"].startswith(f"{scripts}/memsync ")
    assert machine.memsync("hooks", "install", "--relink", cwd=root).out == ""


def test_no_settings_that_we_make_can_be_written_by_others(machine: Machine) -> None:
    root = machine.repository()
    made = (
        ("claude-code", (), machine.home / ".claude/settings.json", 0o600),
        ("copilot", (), machine.home / ".copilot/hooks/memsync.json", 0o600),
        ("cursor", ("--project",), root / ".cursor/hooks.json", 0o644),
    )
    for agent, options, path, mode in made:
        command = (
            f"umask 000 && memsync hooks install --agent {agent} {' '.join(options)}"
        )
        machine.run("sh", "-c", command, cwd=root)
        assert path.stat().st_mode & 0o777 == mode
        assert not path.parent.stat().st_mode & 0o022


def test_what_makes_no_sense_is_a_usage_error(machine: Machine) -> None:
    root = machine.repository()
    for words in (("--project",), ("--agent", "codex", "--post-checkout")):
        machine.memsync("hooks", "install", *words, cwd=root, want=2)
    machine.memsync("hooks", "install", "--agent", "agents-md", want=10)


def test_another_post_checkout_hook_is_told_what_to_call(machine: Machine) -> None:
    root = machine.repository()
    theirs = put(root / ".git/hooks/post-checkout", "#!/bin/sh\necho theirs\n")
    done = machine.memsync("hooks", "install", "--post-checkout", cwd=root, want=1)
    assert done.out == "memsync hook post-checkout || true\n"
    assert theirs.read_text() == "#!/bin/sh\necho theirs\n"
    machine.memsync("hooks", "uninstall", "--post-checkout", cwd=root)
    assert theirs.read_text() == "#!/bin/sh\necho theirs\n"


def test_gemini_gets_the_context_as_the_json_that_it_wants(machine: Machine) -> None:
    root = machine.repository()
    machine.memsync("write", "fact", "-d", "a fact", "-m", "text", cwd=root)
    hooks = json.loads(shipped("gemini-cli/settings.json").read_text())["hooks"]
    start = hooks["SessionStart"][0]["hooks"][0]["command"]
    event = json.dumps({"cwd": str(root), "source": "startup"})
    ran = machine.run("sh", "-c", start, stdin=event)
    output = json.loads(ran.out)["hookSpecificOutput"]
    assert output["hookEventName"] == "SessionStart"
    context = machine.memsync("context", cwd=root).out
    assert output["additionalContext"].startswith(context)
    nothing = json.dumps({"cwd": str(machine.home)})
    assert machine.run("sh", "-c", start, stdin=nothing).out == ""


def test_a_compaction_is_kept_in_todays_log(machine: Machine) -> None:
    root = machine.repository()
    hooks = json.loads(shipped("claude-code/settings.json").read_text())["hooks"]
    compact = hooks["PostCompact"][0]["hooks"][0]["command"]
    event = {"cwd": str(root), "trigger": "auto", "compact_summary": "We chose SQLite."}

    def happen(**given: str) -> str:
        ran = machine.run("sh", "-c", compact, stdin=json.dumps({**event, **given}))
        assert ran.out == ""
        return ran.err

    machine.memsync("init", "--scope", "user")
    mine = snapshot(machine.user_memory)
    happen()
    assert not (root / ".coyote").exists(), "nobody asked for a memory here"
    assert snapshot(machine.user_memory) == mine, "which may be synced to elsewhere"
    machine.memsync("init", cwd=root)
    happen()
    happen(trigger="manual", compact_summary="We chose Postgres after all.\n")
    happen(compact_summary="")
    log = machine.memsync("daily", "show", cwd=root).out
    assert log.count("compaction summary (auto)\n\nWe chose SQLite.\n") == 1
    assert "compaction summary (manual)\n\nWe chose Postgres after all.\n" in log
    token = github()
    said = happen(compact_summary=f"the token is {token}")
    assert token not in said + machine.memsync("daily", "show", cwd=root).out
    assert os.path.lexists(root / ".coyote/memory/daily")
