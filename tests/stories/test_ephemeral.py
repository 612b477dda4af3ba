"""A throwaway memory for one command: nothing of the real one is read or written."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from support.machine import Machine

WITHIN = """
import json, sys
from memsync.cli.main import run
codes = [run(line.split()) for line in sys.argv[1:]]
print(json.dumps(codes), file=sys.stderr)
"""


@pytest.fixture
def top(machine: Machine) -> Path:
    """A repository of a person with memories, configuration and state."""
    folder = machine.folder / "tmp"
    folder.mkdir()
    machine.environ["TMPDIR"] = str(folder)
    top = machine.repository()
    machine.memsync("write", "real", "-m", "A real note.", cwd=top)
    machine.memsync("write", "own", "-m", "Mine.", "--scope", "user")
    machine.config.mkdir(parents=True)
    (machine.config / "config.yaml").write_text("caps:\n  note: 5\n")
    return top


def within(machine: Machine, top: Path, *lines: str) -> tuple[str, list[int]]:
    """What memsync's commands print inside of `memsync ephemeral`, and their codes."""
    argv = ("ephemeral", "--", sys.executable, "-c", WITHIN, *lines)
    ran = machine.memsync(*argv, cwd=top)
    return ran.out, json.loads(ran.err.splitlines()[-1])


def everything(machine: Machine) -> dict[str, bytes | None]:
    """All files of the machine, but for what git itself keeps."""
    return {
        str(path): path.read_bytes() if path.is_file() else None
        for path in machine.folder.rglob("*")
        if "objects" not in path.parts
    }


def test_it_sees_nothing_and_leaves_nothing(machine: Machine, top: Path) -> None:
    (top / "COYOTE.md").write_text("Lite text.\n")
    before = everything(machine)
    out, codes = within(
        machine,
        top,
        *("list", "context", "archive list", "config get caps.note"),
        *("write new -m A.longer.text", "write mine -m text --scope user"),
        *("daily add began", "remember fact", "forget new", "init", "list"),
        *("sync", "init --lite", "init --private", "deinit", "merge-back", "adopt x"),
        *("sync init", "sync add --id x"),
    )
    assert codes == [0] * 11 + [11] + [14] * 5 + [0, 14]
    assert "real" not in out
    assert "own" not in out
    assert "Lite text" not in out
    assert "2000\n" in out
    listed = [line.split("\t")[:2] for line in out.splitlines() if "\t" in line]
    assert listed[-2:] == [["fact", "workspace"], ["mine", "user"]]
    assert everything(machine) == before


def test_a_setting_in_the_environment_is_hidden_as_well(
    machine: Machine, top: Path
) -> None:
    machine.environ["MEMSYNC_SYNC_REMOTE"] = str(machine.folder / "remote.git")
    assert within(machine, top, "sync")[1] == [11]


def test_a_worktree_made_within_gets_no_link(machine: Machine, top: Path) -> None:
    script = (
        "git worktree add -q ../side && memsync -C ../side hook post-checkout 0 0 1"
    )
    machine.memsync("ephemeral", "--", "sh", "-c", script, cwd=top)
    assert not (machine.folder / "side/.coyote").exists()


@pytest.mark.parametrize(
    ("argv", "code"),
    [
        (["sh", "-c", "exit 42"], 42),
        (["sh", "-c", "kill -9 $$"], 137),
        (["no-such-command"], 127),
        (["/"], 126),
        ([], 2),
    ],
)
def test_the_exit_status_is_the_command_s(
    machine: Machine, top: Path, argv: list[str], code: int
) -> None:
    machine.memsync("ephemeral", "--", *argv, cwd=top, want=code)
    assert list(Path(machine.environ["TMPDIR"]).iterdir()) == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_reaches_the_command_and_all_is_cleaned_up(
    machine: Machine, top: Path, number: int
) -> None:
    code = (
        "import signal, sys\n"
        f"signal.signal({int(number)}, lambda *_: sys.exit(7))\n"
        "print('ready', flush=True)\n"
        "signal.pause()"
    )
    with subprocess.Popen(
        ["memsync", "ephemeral", "--", sys.executable, "-c", code],
        env=machine.environ,
        cwd=top,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
    ) as running:
        assert running.stdout
        assert running.stdout.readline() == b"ready\n"
        running.send_signal(number)
        assert running.wait(timeout=60) == 7
    assert list(Path(machine.environ["TMPDIR"]).iterdir()) == []


def test_ctrl_c_at_a_terminal_interrupts_the_command_once(
    machine: Machine, top: Path
) -> None:
    code = (
        "import signal, sys, time\n"
        "seen = []\n"
        "signal.signal(signal.SIGINT, lambda *_: seen.append(1))\n"
        "print('ready', flush=True)\n"
        "while not seen: signal.sigtimedwait([], 0.05)\n"
        "signal.sigtimedwait([], 0.3)\n"
        "sys.exit(40 + len(seen))"
    )
    argv = ["memsync", "ephemeral", "--", sys.executable, "-c", code]
    leader, follower = os.openpty()
    pid = os.fork()
    if not pid:
        os.login_tty(follower) if hasattr(os, "login_tty") else _login(follower)
        os.chdir(top)
        os.execvpe(argv[0], argv, machine.environ)  # noqa: S606 -- no shell is wanted
    os.close(follower)
    said = b""
    while b"ready" not in said:
        said += os.read(leader, 1024)
    os.write(leader, b"\x03")
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 41
    os.close(leader)
    assert list(Path(machine.environ["TMPDIR"]).iterdir()) == []


def _login(follower: int) -> None:
    import fcntl
    import termios

    os.setsid()
    fcntl.ioctl(follower, termios.TIOCSCTTY, 0)
    for stream in range(3):
        os.dup2(follower, stream)
