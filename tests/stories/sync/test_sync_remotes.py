"""Every kind of remote, with a real server; and what is said when one says no."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import http_remote, ssh_remote
from support.machine import Machine

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def remote(tmp_path: Path) -> Path:
    path = tmp_path / "srv/notes.git"
    path.parent.mkdir()
    Machine(tmp_path / "host").git("init", "-q", "--bare", path)
    return path


@pytest.fixture
def laptop(tmp_path: Path) -> Machine:
    return Machine(tmp_path / "laptop")


@pytest.fixture
def ssh(tmp_path: Path) -> Iterator[ssh_remote.SshRemote]:
    with ssh_remote.serve(tmp_path / "ssh") as server:
        yield server


def put(machine: Machine, name: str = "auth", text: str = "A fact.\n") -> None:
    machine.user_memory.mkdir(parents=True, exist_ok=True)
    (machine.user_memory / f"{name}.md").write_text(text)


def both_ways(
    one: Machine, other: Machine, url: str, *options: str, environ: dict[str, str]
) -> None:
    """A note goes out from one machine and comes in on the other."""
    put(one)
    for machine in (one, other):
        machine.memsync("sync", "init", url, *options, environ=environ)
        machine.memsync("sync", environ=environ)
    assert (other.user_memory / "auth.md").read_text() == "A fact.\n"
    assert one.memsync("sync", "--json", environ=environ).json["changed"] is False


def test_over_a_file_address(machine: Machine, laptop: Machine, remote: Path) -> None:
    both_ways(machine, laptop, f"file://{remote}", environ={})


def test_over_http_where_it_is_allowed(
    machine: Machine, laptop: Machine, remote: Path
) -> None:
    with http_remote.serve(remote.parent) as address:
        url = f"{address}/notes.git"
        machine.memsync("sync", "init", url, want=14)
        both_ways(machine, laptop, url, "--allow-http", environ={})


def test_http_without_credentials_fails_fast_and_says_what_mends_it(
    machine: Machine, remote: Path
) -> None:
    rules = http_remote.Rules(login="ann:sesame")
    with http_remote.serve(remote.parent, rules) as address:
        url = f"{address}/notes.git"
        ran = machine.memsync("sync", "init", url, "--allow-http", want=15)
        assert "denied access to this machine" in ran.err
        assert "credential" in ran.err
        put(machine)
        ran = machine.memsync("sync", "--json", want=15)
        assert ran.json["error"]["code"] == "auth"
        assert ran.json["queued"]
        store = machine.home / ".git-credentials"
        host = address.removeprefix("http://")
        store.write_text(f"http://ann:sesame@{host}\n")
        machine.git("config", "--global", "credential.helper", "store")
        assert machine.memsync("sync", "--json").json["sent"] == ["auth"]


@pytest.mark.parametrize(
    ("rules", "code", "word"),
    [
        (http_remote.Rules(status=403), 15, "auth"),
        (http_remote.Rules(status=404), 15, "no-repository"),
        (http_remote.Rules(status=500), 15, "offline"),
        (http_remote.Rules(redirect="http://127.0.0.1:1"), 14, "redirect"),
    ],
)
def test_each_refusal_of_a_server_has_its_word(
    machine: Machine, remote: Path, rules: http_remote.Rules, code: int, word: str
) -> None:
    calm = http_remote.Rules()
    with http_remote.serve(remote.parent, calm) as address:
        machine.memsync("sync", "init", f"{address}/notes.git", "--allow-http")
        put(machine)
        calm.status, calm.redirect = rules.status, rules.redirect
        ran = machine.memsync("sync", "--json", want=code)
        assert ran.json["error"]["code"] == word
        assert ran.json["error"]["hint"]


def test_over_ssh_to_a_known_host(
    machine: Machine, laptop: Machine, remote: Path, ssh: ssh_remote.SshRemote
) -> None:
    hosts = ssh.folder / "known_hosts"
    hosts.write_text(ssh.known_hosts)
    own = f"ssh -F none -i {ssh.key} -o UserKnownHostsFile={hosts}"
    both_ways(machine, laptop, ssh.url(remote), environ={"GIT_SSH_COMMAND": own})
    machine.git("config", "--global", "core.sshCommand", own)
    put(machine)
    assert machine.memsync("sync", "--json").json["queued"] is False


def test_ssh_to_an_unknown_host_fails_fast_and_says_what_mends_it(
    machine: Machine, remote: Path, ssh: ssh_remote.SshRemote
) -> None:
    own = f"ssh -F none -i {ssh.key} -o UserKnownHostsFile={ssh.folder}/none"
    ran = machine.memsync(
        *("sync", "init", ssh.url(remote)), want=15, environ={"GIT_SSH_COMMAND": own}
    )
    assert "host key" in ran.err
    assert f"ssh -T -p {ssh.port} someone@127.0.0.1" in ran.err


def test_ssh_without_a_key_fails_fast_and_says_what_mends_it(
    machine: Machine, remote: Path, ssh: ssh_remote.SshRemote
) -> None:
    hosts = ssh.folder / "known_hosts"
    hosts.write_text(ssh.known_hosts)
    own = (
        "ssh -F none -o IdentitiesOnly=yes -o IdentityFile=none"
        f" -o UserKnownHostsFile={hosts}"
    )
    ran = machine.memsync(
        *("sync", "init", ssh.url(remote), "--json"),
        want=15,
        environ={"GIT_SSH_COMMAND": own},
    )
    assert ran.json["error"]["code"] == "auth"
    assert "ssh -T" in ran.err


def test_a_server_that_rejects_the_push_is_quoted(
    machine: Machine, remote: Path
) -> None:
    hook = remote / "hooks/pre-receive"
    hook.write_text("#!/bin/sh\necho 'main is protected here' >&2\nexit 1\n")
    hook.chmod(0o755)
    machine.memsync("sync", "init", remote)
    put(machine)
    ran = machine.memsync("sync", "--json", want=15)
    assert ran.json["error"]["code"] == "rejected"
    assert "main is protected here" in ran.err
    hook.unlink()
    assert machine.memsync("sync", "--json").json["sent"] == ["auth"]


def test_a_missing_repository_is_named_with_what_makes_it(
    machine: Machine, tmp_path: Path
) -> None:
    ran = machine.memsync("sync", "init", tmp_path / "none.git", want=15)
    assert f"git init --bare '{tmp_path}/none.git'" in ran.err
    # The remote is kept, so that the next `memsync sync` finds what was made.
    url = f"{tmp_path}/none.git"
    assert f"sync is set up with {url}, but there is no git repository at" in ran.err
    machine.git("init", "--quiet", "--bare", url)
    machine.memsync("sync")


def test_a_repository_that_was_there_is_not_made_anew(
    machine: Machine, remote: Path
) -> None:
    machine.memsync("sync", "init", remote)
    put(machine)
    machine.memsync("sync")
    # The disk is not mounted.
    remote.rename(remote.with_name("away"))
    put(machine, "auth", "Another fact.\n")
    ran = machine.memsync("sync", "--json", want=15)
    assert ran.json["error"]["code"] == "no-repository"
    assert "where this machine synced before" in ran.err
    assert "git init" not in ran.err
    assert "mount the disk" in ran.err
    remote.with_name("away").rename(remote)
    assert machine.memsync("sync", "--json").json["sent"] == ["auth"]
    with http_remote.serve(remote.parent) as address:
        url = f"{address}/notes.git"
        machine.memsync("sync", "init", url, "--allow-http", "--yes")
        machine.memsync("sync")
        remote.rename(remote.with_name("away"))
        ran = machine.memsync("sync", want=15)
        assert "look on its host" in ran.err
        assert "create an empty" not in ran.err


def test_a_work_tree_that_has_main_checked_out_is_named_at_once(
    machine: Machine, tmp_path: Path
) -> None:
    tree = machine.folder / "tree"
    machine.git("init", "-q", tree)
    put(machine)
    ran = machine.memsync("sync", "init", tree, "--json", want=15)
    assert ran.json["error"]["code"] == "rejected"
    assert "has a work tree with main checked out" in ran.err
    assert f"git init --bare '{tree}.git'" in ran.err
    ran = machine.memsync("sync", want=15)
    assert f"git init --bare '{tree}.git'" in ran.err
    code = tmp_path / "code"
    encrypt = ("sync", "init", tree, "--encrypt", "--code-file", code)
    assert "main checked out" in machine.memsync(*encrypt, want=15).err
    assert not code.exists()
    # What its owner allowed, or does not need to allow, is pushed.
    machine.git("config", "receive.denyCurrentBranch", "updateInstead", cwd=tree)
    machine.memsync("sync", "init", tree)
    assert machine.memsync("sync", "--json").json["sent"] == ["auth"]
    other = machine.folder / "other"
    machine.git("init", "-q", "-b", "work", other)
    machine.memsync("sync", "init", other, "--yes")
    assert machine.memsync("sync", "--json").json["queued"] is False


def test_a_remote_whose_default_branch_is_another_is_said(machine: Machine) -> None:
    remote = machine.folder / "other.git"
    machine.git("init", "--quiet", "--bare", "--initial-branch=master", remote)
    said = machine.memsync("sync", "init", remote).err
    assert "a plain clone shows 'master'" in said
    machine.git("symbolic-ref", "HEAD", "refs/heads/main", cwd=remote)
    assert "plain clone" not in machine.memsync("sync", "init", remote).err


def test_an_address_that_git_turns_into_another_allowed_one(
    machine: Machine, laptop: Machine, remote: Path, ssh: ssh_remote.SshRemote
) -> None:
    hosts = ssh.folder / "known_hosts"
    hosts.write_text(ssh.known_hosts)
    own = f"ssh -F none -i {ssh.key} -o UserKnownHostsFile={hosts}"
    for each in (machine, laptop):
        del each.environ["GIT_ALLOW_PROTOCOL"]  # it overrides what memsync allows
        each.git("config", "--global", "core.sshCommand", own)
        given = f"url.{ssh.url(remote.parent)}/.insteadOf"
        each.git("config", "--global", given, "https://git.example.com/me/")
    both_ways(machine, laptop, "https://git.example.com/me/notes.git", environ={})
    phone = Machine(laptop.folder.with_name("phone"))
    del phone.environ["GIT_ALLOW_PROTOCOL"]
    phone.git("config", "--global", f"url.{remote.parent}/.insteadOf", "mine:")
    phone.memsync("sync", "init", "mine:notes.git")
    assert phone.memsync("sync", "--json").json["received"] == ["auth"]
    # Nobody types a password or accepts a host key for ssh, either.
    stranger = own.replace(str(hosts), f"{ssh.folder}/none")
    laptop.git("config", "--global", "core.sshCommand", stranger)
    ran = laptop.memsync("sync", want=15)
    assert "host key" in ran.err
    assert "git ls-remote 'https://git.example.com/me/notes.git'" in ran.err


def test_an_address_that_git_turns_into_one_that_is_not_allowed(
    machine: Machine, remote: Path
) -> None:
    del machine.environ["GIT_ALLOW_PROTOCOL"]
    given = ("config", "--global", "url.ext::sh -c true .insteadOf", "https://evil/")
    machine.git(*given)
    ran = machine.memsync("sync", "init", "https://evil/x", want=14)
    assert "git ls-remote --get-url 'https://evil/x'" in ran.err
    with http_remote.serve(remote.parent) as address:
        machine.git("config", "--global", f"url.{address}/.insteadOf", "https://in/")
        machine.memsync("sync", "init", "https://in/notes.git", want=14)
