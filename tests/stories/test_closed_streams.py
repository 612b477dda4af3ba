"""Standard streams and signals as cron, agents and full disks leave them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support import tokens

if TYPE_CHECKING:
    from support.machine import Machine

needs_full = pytest.mark.skipif(
    not Path("/dev/full").exists(), reason="this system has no /dev/full"
)


@pytest.fixture
def root(machine: Machine) -> Path:
    """A repository whose memory knows one fact."""
    root = machine.repository()
    machine.memsync("write", "auth", "-m", "On disk.", cwd=root)
    return root


@needs_full
@pytest.mark.parametrize("command", ["list", "list --json", "read auth", "--help"])
def test_a_full_disk_behind_stdout_is_one_line_and_16(
    machine: Machine, root: Path, command: str
) -> None:
    ran = machine.run("sh", "-c", f"memsync {command} >/dev/full", cwd=root, want=16)
    assert ran.err == "memsync: no space left on device\n"


@needs_full
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_an_error_in_json_on_a_full_disk_keeps_its_code(
    machine: Machine, root: Path, unbuffered: str
) -> None:
    environ = {"PYTHONUNBUFFERED": unbuffered}
    commands = {"list": 16, "read auth": 16, "read none": 17, "read ../x": 2}
    for command, want in commands.items():
        script = f"memsync {command} --json >/dev/full"
        ran = machine.run("sh", "-c", script, cwd=root, environ=environ, want=want)
        lines = ran.err.splitlines()
        assert lines[0].startswith("memsync: "), ran
        assert len(lines) == (1 if want == 16 else 2), ran


@needs_full
def test_a_full_disk_behind_stdout_gives_an_agent_no_code(
    machine: Machine, root: Path
) -> None:
    machine.run("sh", "-c", "memsync hook session-start >/dev/full", cwd=root)


@pytest.mark.parametrize(
    "command",
    ["list >&-", "--help >&-", "scan - <&-", "list 2>&-", "list <&- >&- 2>&-"],
)
def test_a_stream_that_is_closed_is_no_bug(
    machine: Machine, root: Path, command: str
) -> None:
    ran = machine.run("sh", "-c", f"memsync {command}", cwd=root)
    assert ran.err == ""


def test_nothing_that_is_said_gets_into_a_note(machine: Machine, root: Path) -> None:
    """A file that is opened gets the number of a stream that was closed."""
    script = "memsync write late -m 'A later fact.' >&- 2>&-"
    machine.run("sh", "-c", script, cwd=root)
    note = machine.memsync("read", "late", cwd=root).out
    assert note.endswith("---\n\nA later fact.\n")


@pytest.mark.parametrize("event", [b'{"a":' * 100_000, b'{"cwd": "/\\u0000"}'])
def test_an_event_that_nobody_can_read_is_no_bug(
    machine: Machine, root: Path, event: bytes
) -> None:
    ran = machine.memsync("hook", "session-start", cwd=root, stdin=event)
    assert "[[auth]]" in ran.out
    assert ran.err == ""


@needs_full
def test_a_full_disk_behind_stderr_stops_no_command(
    machine: Machine, root: Path
) -> None:
    """What is said is lost; what is printed and the exit code are not."""
    for text, want in (("list --json", 0), ("read nothing", 17), ("nonsense", 2)):
        machine.run("sh", "-c", f"memsync {text} 2>/dev/full", cwd=root, want=want)
    path = machine.user_memory / "CON.md"
    path.parent.mkdir(parents=True)
    path.write_text("held for its name")
    machine.memsync("sync", "init")
    ran = machine.run("sh", "-c", "memsync sync --json 2>/dev/full", want=1)
    assert [held["name"] for held in ran.json["held"]] == ["CON"]


def test_the_program_that_starts_memsync_may_ignore_its_childrens_end(
    machine: Machine, root: Path
) -> None:
    (root / "AGENTS.md").write_text(f"The token is {tokens.github()}.\n")
    machine.git("add", "-A", cwd=root)
    # A shell would not pass this on.
    start = (
        "signal.signal(signal.SIGCHLD, signal.SIG_IGN); os.execvp(argv[1], argv[1:])"
    )
    ignoring = (
        sys.executable,
        "-c",
        f"import os, signal; from sys import argv; {start}",
    )
    machine.run(*ignoring, "memsync", "scan", "--staged", cwd=root, want=1)
    stopped = machine.run(*ignoring, "memsync-guard", cwd=root, want=1)
    assert "AGENTS.md:1:14: github-pat" in stopped.out + stopped.err


# Runs memsync, and presses Ctrl-C when it looks for the module that is named first.
PRESSED = """\
import os, signal, sys

wanted = sys.argv.pop(1)

class Press:
    def find_spec(self, name, *_):
        if name == wanted:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)
sys.meta_path.insert(0, Press())
from memsync.cli.start import main
main()
"""


@pytest.mark.parametrize(
    ("module", "command", "want"),
    [
        ("memsync.process.spawn", "status", 130),
        ("memsync.cli.find.plain", "list", 130),
        ("memsync.cli.main", "write late -m x", 130),
        ("click", "--help", 130),
        ("memsync.cli.memory.status", "status", 130),
        ("memsync.sync.early.door", "sync", 130),
        ("memsync.cli.main", "-C . hook session-start", 0),
        ("memsync.cli.hook.prompt", "hook user-prompt", 0),
    ],
)
def test_control_c_while_it_starts_is_an_interruption(
    machine: Machine, root: Path, module: str, command: str, want: int
) -> None:
    argv = (sys.executable, "-c", PRESSED, module, *command.split())
    ran = machine.run(*argv, cwd=root, want=want)
    # Click ends the line of the ^C first.
    assert (ran.out, ran.err.lstrip("\n")) == ("", "memsync: interrupted\n")
