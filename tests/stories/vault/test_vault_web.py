"""Somebody commits to the repository of an encrypted memory on the host's page."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

import pytest
from support.vaults import joined, note, put
from support.web_edit import cloned, push

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Ran
    from support.vaults import Host, Member


def way_back(ran: Ran) -> list[str]:
    """The command in the hint of an error."""
    found = re.search("^hint: .*`(git .*)`$", ran.err, re.MULTILINE)
    assert found, ran.err
    return shlex.split(found[1])


@pytest.mark.parametrize("removed", [False, True])
def test_a_readme_stops_all_until_the_command_in_the_hint_takes_it_back(
    host: Host, desk: Member, laptop: Member, removed: bool
) -> None:
    put(desk, "auth", note("auth", "first"))
    desk.memsync("sync")  # the laptop has not seen this save
    saved = host.git("rev-parse", "main")
    web = cloned(desk, host.path)
    (web / "README.md").write_text("# My memory\n")
    push(desk, web)
    added = host.git("rev-parse", "main")
    if removed:
        (web / "README.md").unlink()
        push(desk, web)
    put(laptop, "mine", note("mine"))
    for machine in (desk, laptop):
        ran = machine.memsync("sync", want=14)
        assert f"commit {added[:12]} holds 'README.md'" in ran.err
        assert machine.memsync("sync", "verify", want=14).err == ran.err
    assert not (laptop.user_memory / "auth.md").exists()
    laptop.run(*way_back(laptop.memsync("sync", want=14)))
    assert host.git("rev-parse", "main") == saved
    for machine in (laptop, desk, laptop):
        machine.memsync("sync")
        machine.memsync("sync", "verify")
    assert (desk.user_memory / "mine.md").exists()
    assert (laptop.user_memory / "auth.md").exists()


def test_a_machine_that_joins_is_told_the_way_back_too(
    host: Host, desk: Member, tmp_path: Path
) -> None:
    saved = host.git("rev-parse", "main")
    web = cloned(desk, host.path)
    (web / "README.md").write_text("# My memory\n")
    push(desk, web)
    with pytest.raises(AssertionError, match=r"README\.md.*git --git-dir="):
        joined(tmp_path / "phone", host)
    desk.run(*way_back(desk.memsync("sync", want=14)))
    assert host.git("rev-parse", "main") == saved
    joined(tmp_path / "tablet", host)


def test_the_way_back_passes_over_a_commit_with_a_stamp_that_is_not_its_own(
    host: Host, desk: Member
) -> None:
    put(desk, "auth", note("auth", "first"))
    desk.memsync("sync")
    saved = host.git("rev-parse", "main")
    copied = host.push(host.files(), [saved], host.message())
    host.push(host.files(), [copied], b"Edit")
    desk.run(*way_back(desk.memsync("sync", want=14)))
    assert host.git("rev-parse", "main") == saved
