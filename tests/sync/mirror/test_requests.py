"""Requests to be let into a vault, as refs of a real remote."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memsync.errors import Unreachable
from memsync.process.git import Git, elsewhere
from memsync.sync.mirror.requests import (
    Request,
    ask,
    list_requests,
    refs_beside,
    withdraw,
)
from memsync.sync.tree.url import parse_remote

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

    from memsync.sync.tree.remote import Remote

KEY, OTHER = b"\x01" * 32, b"\xfe" * 32


@pytest.fixture
def host(machine: Machine) -> Path:
    """A remote with a main, and refs of all kinds."""
    top = machine.repository()
    machine.git("clone", "-q", "--bare", str(top), str(machine.folder / "host.git"))
    return machine.folder / "host.git"


@pytest.fixture
def remote(machine: Machine, host: Path) -> Remote:
    return parse_remote(str(host), cwd=machine.folder, home=None)


@pytest.fixture
def git(machine: Machine, host: Path) -> Git:
    """A clone that has what main names."""
    machine.git("clone", "-q", "--bare", str(host), str(machine.folder / "mirror"))
    return elsewhere(machine.folder / "mirror", machine.environ)


def tip(machine: Machine, host: Path) -> str:
    return machine.git("rev-parse", "main", cwd=host)


def test_a_request_stands_there_until_it_is_withdrawn(
    machine: Machine, host: Path, git: Git, remote: Remote
) -> None:
    assert list_requests(git, remote) == []
    for key in (KEY, OTHER, KEY):
        ask(git, remote, tip(machine, host), key)
    assert list_requests(git, remote) == [Request(KEY), Request(OTHER)]
    withdraw(git, remote, KEY)
    assert list_requests(git, remote) == [Request(OTHER)]
    # Its owner may have removed it already.
    withdraw(git, remote, KEY)


def test_its_words_are_those_of_its_key() -> None:
    assert len(Request(KEY).words.split("-")) == 6
    assert Request(KEY).words == Request(KEY).words
    assert Request(KEY).words != Request(OTHER).words


@pytest.mark.parametrize(
    "name", ["short", "A" * 64, "a" * 63, "a" * 65, "a/b", "g" * 64]
)
def test_what_a_stranger_pushed_besides_is_no_request(
    machine: Machine, host: Path, git: Git, remote: Remote, name: str
) -> None:
    machine.git("update-ref", f"refs/heads/memsync-join/{name}", "main", cwd=host)
    assert list_requests(git, remote) == []


def test_other_refs_are_told_but_main_and_requests(
    machine: Machine, host: Path, git: Git, remote: Remote
) -> None:
    ask(git, remote, tip(machine, host), KEY)
    assert refs_beside(git, remote) == []
    machine.git("update-ref", "refs/heads/other", "main", cwd=host)
    machine.git("tag", "v1", cwd=host)
    assert refs_beside(git, remote) == ["refs/heads/other", "refs/tags/v1"]


def test_a_remote_that_is_gone_is_unreachable(
    machine: Machine, host: Path, git: Git, remote: Remote
) -> None:
    commit = tip(machine, host)
    host.rename(machine.folder / "moved.git")
    with pytest.raises(Unreachable):
        list_requests(git, remote)
    with pytest.raises(Unreachable):
        ask(git, remote, commit, KEY)
    with pytest.raises(Unreachable):
        refs_beside(git, remote)
