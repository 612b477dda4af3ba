"""What must not be seen is looked for wherever a vault leaves anything."""

from __future__ import annotations

import re
import stat
from typing import TYPE_CHECKING, NamedTuple

import pytest
from support.vaults import Host, Member, edit, note, put

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Ran

PASSPHRASE = "four random plain words"  # noqa: S105 -- of a vault that is thrown away
GIVEN = {"MEMSYNC_PASSPHRASE": PASSPHRASE}
_GIT = """#!/bin/sh
{{ printf '%s\\0' "$@"; env -0; }} >>'{log}'
PATH='{path}' exec git "$@"
"""


class Watched(Member):
    """A machine whose every word is kept, and all that its git is told."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.said: list[Ran] = []
        self.log = self.folder / "git.log"
        spy = self.folder / "spy/git"
        spy.parent.mkdir()
        spy.write_text(_GIT.format(log=self.log, path=self.environ["PATH"]))
        spy.chmod(0o755)
        self.environ["PATH"] = f"{spy.parent}:{self.environ['PATH']}"

    def ran(self, *arguments: str | Path, **environ: str) -> Ran:
        """Run memsync loudly."""
        self.said.append(self.memsync("-v", *arguments, environ=environ))
        return self.said[-1]

    def ran_openly(self, *arguments: str | Path, **environ: str) -> None:
        """The same, with files for all if it would let them be."""
        words = ("sh", "-c", 'umask 0; exec memsync -v "$@"', "sh", *arguments)
        self.said.append(self.run(*words, environ=environ))

    def secrets(self) -> set[str]:
        """The keys in this machine's files."""
        public = ("pins.json", "keyring.json")
        files = [p for p in (self.config / "keys").iterdir() if p.name not in public]
        found = {
            key for p in files for key in re.findall(r"\b[0-9a-f]{64}\b", p.read_text())
        }
        assert len(found) > 2
        return found


class Scene(NamedTuple):
    """A vault that has seen everything that happens to one."""

    host: Host
    machines: list[Watched]
    secrets: set[str]
    """Of the machines, the code and the passphrase."""


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    folder = tmp_path_factory.mktemp("vault")
    host = Host(folder / "host")
    desk, laptop, phone = (Watched(folder / n) for n in ("desk", "laptop", "phone"))
    init = ("sync", "init", host.path, "--encrypt")
    desk.ran_openly(*init, "--code-file", host.code, "--name", "deskname")
    put(desk, "MEMORY", "# Memory Index\n\n- [[canary]]: sings\n")
    put(desk, "canary", note("canary", "one sings\n\ntwo\n\nthree"))
    put(desk, "gone", note("gone", "The canary dies."))
    desk.ran_openly("sync")
    desk.ran("keys", "add", "passphrase", **GIVEN)
    laptop.ran_openly(*init, "--key-file", host.code, "--name", "laptopname")
    laptop.ran("sync", "--dry-run", "--json")
    laptop.ran_openly("sync", "--json")
    secrets = desk.secrets() | laptop.secrets()
    edit(desk, "canary", "one sings", "ONE SINGS")
    edit(laptop, "canary", "three", "THREE SINGS")
    desk.ran("sync")
    laptop.ran("sync", "--json")
    desk.ran("keys", "rotate", "--json")
    phone.ran(*init, "--name", "phonename", **GIVEN)
    secrets |= phone.secrets()
    desk.ran("purge", "gone", "--scope", "user", "--yes")
    desk.ran("keys", "revoke", "phonename", "--json")
    desk.ran("sync")
    laptop.ran("sync")
    for shown in (("sync", "status"), ("sync", "log"), ("keys", "status")):
        desk.ran(*shown, "--json")
    secrets |= desk.secrets() | laptop.secrets()
    code = host.code.read_text().strip()
    return Scene(host, [desk, laptop, phone], secrets | {code, PASSPHRASE})


HIDDEN = ("canary", "sings", "SINGS", "MEMORY", "user/", "gone", "memsync: ", "archive")
NAMES = ("deskname", "laptopname", "phonename", "recovery code")


def test_the_host_was_never_told_a_word_or_a_name(scene: Scene) -> None:
    ids = [machine.machine_id for machine in scene.machines]
    scene.host.knows_nothing_of(*HIDDEN, *NAMES, *ids, *scene.secrets)
    log = scene.host.git("log", "--all", "--format=%an %ae %cn %ce %s")
    same = "memsync memsync@localhost"
    assert set(log.splitlines()) == {f"{same} {same} sync"}
    assert scene.host.git("for-each-ref", "--format=%(refname)") == "refs/heads/main"


def test_no_mirror_on_a_machines_disk_holds_a_word(scene: Scene) -> None:
    for machine in scene.machines:
        for mirror in machine.state.glob("mirror*"):
            Host(mirror, made=True).knows_nothing_of(*HIDDEN, *NAMES, *scene.secrets)


def test_no_command_says_a_key_a_code_or_a_passphrase(scene: Scene) -> None:
    said = [
        text for m in scene.machines for ran in m.said for text in (ran.out, ran.err)
    ]
    assert len(said) > 30
    for secret in scene.secrets:
        assert not any(secret in text for text in said)


def test_git_is_told_no_secret_in_an_argument_or_its_environment(scene: Scene) -> None:
    for machine in scene.machines:
        told = machine.log.read_text(errors="replace")
        assert "ls-remote" in told
        for secret in (*scene.secrets, *HIDDEN[:3], "MEMSYNC_PASSPHRASE", *NAMES):
            assert secret not in told


def test_whatever_the_umask_says_nobody_else_reads_a_file(scene: Scene) -> None:
    for machine in scene.machines:
        assert stat.S_IMODE((machine.config / "keys").stat().st_mode) == 0o700
        assert stat.S_IMODE(machine.state.stat().st_mode) == 0o700
        for path in (machine.config / "keys").iterdir():
            assert stat.S_IMODE(path.stat().st_mode) == 0o600, path
        for path in machine.state.rglob("*"):
            # The mirror's own files are git's, in a folder that is closed to others.
            if "mirror" not in path.parts and path.is_file():
                assert not stat.S_IMODE(path.stat().st_mode) & 0o077, path
    assert stat.S_IMODE(scene.host.code.stat().st_mode) == 0o600
