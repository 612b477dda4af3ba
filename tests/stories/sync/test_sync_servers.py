"""The servers that people run themselves: nginx over TLS, OpenSSH's sshd."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.machine import Machine
from support.servers import Nginx, nginx, sshd

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def remote(tmp_path: Path) -> Path:
    path = tmp_path / "srv/notes.git"
    path.parent.mkdir()
    host = Machine(tmp_path / "host")
    host.git("init", "-q", "--bare", path)
    host.git("config", "http.receivepack", "true", cwd=path)
    return path


@pytest.fixture
def laptop(tmp_path: Path) -> Machine:
    return Machine(tmp_path / "laptop")


def put(machine: Machine, name: str = "auth", text: str = "A fact.\n") -> None:
    machine.user_memory.mkdir(parents=True, exist_ok=True)
    (machine.user_memory / f"{name}.md").write_text(text)


def trust(machine: Machine, server: Nginx, login: str | None = None) -> None:
    """What a person sets up for such a server: its certificate, and the password."""
    machine.git("config", "--global", "http.sslCAInfo", server.certificate)
    machine.git("config", "--global", "credential.helper", "store")
    (machine.home / ".git-credentials").write_text(server.stored(login))


def joined(machine: Machine, server: Nginx) -> None:
    """Set up sync with the server's repository, and sync once."""
    trust(machine, server)
    put(machine)
    machine.memsync("sync", "init", server.url())
    machine.memsync("sync")


def test_nginx_over_tls_with_a_login(
    machine: Machine, laptop: Machine, remote: Path, tmp_path: Path
) -> None:
    with nginx(tmp_path / "nginx", remote.parent) as server:
        joined(machine, server)
        trust(laptop, server)
        laptop.memsync("sync", "init", server.url())
        laptop.memsync("sync")
        assert (laptop.user_memory / "auth.md").read_text() == "A fact.\n"
        put(laptop, "api", "Another.\n" * 20_000)
        laptop.memsync("sync")
        assert machine.memsync("sync", "--json").json["received"] == ["api"]


def test_an_encrypted_memory_goes_through_nginx(
    machine: Machine, remote: Path, tmp_path: Path
) -> None:
    with nginx(tmp_path / "nginx", remote.parent) as server:
        trust(machine, server)
        put(machine)
        code = tmp_path / "code"
        argv = ("sync", "init", server.url(), "--encrypt", "--code-file", code)
        machine.memsync(*argv)
        machine.memsync("sync")
        assert machine.memsync("sync", "verify", "--json").json


def test_a_certificate_that_nobody_trusts(
    machine: Machine, remote: Path, tmp_path: Path
) -> None:
    with nginx(tmp_path / "nginx", remote.parent) as server:
        trust(machine, server)
        machine.git("config", "--global", "--unset", "http.sslCAInfo")
        ran = machine.memsync("sync", "init", server.url(), "--json", want=15)
    error = ran.json["error"]
    assert error["code"] == "certificate"
    assert "http.sslCAInfo" in error["hint"]


def test_a_wrong_password(machine: Machine, remote: Path, tmp_path: Path) -> None:
    with nginx(tmp_path / "nginx", remote.parent) as server:
        joined(machine, server)
        trust(machine, server, login="ann:wrong")
        put(machine, "later")
        ran = machine.memsync("sync", "--json", want=15)
        assert ran.json["error"]["code"] == "auth"
        assert ran.json["queued"]
        trust(machine, server)
        assert machine.memsync("sync", "--json").json["sent"] == ["later"]


@pytest.mark.parametrize(
    ("location", "code", "word"),
    [
        ("return 403;", 15, "auth"),
        ("return 429;", 15, "offline"),
        ("return 301 https://127.0.0.1:1$request_uri;", 14, "redirect"),
        ("return 444;", 15, "offline"),
        ("client_max_body_size 1k;", 15, "too-big"),
    ],
)
def test_what_nginx_answers_has_its_word(
    machine: Machine,
    remote: Path,
    tmp_path: Path,
    location: str,
    code: int,
    word: str,
) -> None:
    with nginx(tmp_path / "calm", remote.parent) as server:
        joined(machine, server)
    put(machine, "later", "".join(f"{number} text\n" for number in range(9000)))
    changed = tmp_path / "changed"
    with nginx(changed, remote.parent, location=location, port=server.port) as server:
        trust(machine, server)
        ran = machine.memsync("sync", "--json", want=code)
    assert ran.json["error"]["code"] == word
    assert ran.json["error"]["hint"]
    assert (machine.user_memory / "later.md").exists()


def test_a_server_that_drips_is_waited_for(
    machine: Machine, laptop: Machine, remote: Path, tmp_path: Path
) -> None:
    slow = "limit_rate 8k;"
    with nginx(tmp_path / "nginx", remote.parent, location=slow) as server:
        joined(machine, server)
        trust(laptop, server)
        laptop.memsync("sync", "init", server.url())
        assert laptop.memsync("sync", "--json").json["received"] == ["auth"]


def test_sshd_both_ways(
    machine: Machine, laptop: Machine, remote: Path, tmp_path: Path
) -> None:
    with sshd(tmp_path / "ssh") as server:
        for one in (machine, laptop):
            one.git("config", "--global", "core.sshCommand", server.command)
        put(machine)
        for one in (machine, laptop):
            one.memsync("sync", "init", server.url(remote))
            one.memsync("sync")
        assert (laptop.user_memory / "auth.md").read_text() == "A fact.\n"


def test_sshd_that_allows_git_alone(
    machine: Machine, remote: Path, tmp_path: Path
) -> None:
    shell = 'restrict,command="git-shell -c \\"$SSH_ORIGINAL_COMMAND\\""'
    with sshd(tmp_path / "ssh", options=shell) as server:
        machine.git("config", "--global", "core.sshCommand", server.command)
        put(machine)
        machine.memsync("sync", "init", server.url(remote))
        assert machine.memsync("sync", "--json").json["sent"] == ["auth"]
        other = remote.with_name("none.git")
        remote.rename(other)
        put(machine, "later")
        ran = machine.memsync("sync", "--json", want=15)
        assert ran.json["error"]["code"] == "no-repository"


def test_sshd_with_another_host_key(
    machine: Machine, remote: Path, tmp_path: Path
) -> None:
    with sshd(tmp_path / "ssh") as server:
        machine.git("config", "--global", "core.sshCommand", server.command)
        put(machine)
        machine.memsync("sync", "init", server.url(remote))
        machine.memsync("sync")
        server.change_host_key()
        put(machine, "later")
        ran = machine.memsync("sync", "--json", want=15)
        assert ran.json["error"]["code"] == "host-key"
        assert "fingerprint" in ran.json["error"]["hint"]
        server.know()
        assert machine.memsync("sync", "--json").json["sent"] == ["later"]


def test_git_daemon_is_refused(machine: Machine) -> None:
    put(machine)
    for url in ("git://127.0.0.1/notes.git", "git://example.com:9418/notes.git"):
        ran = machine.memsync("sync", "init", url, "--json", want=14)
        assert ran.json["error"]["hint"]
