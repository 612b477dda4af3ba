"""Where a recovery code and a key file may go, and where not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.vaults import Host, Member, joined, note, put

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def desk(sender: Member) -> Member:
    return sender


def test_no_code_is_written_into_a_memory(tmp_path: Path, host: Host) -> None:
    desk = Member(tmp_path / "desk")
    root = desk.repository()
    desk.memsync("init", cwd=root)
    put(desk, "auth", note("auth"))
    init = ("sync", "init", host.path, "--encrypt", "--code-file")
    for place in (desk.user_memory, root / ".coyote/memory", desk.user_memory / "2026"):
        said = desk.memsync(*init, place / "code.md", want=2).err
        assert "is in a memory" in said
        assert "choose a file outside" in said
        assert not (place / "code.md").exists()
    assert not (desk.config / "keys/machine.json").exists()
    desk.memsync(*init, host.code)
    export = ("keys", "export", desk.user_memory / "key.md")
    assert "is in a memory" in desk.memsync(*export, want=2).err
    assert len(desk.memsync("keys", "status", "--json").json["members"]) == 2


def test_a_code_or_a_key_file_that_became_a_note_is_not_sent(
    desk: Member, host: Host
) -> None:
    code = host.code.read_text().strip()
    keys = (desk.config / "keys/machine.json").read_text()
    put(desk, "code", note("code", f"The memsync recovery code is {code}"))
    put(desk, "keys", note("keys", keys))
    held = desk.memsync("sync", "--json", want=1).json["held"]
    assert [each["name"] for each in held] == ["code", "keys"]
    found = desk.memsync("scan", "-", stdin=code, want=1)
    assert "memsync-key" in found.out
    assert code[:8] not in found.out + found.err


def test_a_dash_is_stdout_wherever_a_key_is_written(tmp_path: Path, host: Host) -> None:
    desk = Member(tmp_path / "desk")
    init = ("sync", "init", host.path, "--encrypt", "--code-file", "-")
    assert "with --json" in desk.memsync(*init, "--json", want=2).err
    host.code.write_text(desk.memsync(*init).out)
    laptop = joined(tmp_path / "laptop", host)
    for command in (("keys", "export"), ("keys", "add", "code", "--code-file")):
        host.code.write_text(desk.memsync(*command, "-").out)
        laptop.memsync("keys", "import", host.code)
        assert len(host.code.read_text().split()) == 1
    assert not (desk.folder / "-").exists()
    before = desk.memsync("keys", "status", "--json").json["members"]
    assert "with --json" in desk.memsync("keys", "export", "-", "--json", want=2).err
    assert desk.memsync("keys", "status", "--json").json["members"] == before
