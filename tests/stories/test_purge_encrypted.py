"""A text is removed for good from an encrypted memory, too."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.vaults import Host, joined, new_vault, note, put

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("unsent", [False, True])
def test_a_purged_note_is_gone_from_every_machine(tmp_path: Path, unsent: bool) -> None:
    host = Host(tmp_path / "host")
    desk = new_vault(tmp_path / "desk", host)
    laptop = joined(tmp_path / "laptop", host)
    put(desk, "MEMORY", "# Memory Index\n")
    put(desk, "auth", note("auth", "my neighbour"))
    desk.memsync("sync")
    put(desk, "auth", note("auth", "my neighbour's name"))
    put(desk, "keep", note("keep", "kept"))
    desk.memsync("sync")
    laptop.memsync("sync")
    if unsent:
        put(laptop, "own", note("own", "not sent yet"))
    desk.memsync("purge", "auth", "--scope", "user", "--yes")
    laptop.memsync("sync")
    desk.memsync("sync")
    for machine in (desk, laptop):
        names = {path.name for path in machine.user_memory.glob("*.md")}
        assert names == {"MEMORY.md", "keep.md"} | ({"own.md"} if unsent else set())
        archived = machine.user_memory.rglob(".archive/auth/*")
        assert list(archived) == []
        assert machine.memsync("archive", "list", "auth", "--json").json == []
        assert not machine.memsync("sync", "--json").json["changed"]
