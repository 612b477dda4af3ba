"""`kill -9` at any point of init: nothing is half done, the next one needs no help."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from support.machine import Machine

# The program dies in the middle of its n-th call that changes the disk.
KILLED = """
import os, signal, sys
left = int(sys.argv[1])

def dying(call):
    def run(*arguments, **options):
        global left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return call(*arguments, **options)
    return run

for name in ("fsync", "rename", "replace", "link", "symlink", "unlink", "mkdir"):
    setattr(os, name, dying(getattr(os, name)))

from memsync.cli.main import run
sys.exit(run(sys.argv[2:]))
"""


def test_the_next_init_completes_it(machine: Machine) -> None:
    for at in range(1, 200):
        top = machine.repository(f"killed-{at}")
        side = machine.folder / f"killed-{at}-side"
        machine.git("worktree", "add", "-q", side, cwd=top)
        (side / ".gitignore").write_bytes(b"a\r\nb")
        done = machine.run(
            *(sys.executable, "-c", KILLED, str(at), "init"), cwd=side, want=None
        )
        whole = b"a\r\nb\r\n.coyote/memory/\r\n"
        assert (side / ".gitignore").read_bytes() in (b"a\r\nb", whole)
        if (top / ".coyote/memory").exists():
            # At no instant could `git add -A` have taken a note.
            assert machine.git("status", "--porcelain", cwd=top) == ""
        machine.memsync("init", cwd=side)
        assert (side / ".gitignore").read_bytes() == whole
        assert (side / ".coyote/memory/MEMORY.md").is_file()
        assert machine.git("status", "--porcelain", cwd=side) == "?? .gitignore"
        if done.code == 0:
            break
    else:
        raise AssertionError("init never came to its end")
    assert at > 10
