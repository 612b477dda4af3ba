"""A round asks the remote as little as it can: git's children are counted."""

from __future__ import annotations

import shutil
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import pytest
from support.early import whole_round
from support.synced import get, note, put, sync

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

_REMOTE = ("ls-remote", "fetch", "push")


class Counted(NamedTuple):
    """The children of git that a round on one machine starts, by subcommand."""

    machine: Machine
    log: Path

    def round(self, *options: str) -> Counter[str]:
        """Run `memsync sync`; what it started."""
        self.log.write_text("")
        self.machine.memsync(*options, "sync")
        return Counter(self.log.read_text().split())

    def asked(self, *options: str) -> dict[str, int]:
        """As `round`: only what speaks to the remote."""
        found = self.round(*options)
        return {name: found[name] for name in _REMOTE if found[name]}


def files(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def settle(machine: Machine) -> None:
    """Rounds after which the next one knows that nothing else is changing."""
    for _ in range(2):
        whole_round(machine)


@pytest.fixture
def counted(desk: Machine) -> Counted:
    """The desk, with a git on its PATH that says what it was asked to do."""
    real = shutil.which("git", path=desk.environ["PATH"])
    folder = desk.folder / "counting"
    folder.mkdir()
    log = desk.folder / "children"
    shim = folder / "git"
    # The first word that is no option of git itself, and no value of one.
    shim.write_text(
        "#!/bin/sh\n"
        "skip=\n"
        'for word in "$@"; do\n'
        '  if [ -n "$skip" ]; then skip=; continue; fi\n'
        '  case "$word" in -C|-c) skip=1 ;; -*) ;; *) break ;; esac\n'
        "done\n"
        f"echo \"$word\" >> '{log}'\n"
        f"exec '{real}' \"$@\"\n"
    )
    shim.chmod(0o755)
    desk.environ["PATH"] = f"{folder}:{desk.environ['PATH']}"
    return Counted(desk, log)


def test_an_idle_round_asks_once_and_starts_nothing_else(counted: Counted) -> None:
    put(counted.machine, "one", note("one"))
    settle(counted.machine)
    assert counted.round() == {"ls-remote": 1}


def test_a_first_round_does_not_ask_git_for_refs_that_are_not_there(
    counted: Counted,
) -> None:
    put(counted.machine, "one", note("one"))
    found = counted.round()
    assert found["push"] == 1
    assert found["rev-parse"] == 0


def test_a_short_round_pushes_and_looks_whether_it_is_there(counted: Counted) -> None:
    put(counted.machine, "one", note("one"))
    settle(counted.machine)
    put(counted.machine, "one", note("one", "Another fact."))
    found = counted.round()
    assert found == {"push": 1, "ls-remote": 1, "update-ref": 2}


def test_a_receiving_round_asks_once_and_fetches_once(
    counted: Counted, laptop: Machine
) -> None:
    put(counted.machine, "one", note("one"))
    settle(counted.machine)
    sync(laptop)
    put(laptop, "two", note("two"))
    sync(laptop)
    assert counted.asked() == {"ls-remote": 1, "fetch": 1}
    assert get(counted.machine, "two") == note("two")


def test_a_merging_round_asks_once_and_fetches_once(
    counted: Counted, laptop: Machine
) -> None:
    put(counted.machine, "one", note("one"))
    settle(counted.machine)
    sync(laptop)
    put(laptop, "two", note("two"))
    sync(laptop)
    put(counted.machine, "one", note("one", "Another fact."))
    # The push of the short round is refused; the whole one merges and pushes.
    assert counted.asked() == {"push": 2, "fetch": 1, "ls-remote": 1}
    assert get(counted.machine, "two") == note("two")
    sync(laptop)
    assert get(laptop, "one") == note("one", "Another fact.")


def test_a_round_that_looks_at_everything_asks_no_more(
    counted: Counted, laptop: Machine
) -> None:
    put(counted.machine, "one", note("one"))
    sync(counted.machine, laptop)
    put(laptop, "two", note("two"))
    sync(laptop)
    (counted.machine.user_memory / "one.md").unlink()
    put(counted.machine, "three", note("three"))
    assert counted.asked() == {"fetch": 1, "push": 1, "ls-remote": 1}


def test_verbose_says_why_a_round_looks_at_everything(
    desk: Machine, laptop: Machine
) -> None:
    put(desk, "one", note("one"))
    first = desk.memsync("-v", "sync").err
    assert "looking at everything: " in first
    settle(desk)
    sync(laptop)
    assert "looking at everything" not in desk.memsync("-v", "sync").err
    put(laptop, "two", note("two"))
    sync(laptop)
    said = desk.memsync("-v", "sync").err
    assert "looking at everything: the remote has moved" in said
    settle(desk)
    put(desk, "Odd: name", "text\n")
    assert "'Odd: name' is" in desk.memsync("-v", "sync", want=1).err
    assert "looking at everything" not in desk.memsync("sync", want=1).err


def test_a_dry_run_leaves_the_mirror_as_it_is(desk: Machine, laptop: Machine) -> None:
    put(desk, "one", note("one"))
    sync(desk, laptop)
    put(laptop, "two", note("two"))
    sync(laptop)
    before = {
        path: path.read_bytes() for path in desk.state.rglob("*") if path.is_file()
    }
    assert "two" in desk.memsync("sync", "--dry-run").out
    after = {
        path: path.read_bytes() for path in desk.state.rglob("*") if path.is_file()
    }
    assert after == before


def test_a_host_that_is_away_starts_no_search_for_damage(counted: Counted) -> None:
    ssh = counted.machine.folder / "ssh"
    ssh.write_text(
        "#!/bin/sh\n"
        "echo 'ssh: connect to host tree port 22: Connection refused' >&2\n"
        "exit 255\n"
    )
    ssh.chmod(0o755)
    counted.machine.environ["GIT_SSH_COMMAND"] = str(ssh)
    config = counted.machine.config / "config.yaml"
    config.write_text("sync:\n  remote: ssh://tree/object/ref.git\n")
    put(counted.machine, "one", note("one"))
    counted.log.write_text("")
    counted.machine.memsync("sync", want=15)
    said = counted.log.read_text().split()
    assert "fetch" in said
    assert "fsck" not in said
