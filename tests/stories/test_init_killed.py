"""`kill -9` at any point of init: nothing is half done, the next one needs no help."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support import warm
from support.before import Before
from support.faults import COUNT, KILL

if TYPE_CHECKING:
    from support.machine import Machine


def test_the_next_init_completes_it(machine: Machine) -> None:
    top = machine.repository()
    side = machine.folder / "side"
    machine.git("worktree", "add", "-q", side, cwd=top)
    (side / ".gitignore").write_bytes(b"a\r\nb")
    init = ("-C", str(side), "init")
    before = Before(machine.folder)
    steps = warm.stopped(machine, *init, fault=COUNT).changed
    assert len(steps) > 10
    for at in steps:
        before.restore()
        assert warm.stopped(machine, *init, fault=KILL, at=at).code == -9
        whole = b"a\r\nb\r\n.coyote/memory/\r\n"
        assert (side / ".gitignore").read_bytes() in (b"a\r\nb", whole)
        if (top / ".coyote/memory").exists():
            # At no instant could `git add -A` have taken a note.
            assert machine.git("status", "--porcelain", cwd=top) == ""
        assert warm.stopped(machine, *init).code == 0
        assert (side / ".gitignore").read_bytes() == whole
        assert (side / ".coyote/memory/MEMORY.md").is_file()
        assert machine.git("status", "--porcelain", cwd=side) == "?? .gitignore"
