"""What the everyday verbs load, and do not."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from support.machine import Machine

LOADED = """
import sys
from memsync.cli.main import run
assert run(sys.argv[1:]) == 0
slow = ("yaml", "git", "cryptography", "filelock", "rich", "slugify", "subprocess",
        "tempfile", "asyncio", "platformdirs")
found = [name for name in slow if name in sys.modules]
assert not found, found
"""


@pytest.mark.parametrize(
    "verb",
    [
        ["list"],
        ["list", "--json"],
        ["read", "auth"],
        ["write", "auth", "-m", "changed"],
        ["forget", "auth"],
        ["lint"],
        ["archive", "list"],
    ],
    ids=" ".join,
)
def test_everyday_verbs_load_no_slow_library(machine: Machine, verb: list[str]) -> None:
    root = machine.repository()
    machine.memsync("write", "auth", "-m", "text", "-d", "plain: quoted", cwd=root)
    machine.run(sys.executable, "-c", LOADED, *verb, cwd=root)
