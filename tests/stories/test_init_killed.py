"""`kill -9` at any point of init: nothing is half done, the next one needs no help."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support import warm
from support.faults import KILL

if TYPE_CHECKING:
    from support.machine import Machine


def test_the_next_init_completes_it(machine: Machine) -> None:
    for at in range(1, 400):
        top = machine.repository(f"killed-{at}")
        side = machine.folder / f"killed-{at}-side"
        machine.git("worktree", "add", "-q", side, cwd=top)
        (side / ".gitignore").write_bytes(b"a\r\nb")
        init = ("-C", str(side), "init")
        done = warm.stopped(machine, *init, fault=KILL, at=at)
        whole = b"a\r\nb\r\n.coyote/memory/\r\n"
        assert (side / ".gitignore").read_bytes() in (b"a\r\nb", whole)
        if (top / ".coyote/memory").exists():
            # At no instant could `git add -A` have taken a note.
            assert machine.git("status", "--porcelain", cwd=top) == ""
        assert warm.stopped(machine, *init).code == 0
        assert (side / ".gitignore").read_bytes() == whole
        assert (side / ".coyote/memory/MEMORY.md").is_file()
        assert machine.git("status", "--porcelain", cwd=side) == "?? .gitignore"
        if done.code == 0:
            break
    else:
        raise AssertionError("init never came to its end")
    assert at > 10
