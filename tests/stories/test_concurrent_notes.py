"""Several processes at one memory, and processes that are killed."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from support.machine import Machine

ROUNDS = 30

WRITER = """
import sys
from memsync.cli.main import run
who, name = sys.argv[1:]
for number in range({rounds}):
    note = name.format(number)
    assert run(["write", note, "-m", f"{{who}} {{number}}", "-d", "d"]) == 0
"""


def start(
    machine: Machine, root: Path, code: str, *argv: str
) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", code, *argv],
        cwd=root,
        env=machine.environ,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )


def test_two_processes_write_one_note_and_every_version_is_kept(
    machine: Machine,
) -> None:
    root = machine.repository()
    machine.memsync("init", cwd=root)
    code = WRITER.format(rounds=ROUNDS)
    environ = {"MEMSYNC_ARCHIVE_KEEP": "all"}
    machine.environ.update(environ)
    writers = [start(machine, root, code, who, "same") for who in ("a", "b")]
    for writer in writers:
        _, err = writer.communicate(timeout=120)
        assert writer.returncode == 0, err
    archive = next((root / ".git/memsync/archive").iterdir())
    texts = [path.read_text() for path in (archive / "same").iterdir()]
    texts.append((root / ".coyote/memory/same.md").read_text())
    for who in ("a", "b"):
        for number in range(ROUNDS):
            assert any(text.endswith(f"\n{who} {number}\n") for text in texts)


def test_two_processes_write_different_notes_and_all_are_indexed(
    machine: Machine,
) -> None:
    root = machine.repository()
    machine.memsync("init", cwd=root)
    code = WRITER.format(rounds=ROUNDS)
    writers = [start(machine, root, code, who, who + "-{}") for who in ("a", "b")]
    for writer in writers:
        _, err = writer.communicate(timeout=120)
        assert writer.returncode == 0, err
    index = (root / ".coyote/memory/MEMORY.md").read_text()
    for who in ("a", "b"):
        for number in range(ROUNDS):
            assert index.count(f"- [[{who}-{number}]]: d\n") == 1
    assert machine.memsync("lint", "--json", cwd=root).json["findings"] == []


DAY = """
import sys
from memsync.cli.main import run
(who,) = sys.argv[1:]
for number in range({rounds}):
    assert run(["daily", "add", f"line {{who}} {{number}}"]) == 0
"""

READER = """
import os, pathlib, sys
from memsync.cli.main import run
(who,) = sys.argv[1:]
for number in range({rounds}):
    note = pathlib.Path(f".coyote/memory/{{who}}-{{number}}.md")
    note.write_text("by an agent\\n")
    # Old enough that `list` remembers it.
    os.utime(note, (1, 1))
    assert run(["list"]) == 0
"""


def test_processes_that_write_notes_logs_and_lists_do_not_disturb_each_other(
    machine: Machine,
) -> None:
    root = machine.repository()
    machine.memsync("init", cwd=root)
    note = WRITER.format(rounds=ROUNDS)
    day = DAY.format(rounds=ROUNDS)
    reader = READER.format(rounds=ROUNDS)
    running = [start(machine, root, note, who, who + "-{}") for who in ("a", "b")]
    running += [start(machine, root, day, who) for who in ("c", "d")]
    running.append(start(machine, root, reader, "e"))
    for process in running:
        _, err = process.communicate(timeout=120)
        assert process.returncode == 0, err
        assert b"could not be stored" not in err
        assert b"is gone" not in err
        assert b"are gone" not in err
    (log,) = (root / ".coyote/memory/daily").iterdir()
    assert log.read_text().count("line ") == 2 * ROUNDS


def test_several_first_writes_make_one_memory(machine: Machine) -> None:
    for each in range(5):
        root = machine.repository(f"r{each}")
        code = WRITER.format(rounds=2)
        writers = [start(machine, root, code, who, who + "-{}") for who in "abcd"]
        for writer in writers:
            _, err = writer.communicate(timeout=120)
            assert writer.returncode == 0, err
        index = (root / ".coyote/memory/MEMORY.md").read_text()
        assert index.count("- [[") == 8


KILLED = """
import os, signal, sys
from memsync.cli.main import run
scope, point = sys.argv[1:]
write = ["write", "auth", "--scope", scope, "-m"]
assert run([*write, f"first {point}", "-d", "d"]) == 0
count = int(point)
def dying(real):
    def call(*args, **kwargs):
        global count
        count -= 1
        if count < 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*args, **kwargs)
    return call
for name in ("fsync", "rename", "replace", "link", "unlink"):
    setattr(os, name, dying(getattr(os, name)))
sys.exit(run([*write, "second", "-d", "changed"]))
"""


@pytest.mark.parametrize("scope", ["workspace", "user"])
def test_a_write_killed_at_any_point_leaves_old_or_new(
    machine: Machine, scope: str
) -> None:
    root = machine.repository()
    machine.environ["MEMSYNC_ARCHIVE_KEEP"] = "all"
    memory = machine.user_memory if scope == "user" else root / ".coyote/memory"
    ends = set()
    for point in range(60):
        process = start(machine, root, KILLED, scope, str(point))
        process.communicate(timeout=60)
        now = (memory / "auth.md").read_text()
        ends.add(now.rpartition("\n\n")[2].split()[0])
        assert now.endswith((f"\nfirst {point}\n", "\nsecond\n"))
        # The next command works unaided, and sets right what is half done.
        machine.memsync(
            *("write", "auth", "-m", f"next {point}", "-d", "e", "--scope", scope),
            cwd=root,
        )
        assert not list(memory.glob(".memsync-*"))
        assert (memory / "MEMORY.md").read_text().count("- [[auth]]: e\n") == 1
        if process.returncode == 0:
            break
        assert process.returncode == -signal.SIGKILL
    else:
        pytest.fail("never reached the end")
    assert ends == {"first", "second"}
    rows = machine.memsync("archive", "list", "auth", "--json", cwd=root).json
    paths = [Path(row["path"]) for row in rows]
    texts = "".join(path.read_text() for path in paths)
    for number in range(point + 1):
        assert f"\nfirst {number}\n" in texts
