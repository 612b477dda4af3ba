"""`hook user-prompt`: the notes that say something about a prompt, each once."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from memsync.agents.hooks.settings import hooks_of
from memsync.agents.table import with_hooks

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

TAKERS = [agent.name for agent in with_hooks() if hooks_of(agent).per_prompt]
FACTS = {
    "redis-cache": "Sessions are cached in Redis; the cache is seeded first.",
    "deploy": "Deploy with make ship, on Thursdays only.",
    "wombats": "The zoo has two wombats.",
    "postgres": "Migrations run in Postgres under an advisory lock.",
}


@pytest.fixture
def root(machine: Machine) -> Path:
    root = machine.repository()
    machine.memsync("init", cwd=root)
    for name, text in FACTS.items():
        machine.memsync("write", name, "-m", text, cwd=root)
    return root


def ask(
    machine: Machine, root: Path, prompt: str, session: str = "s", **given: object
) -> str:
    event = {"cwd": str(root), "session_id": session, "prompt": prompt, **given}
    agent = ("--agent", "claude-code")
    ran = machine.memsync("hook", "user-prompt", *agent, stdin=json.dumps(event))
    assert ran.err == ""
    return ran.out


def test_a_prompt_gets_the_note_that_it_is_about(machine: Machine, root: Path) -> None:
    said = ask(machine, root, "How is the Redis cache of sessions seeded?")
    assert '<note name="redis-cache" scope="workspace">' in said
    assert "seeded first" in said
    assert "wombats" not in said
    for talk in ("continue", "thanks, looks good", "", "???"):
        assert ask(machine, root, talk) == ""


@pytest.mark.parametrize("agent", [["--agent", "claude-code"], []])
def test_each_note_comes_once_a_session_and_again_after_a_compaction(
    machine: Machine, root: Path, agent: list[str]
) -> None:
    def ask(machine: Machine, root: Path, prompt: str, session: str = "s") -> str:
        event = {"cwd": str(root), "session_id": session, "prompt": prompt}
        return machine.memsync(
            "hook", "user-prompt", *agent, stdin=json.dumps(event)
        ).out

    prompt = "when do we deploy with make ship?"
    assert "Thursdays" in ask(machine, root, prompt)
    assert ask(machine, root, prompt) == ""
    assert "Thursdays" in ask(machine, root, prompt, "another")
    event = {"cwd": str(root), "session_id": "s"}
    for compaction in (
        ("post-compact", {"compact_summary": "Deploys."}),
        ("session-start", {"source": "compact"}),
    ):
        name, more = compaction
        stdin = json.dumps({**event, **more})
        machine.memsync("hook", name, *agent, stdin=stdin)
        assert "Thursdays" in ask(machine, root, prompt)
        assert ask(machine, root, prompt) == ""


def test_limits_are_settings_and_what_is_cut_says_where_the_rest_is(
    machine: Machine, root: Path
) -> None:
    long = "\n".join(f"Wombat fact number {n}: it digs." for n in range(300))
    machine.memsync("write", "wombats", "-m", long, cwd=root)
    said = ask(machine, root, "wombat fact digs")
    assert len(said.encode()) <= 4001
    assert "<!-- the rest: memsync read wombats -->" in said
    machine.memsync("config", "set", "prompt.max_bytes", "600")
    assert len(ask(machine, root, "wombat fact digs", "t").encode()) <= 601
    machine.memsync("config", "set", "prompt.min_score", "1")
    assert ask(machine, root, "what was it that we deploy?") == ""
    machine.memsync("config", "set", "prompt.min_score", "0.1")
    assert "Thursdays" in ask(machine, root, "what was it that we deploy?")


def test_at_most_three_notes_come(machine: Machine, root: Path) -> None:
    machine.memsync("config", "set", "prompt.min_score", "0")
    for number in range(6):
        name = f"kiwi-{number}"
        machine.memsync("write", name, "-m", f"Kiwi bird {number}.", cwd=root)
    assert ask(machine, root, "kiwi bird").count("<note ") == 3
    assert ask(machine, root, "kiwi bird").count("<note ") == 3
    assert ask(machine, root, "kiwi bird") == ""


def test_memory_that_is_off_gives_nothing(machine: Machine, root: Path) -> None:
    machine.memsync("config", "set", "memory.enabled", "false")
    assert ask(machine, root, "wombats of the zoo") == ""
    assert ask(machine, machine.home, "wombats of the zoo") == ""


@pytest.mark.parametrize("agent", TAKERS)
def test_each_agent_gets_them_in_its_own_form(
    machine: Machine, root: Path, agent: str
) -> None:
    event = {"cwd": str(root), "session_id": "s", "prompt": "the wombats of the zoo"}
    hook = ("hook", "user-prompt", "--agent", agent)
    said = machine.memsync(*hook, stdin=json.dumps(event)).out
    if agent in ("claude-code", "codex"):
        assert said.startswith("<memory ")
        return
    output = json.loads(said)["hookSpecificOutput"]
    name = "BeforeAgent" if agent == "gemini-cli" else "UserPromptSubmit"
    assert output["hookEventName"] == name
    assert "two wombats" in output["additionalContext"]


def test_a_megabyte_of_prompt_and_garbage_are_answered(
    machine: Machine, root: Path
) -> None:
    long = "the wombats of the zoo " + "x y z " * (1 << 18)
    assert "two wombats" in ask(machine, root, long)
    hostile = (
        b"",
        b"{",
        b"\xff\xfe",
        b"[]",
        b'{"prompt": 3}',
        b'{"prompt": "\\ud800"}',
    )
    for stdin in hostile:
        ran = machine.memsync("hook", "user-prompt", cwd=root, stdin=stdin)
        assert (ran.out, ran.err) == ("", "")
    event = {"cwd": "/no/such/folder", "prompt": "wombats", "session_id": "../../x"}
    ran = machine.memsync("hook", "user-prompt", stdin=json.dumps(event))
    assert ran.out == ""
    ran = machine.memsync(
        "hook", "user-prompt", "--agent", "none", cwd=root, stdin="{}"
    )
    assert ran.out == ""
    machine.memsync("hook", "user-prompt", "--no-such-option", cwd=root)


def test_settings_that_are_broken_are_one_line(machine: Machine, root: Path) -> None:
    machine.config.mkdir(parents=True)
    (machine.config / "config.yaml").write_text("memory: [\n")
    event = json.dumps({"cwd": str(root), "prompt": "wombats of the zoo"})
    ran = machine.memsync("hook", "user-prompt", stdin=event)
    assert ran.out == ""
    assert ran.err.startswith("memsync: ")
    assert ran.err.count("\n") == 1


def test_nothing_of_a_prompt_is_kept(machine: Machine, root: Path) -> None:
    ask(machine, root, "the wombats of the zoo, and a mention of Zanzibar")
    kept = [path for path in machine.state.rglob("*") if path.is_file()]
    assert kept
    assert not [path for path in kept if b"anzibar" in path.read_bytes()]


def test_click_is_not_loaded(machine: Machine, root: Path) -> None:
    code = (
        "import sys; sys.argv[1:] = ['hook', 'user-prompt', '--agent', 'codex']\n"
        "from memsync.cli.start import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    event = json.dumps({"cwd": str(root), "prompt": "the wombats of the zoo"})
    ran = machine.run("python", "-c", code, stdin=event)
    assert "two wombats" in ran.out
    slow = {"click", "dataclasses", "yaml", "subprocess", "cryptography", "git"}
    assert not slow & set(ran.err.split())
