"""What a person types who does not know the words yet, or slips."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from support.terminal import typed

from memsync.cli.other_words import OTHER_WORDS, WORDS_IN_GROUPS
from memsync.cli.verbs import VERBS

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine


@pytest.fixture
def root(machine: Machine) -> Path:
    """A repository with two notes."""
    root = machine.repository()
    machine.memsync("write", "port", "-m", "The port is 8080.", cwd=root)
    machine.memsync("write", "deploy", "-m", "Deploy with make.", cwd=root)
    return root


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["ls"], "memsync list"),
        (["cat", "port"], "memsync read"),
        (["rm", "port"], "memsync forget"),
        (["log"], "memsync sync log"),
        (["stauts"], "memsync status"),
        (["Serach", "x"], "memsync search"),
        (["sync", "stats"], "memsync sync status"),
        (["archive", "lst"], "memsync archive list"),
        (["sync", "conflicts"], "memsync sync status"),
        (["sync", "push"], "memsync sync"),
        (["scratchpad", "list"], "memsync scratchpad show"),
    ],
)
def test_a_command_is_told_the_nearest(
    machine: Machine, words: list[str], meant: str
) -> None:
    ran = machine.memsync(*words, want=2)
    assert ran.err.startswith("memsync: no such command '")
    assert ran.err.endswith(f"hint: did you mean `{meant}`?\n")


def test_other_words_lead_to_commands_that_exist(machine: Machine) -> None:
    for word, meant in OTHER_WORDS.items():
        if word not in VERBS:
            machine.memsync(*meant.split(), "--help")
    for words, meant in WORDS_IN_GROUPS.items():
        refused = machine.memsync(*words.split(), want=2)
        assert f"did you mean `memsync {meant}`?" in refused.err
        machine.memsync(*meant.split(), "--help")


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["list", "--josn"], "did you mean `--json`?"),
        (["move", "port", "--scpoe", "user"], "did you mean `--scope`?"),
        (["move", "port", "--to", "user"], "see `memsync move --help`"),
        (["scan", "-x"], "see `memsync scan --help`"),
    ],
)
def test_an_option_is_told_the_nearest_only_where_one_is_near(
    machine: Machine, words: list[str], hint: str
) -> None:
    ran = machine.memsync(*words, want=2)
    assert "no such option" in ran.err
    assert ran.err.endswith(f"\nhint: {hint}\n")
    assert "Did you mean" not in ran.err


def test_a_note_is_told_the_nearest(machine: Machine, root: Path) -> None:
    for verb in (["read"], ["forget"], ["show"], ["edit"]):
        ran = machine.memsync(*verb, "prot", cwd=root, want=17)
        assert "did you mean 'port'?" in ran.err
    ran = machine.memsync("rename", "deplyo", "x", cwd=root, want=17)
    assert "did you mean 'deploy'?" in ran.err
    ran = machine.memsync("read", "nothing-like-it", cwd=root, want=17)
    assert "did you mean" not in ran.err


def test_a_setting_and_a_profile_are_told_the_nearest(machine: Machine) -> None:
    ran = machine.memsync("config", "get", "caps.nots", want=16)
    assert "did you mean caps.note?" in ran.err
    machine.memsync("config", "set", "sync.profiles.work.remote", "/x/work.git")
    ran = machine.memsync("sync", "status", "--profile", "wrok", want=11)
    assert "did you mean 'work'?" in ran.err


@pytest.mark.parametrize("flag", ["-q", "-v", "--quiet", "--verbose"])
def test_a_flag_stands_before_or_behind_the_command(
    machine: Machine, root: Path, flag: str
) -> None:
    before = machine.memsync(flag, "lint", "--fix", cwd=root)
    for words in (["lint", flag, "--fix"], ["lint", "--fix", flag]):
        assert machine.memsync(*words, cwd=root) == before
    machine.memsync("archive", flag, "list", cwd=root)
    machine.memsync("archive", "list", flag, cwd=root)
    machine.memsync("sync", "status", flag, cwd=root)


def test_quiet_behind_the_command_is_quiet(machine: Machine, root: Path) -> None:
    note = root / ".coyote/memory/port.md"
    note.write_text(note.read_text().replace("name: port\n", ""))
    assert machine.memsync("lint", "--fix", "-q", cwd=root).err == ""


def test_json_stands_before_or_behind_the_command(machine: Machine, root: Path) -> None:
    wanted = machine.memsync("list", "--json", cwd=root).json
    assert machine.memsync("--json", "list", cwd=root).json == wanted
    listed = machine.memsync("archive", "list", "--json", cwd=root).json
    for words in (["--json", "archive", "list"], ["archive", "--json", "list"]):
        assert machine.memsync(*words, cwd=root).json == listed
    error = machine.memsync("--json", "read", "none", cwd=root, want=17).json
    assert error["error"]["code"] == "not-found"
    error = machine.memsync("--json", "list", "--scpoe", "user", cwd=root, want=2).json
    assert error["error"]["code"] == "usage"


def test_json_of_a_command_that_has_none_is_a_usage_error(machine: Machine) -> None:
    for words in (["--json", "demo"], ["demo", "--json"], ["--json", "sync", "watch"]):
        assert "no such option" in machine.memsync(*words, want=2).err.lower()


def test_a_hook_ignores_json(machine: Machine, root: Path) -> None:
    plain = machine.memsync("hook", "session-start", cwd=root).out
    assert "8080" in plain
    for words in (
        ["--json", "hook", "session-start"],
        ["hook", "--json", "session-start"],
        ["hook", "session-start", "--json"],
    ):
        assert machine.memsync(*words, cwd=root).out == plain


def test_words_need_no_quotes(machine: Machine, root: Path) -> None:
    quoted = machine.memsync("search", "how to deploy", "--json", cwd=root).json
    plain = machine.memsync("search", "how", "to", "deploy", "--json", cwd=root).json
    assert plain == quoted
    assert quoted[0]["name"] == "deploy"
    machine.memsync("write", "tls", "TLS", "is", "on", "8443.", cwd=root)
    assert machine.memsync("read", "tls", cwd=root).out.endswith("TLS is on 8443.\n")
    machine.memsync("write", "tls", "It is on 443.", cwd=root)
    assert machine.memsync("read", "tls", cwd=root).out.endswith("It is on 443.\n")
    machine.memsync("write", "tls", "one", "-m", "two", cwd=root, want=2)
    machine.memsync("remember", "Answer", "in", "German.", cwd=root)
    assert "German" in machine.memsync("read", "answer-in-german", cwd=root).out


def test_an_error_is_red_where_git_would_use_colour(
    machine: Machine, root: Path
) -> None:
    term = {"TERM": "xterm"}

    def run(environ: dict[str, str]) -> str:
        screen = typed(
            machine, ["read", "prot"], [], want=17, cwd=root, environ=environ
        )
        return screen.text

    red = "\x1b[31mmemsync: there is no note 'prot'\x1b[m"
    assert red in run(term)
    assert "\x1b" not in run({**term, "NO_COLOR": "1"})
    assert "\x1b" not in run({"TERM": "dumb"})
    machine.git("config", "--global", "color.ui", "never")
    assert "\x1b" not in run(term)
    assert "\x1b" not in typed(machine, ["list"], [], cwd=root, environ=term).text
    machine.git("config", "--global", "color.ui", "auto")
    assert "\x1b[1m" in typed(machine, ["list"], [], cwd=root, environ=term).text
    assert "\x1b" not in machine.memsync("read", "prot", cwd=root, want=17).err


def test_an_error_with_json_in_front_is_json(machine: Machine) -> None:
    ran = machine.memsync("--json", "stauts", want=2)
    assert json.loads(ran.out)["error"]["hint"] == "did you mean `memsync status`?"


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        ("context --agent", "agent"),
        ("hooks install --agent", "agent"),
        ("setup --only", "agent"),
        ("import", "agent with a memory"),
        ("export", "agent with a memory"),
        ("archive list --agent", "agent with a memory"),
        ("sessions list --agent", "agent with sessions"),
        ("recall port --agent", "agent with sessions"),
    ],
)
def test_an_agent_that_is_mistyped_is_named_alike_everywhere(
    machine: Machine, command: str, kind: str
) -> None:
    near = machine.memsync(*command.split(), "codx", want=2)
    assert f"no {kind} is called 'codx'\nhint: did you mean codex? else one" in near.err
    none = machine.memsync(*command.split(), "nobody", want=2)
    assert f"no {kind} is called 'nobody'\nhint: one of " in none.err
    assert "claude-code" in none.err


def test_a_missing_argument_is_said_on_one_line(machine: Machine) -> None:
    ran = machine.memsync("completion", want=2)
    assert ran.err.startswith("memsync: missing argument ")
    assert "?" not in ran.err.splitlines()[0]
    assert ". Choose from: bash, zsh, fish\n" in ran.err
