"""A clean commit is answered without any of the imports that would slow it down."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import memsync

if TYPE_CHECKING:
    from support.machine import Machine

HEAVY = (
    *("click", "yaml", "git", "json", "pathlib", "subprocess", "typing"),
    *("dataclasses", "tempfile", "rich", "cryptography", "contextlib", "signal"),
)
SCRIPT = """
import sys
from memsync.guard import hook
sys.argv = ["memsync-guard"]
code = hook.guard()
print(code, *(name for name in {heavy!r} if name in sys.modules))
"""


def test_ten_clean_notes_load_no_heavy_module(machine: Machine) -> None:
    root = machine.repository()
    for i in range(10):
        path = root / f".coyote/memory/n{i}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(
            f"---\nname: n{i}\ndescription: how to deploy\ntype: project\n---\n\n"
            "The key of the pass is a token of thanks: see https://corp.net/secret.\n"
        )
    machine.git("add", "-f", ".coyote", cwd=root)
    script = SCRIPT.format(heavy=HEAVY)
    where = {"PYTHONPATH": str(Path(memsync.__path__[0]).parent)}
    ran = machine.run(sys.executable, "-S", "-c", script, cwd=root, environ=where)
    assert ran.out.split() == ["0"]
