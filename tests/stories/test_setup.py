"""`memsync setup`: one command that sets a machine up, and takes itself back."""

from __future__ import annotations

import json
import os
import pty
import subprocess
from typing import TYPE_CHECKING

import pytest
from support.machine import Machine
from support.trees import tree

from memsync.agents.hooks.settings import hooks_of
from memsync.agents.table import with_hooks

if TYPE_CHECKING:
    from pathlib import Path

# As people have them: comments where the agent takes them, hooks of their own, tabs.
SETTINGS = {
    ".claude/settings.json": (
        '{\n  "permissions": {"allow": ["Bash(git log:*)"]},\n  "hooks": {\n'
        '    "SessionStart": [\n      {"matcher": "startup", "hooks": '
        '[{"type": "command", "command": "date"}]}\n    ]\n  },\n  "model": "opus"\n}'
    ),
    ".codex/config.toml": 'model = "gpt"\n',
    ".codex/hooks.json": '{"hooks": {}}\n',
    ".gemini/settings.json": (
        '// mine\n{\n\t"theme": "Dracula", // dark\n\t"mcpServers": {},\n}\n'
    ),
    ".qwen/settings.json": '{\r\n  "theme": "x"\r\n}\r\n',
    ".cursor/hooks.json": (
        '{\n    "version": 1,\n    "hooks": {\n'
        '        "stop": [{"command": "./x.sh"}]\n    }\n}\n'
    ),
    ".copilot/config.json": '{"trusted_folders": []}\n',
    ".config/opencode/opencode.json": '{"$schema": "https://opencode.ai/config.json"}\n',
    ".config/goose/config.yaml": "GOOSE_PROVIDER: anthropic\n",
    ".config/coyote/config.yaml": "model: a  # mine\nhooks:\n  turn.completed:\n"
    "    - name: bell\n      command: ./bell.sh\n",
}
OWN = (".config/memsync", ".local/state/memsync", ".local/share/memsync")


def furnish(machine: Machine) -> None:
    for name, text in SETTINGS.items():
        path = machine.home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
        path.chmod(0o600)


def home(machine: Machine) -> dict[str, object]:
    """All of the home but memsync's own folders."""
    return {
        name: what
        for name, what in tree(machine.home).items()
        if not name.startswith(OWN)
        and name not in (".local", ".local/state", ".local/share")
    }


def states(ran: object) -> dict[str, str]:
    assert isinstance(ran, dict)
    return {row["part"]: row["state"] for row in ran["parts"]}


@pytest.fixture
def remote(machine: Machine) -> Path:
    path = machine.folder / "remote.git"
    machine.git("init", "-q", "--bare", path)
    return path


@pytest.fixture
def agents(machine: Machine) -> set[str]:
    """A machine on which every agent is used."""
    furnish(machine)
    return {a.name for a in with_hooks() if hooks_of(a).user_file is not None}


def test_the_plan_is_shown_and_nothing_happens_without_a_yes(
    machine: Machine, agents: set[str], remote: Path
) -> None:
    before = home(machine)
    ran = machine.memsync("setup", str(remote), want=1)
    for agent in agents:
        assert f"would: {agent}: " in ran.out
    assert f"would: sync: sync your notes with {remote}" in ran.out
    assert "would: memory: create your memory" in ran.out
    assert "nothing was changed; run it with --yes to make these changes" in ran.err
    planned = machine.memsync("setup", str(remote), "--json", want=1).json
    assert planned["changed"] is False
    assert states(planned).keys() == {*agents, "memory", "sync", "timer"}
    assert home(machine) == before
    assert not (machine.home / ".local").exists()


def test_a_yes_does_all_of_it_and_undo_restores_every_byte(
    machine: Machine, agents: set[str], remote: Path
) -> None:
    before = home(machine)
    done = machine.memsync("setup", str(remote), "--yes", "--json").json
    assert {state for part, state in states(done).items() if part != "timer"} == {
        "done"
    }
    status = machine.memsync("hooks", "status", "--json").json["agents"]
    installed = {row["agent"] for row in status if row["state"] == "installed"}
    assert installed == agents
    assert machine.memsync("doctor", cwd=machine.home).out.count("wrong") == 0
    machine.memsync("remember", "--scope", "user", "--title", "Tone", "Be brief.")
    machine.memsync("sync")
    assert "user/tone.md" in machine.git(
        "ls-tree", "-r", "--name-only", "main", cwd=remote
    )
    again = machine.memsync("setup", str(remote))
    assert "this machine is set up already" in again.err
    assert "would" not in again.out
    machine.memsync("forget", "tone", "--scope", "user")
    undone = machine.memsync("setup", "--undo")
    assert f"restored: {machine.home / '.claude/settings.json'}\n" in undone.out
    left = home(machine)
    assert left.keys() - before.keys() <= {
        *(".config/coyote/memory", ".config/coyote/memory/.archive"),
        *(name for name in left if name.startswith(".config/coyote/memory/")),
    }
    assert {name: left[name] for name in before} == before
    assert "nothing to undo" in machine.memsync("setup", "--undo").err


def test_a_yes_says_what_was_done_not_what_would_be(machine: Machine) -> None:
    plan = machine.memsync("setup", want=1).out
    assert plan.startswith("would: memory: create your memory")
    ran = machine.memsync("setup", "--yes")
    assert ran.out == plan.replace("would: ", "done: ", 1)
    assert "1 of 1 done" in ran.err
    again = machine.memsync("setup", "--yes")
    assert again.out.startswith("unchanged: memory: ")


def test_a_dry_run_shows_the_plan_and_the_undo_and_changes_nothing(
    machine: Machine, agents: set[str], remote: Path
) -> None:
    before = home(machine)
    planned = machine.memsync("setup", str(remote), "--dry-run")
    assert "would: claude-code: " in planned.out
    assert planned.err == ""
    assert home(machine) == before
    assert not (machine.home / ".local").exists()
    machine.memsync("setup", "--yes")
    claude = machine.home / ".claude/settings.json"
    cursor = machine.home / ".cursor/hooks.json"
    cursor.write_text(cursor.read_text().replace("./x.sh", "./y.sh"))
    installed = home(machine)
    shown = machine.memsync("setup", "--undo", "--dry-run").out
    assert f"would be restored: {claude}\n" in shown
    assert f"entry would be removed from: {cursor}\n" in shown
    assert home(machine) == installed
    done = machine.memsync("setup", "--undo").out
    assert shown.replace("would be ", "") == done


def test_undo_right_after_leaves_no_trace(machine: Machine, agents: set[str]) -> None:
    before = home(machine)
    machine.memsync("setup", "--yes")
    assert home(machine) != before
    machine.memsync("setup", "--undo")
    assert home(machine) == before
    assert not (machine.home / ".local/share/memsync/setup.json").exists()


def test_a_file_that_was_changed_since_loses_our_entries_alone(
    machine: Machine, agents: set[str]
) -> None:
    machine.memsync("setup", "--yes")
    path = machine.home / ".cursor/hooks.json"
    changed = path.read_text().replace("./x.sh", "./y.sh")
    path.write_text(changed)
    undone = machine.memsync("setup", "--undo")
    assert f"entry removed from: {path}\n" in undone.out
    assert path.read_text() == SETTINGS[".cursor/hooks.json"].replace(
        "./x.sh", "./y.sh"
    )
    claude = machine.home / ".claude/settings.json"
    assert claude.read_text() == SETTINGS[".claude/settings.json"]


def test_only_those_that_are_named(machine: Machine, agents: set[str]) -> None:
    before = home(machine)
    machine.memsync("setup", "--only", "cursor", "--only", "codex", "--yes")
    after = home(machine)
    changed = {name for name in after if after[name] != before.get(name)}
    assert changed == {".cursor/hooks.json", ".codex/hooks.json"}
    machine.memsync("setup", "--only", "zerostack", "--yes", want=2)
    machine.memsync("setup", "--only", "nobody", "--yes", want=2)
    machine.memsync("setup", "--undo", "--only", "codex", want=2)


def test_settings_that_cannot_be_changed_are_named_and_the_rest_is_done(
    machine: Machine, agents: set[str]
) -> None:
    broken = {
        ".claude/settings.json": b'{"hooks": ',
        ".codex/hooks.json": b"[]",
        ".gemini/settings.json": b"{}" + b" " * (1 << 23),
        ".qwen/settings.json": b'{"a": "\xff"}',
    }
    for name, data in broken.items():
        (machine.home / name).write_bytes(data)
    (machine.home / ".cursor/hooks.json").chmod(0o444)
    ran = machine.memsync("setup", "--yes", want=1)
    for name in (*broken, ".cursor/hooks.json"):
        assert f"'{machine.home / name}'" in ran.err
    for name, data in broken.items():
        assert (machine.home / name).read_bytes() == data
    assert (machine.home / ".cursor/hooks.json").read_text() == (
        SETTINGS[".cursor/hooks.json"]
    )
    found = machine.memsync("setup", "--json", want=1).json
    assert states(found)["claude-code"] == "failed"
    assert states(found)["copilot"] == "unchanged"
    assert (machine.home / ".config/opencode/plugins/memsync.js").exists()
    assert (machine.user_memory / "MEMORY.md").is_file()


def test_a_remote_that_cannot_be_reached_fails_alone(
    machine: Machine, agents: set[str]
) -> None:
    nowhere = machine.folder / "nowhere.git"
    ran = machine.memsync("setup", str(nowhere), "--yes", want=1)
    assert "sync: " in ran.err
    status = machine.memsync("hooks", "status", "--json").json["agents"]
    assert {row["state"] for row in status} == {"installed"}
    machine.memsync("setup", "github.com/me/memory", "--yes", want=1)


def test_a_dotfile_managers_links_stay_links(machine: Machine) -> None:
    furnish(machine)
    path = machine.home / ".claude/settings.json"
    real = machine.home / "dotfiles/claude.json"
    real.parent.mkdir()
    path.rename(real)
    path.symlink_to(real)
    before = home(machine)
    machine.memsync("setup", "--yes")
    assert path.is_symlink()
    assert "memsync" in real.read_text()
    machine.memsync("setup", "--undo")
    assert home(machine) == before


def test_a_machine_without_agents_gets_a_memory(machine: Machine) -> None:
    ran = machine.memsync("setup", "--yes")
    assert (machine.user_memory / "MEMORY.md").is_file()
    assert "1 of 1 done" in ran.err


def test_without_a_home_it_says_what_is_missing(tmp_path: Path) -> None:
    machine = Machine(tmp_path / "container")
    nothing = {"HOME": "", "XDG_CONFIG_HOME": ""}
    ran = machine.memsync("setup", "--yes", environ=nothing, want=None)
    assert "Traceback" not in ran.err
    assert "HOME" in ran.err
    assert "hint: " in ran.err
    placed = {
        "HOME": "",
        **{
            f"{name}_DIR": str(tmp_path / name)
            for name in ("MEMSYNC_CONFIG", "MEMSYNC_STATE", "MEMSYNC_DATA")
        },
        "COYOTE_CONFIG_DIR": str(tmp_path / "coyote"),
        "CLAUDE_CONFIG_DIR": str(tmp_path / "claude"),
    }
    (tmp_path / "claude").mkdir()
    machine.memsync("setup", "--yes", environ=placed)
    assert "memsync" in (tmp_path / "claude/settings.json").read_text()
    machine.memsync("setup", "--undo", environ=placed)
    assert list((tmp_path / "claude").iterdir()) == []


def test_on_a_terminal_it_asks(machine: Machine) -> None:
    furnish(machine)

    def answer(text: bytes) -> tuple[int, bytes]:
        ours, theirs = pty.openpty()
        with subprocess.Popen(
            ["memsync", "setup", "--only", "cursor"],
            cwd=machine.home,
            env=machine.environ,
            stdin=theirs,
            stdout=subprocess.PIPE,
            stderr=theirs,
        ) as child:
            os.close(theirs)
            os.write(ours, text)
            code = child.wait(timeout=60)
            said = os.read(ours, 1 << 16)
        os.close(ours)
        return code, said

    path = machine.home / ".cursor/hooks.json"
    code, said = answer(b"n\n")
    assert (code, path.read_text()) == (1, SETTINGS[".cursor/hooks.json"])
    assert b"Do this?" in said
    assert answer(b"y\n")[0] == 0
    assert "memsync" in path.read_text()


def test_what_it_kept_is_for_its_owner_alone(machine: Machine) -> None:
    furnish(machine)
    machine.run("sh", "-c", "umask 000 && memsync setup --yes")
    kept = machine.home / ".local/share/memsync/setup.json"
    assert kept.stat().st_mode & 0o777 == 0o600
    assert kept.parent.stat().st_mode & 0o777 == 0o700
    kept.write_text("{")
    ran = machine.memsync("setup", "--undo", want=16)
    assert "is damaged" in ran.err
    kept.unlink()
    machine.memsync("setup", "--undo")
    start = json.loads((machine.home / ".codex/hooks.json").read_text())
    assert start == {"hooks": {}}
