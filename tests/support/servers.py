"""Servers as people run them, on loopback: nginx with git-http-backend, OpenSSH's sshd.

Debian has both: `apt-get install nginx-light fcgiwrap openssh-server`.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import time
from dataclasses import dataclass
from getpass import getuser
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# Seconds in which a server must answer.
_PATIENCE = 20

_NGINX = """
daemon off; master_process off; worker_processes 1;
pid {folder}/pid; error_log {folder}/error.log;
events {{ worker_connections 64; }}
http {{
  access_log {folder}/access.log;
  client_body_temp_path {folder}/a; proxy_temp_path {folder}/b;
  fastcgi_temp_path {folder}/c; uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
  server {{
    listen 127.0.0.1:{port} ssl;
    ssl_certificate {folder}/cert.pem; ssl_certificate_key {folder}/key.pem;
    auth_basic notes; auth_basic_user_file {folder}/users;
    location / {{
      {location}
      fastcgi_pass unix:{folder}/cgi;
      fastcgi_param SCRIPT_FILENAME {backend};
      fastcgi_param GIT_PROJECT_ROOT {root};
      fastcgi_param GIT_HTTP_EXPORT_ALL 1;
      fastcgi_param GIT_CONFIG_NOSYSTEM 1;
      fastcgi_param HOME {folder};
      fastcgi_param PATH_INFO $uri;
      fastcgi_param QUERY_STRING $query_string;
      fastcgi_param REQUEST_METHOD $request_method;
      fastcgi_param CONTENT_TYPE $content_type;
      fastcgi_param CONTENT_LENGTH $content_length;
      fastcgi_param HTTP_CONTENT_ENCODING $http_content_encoding;
      fastcgi_param GIT_PROTOCOL $http_git_protocol;
      fastcgi_param REMOTE_USER $remote_user;
      fastcgi_param REMOTE_ADDR $remote_addr;
    }}
  }}
}}
"""

_SSHD = """
Port {port}
ListenAddress 127.0.0.1
HostKey {folder}/host
AuthorizedKeysFile {folder}/authorized
PidFile {folder}/pid
UsePAM no
StrictModes no
PasswordAuthentication no
"""


@dataclass(frozen=True)
class Nginx:
    """A running nginx: TLS with a certificate of its own, and one login."""

    folder: Path
    port: int
    login: str

    @property
    def certificate(self) -> Path:
        """What a client must trust."""
        return self.folder / "cert.pem"

    def url(self, name: str = "notes.git") -> str:
        """The address of a repository."""
        return f"https://127.0.0.1:{self.port}/{name}"

    def stored(self, login: str | None = None) -> str:
        """The line of git's credential store for this server."""
        return f"https://{login or self.login}@127.0.0.1:{self.port}\n"


@contextlib.contextmanager
def nginx(
    folder: Path, root: Path, *, location: str = "", port: int | None = None
) -> Iterator[Nginx]:
    """Serve the bare repositories below `root`; at a free port, if none is given.

    `location` are directives for all that is served.
    """
    program, cgi = _program("nginx", "nginx-light"), _program("fcgiwrap", "fcgiwrap")
    folder.mkdir(parents=True)
    _certify(folder)
    port, word = port or _free_port(), os.urandom(9).hex()
    hashed = _run("openssl", "passwd", "-apr1", word)
    (folder / "users").write_text(f"ann:{hashed}\n")
    core = _run("git", "--exec-path")
    text = _NGINX.format(
        folder=folder,
        port=port,
        location=location,
        root=root,
        backend=f"{core}/git-http-backend",
    )
    (folder / "nginx.conf").write_text(text)
    log = folder / "error.log"
    with (
        _running([cgi, "-s", f"unix:{folder}/cgi"], folder),
        _running([program, "-c", f"{folder}/nginx.conf", "-e", f"{log}"], folder),
    ):
        _wait_for(port, log)
        yield Nginx(folder, port, f"ann:{word}")


@dataclass(frozen=True)
class Sshd:
    """A running sshd, which lets in the user of the tests with `key`."""

    folder: Path
    port: int

    @property
    def command(self) -> str:
        """What git shall use as ssh."""
        return (
            f"ssh -F none -i {self.folder}/client -o IdentitiesOnly=yes"
            f" -o UserKnownHostsFile={self.folder}/known_hosts"
        )

    def url(self, path: Path) -> str:
        """The address of a repository."""
        return f"ssh://{getuser()}@127.0.0.1:{self.port}{path}"

    def change_host_key(self) -> None:
        """What a client sees when the server was set up anew."""
        (self.folder / "known_hosts").unlink()
        _new_key(self.folder / "other")
        self.know("other")

    def know(self, name: str = "host") -> None:
        """Give clients a host key to expect."""
        public = (self.folder / f"{name}.pub").read_text().strip()
        line = f"[127.0.0.1]:{self.port} {public}\n"
        (self.folder / "known_hosts").write_text(line)


@contextlib.contextmanager
def sshd(folder: Path, *, options: str = "") -> Iterator[Sshd]:
    """Start sshd; `options` stand before the client's key in the list of keys."""
    program = _program("sshd", "openssh-server")
    folder.mkdir(parents=True)
    for name in ("host", "client"):
        _new_key(folder / name)
    public = (folder / "client.pub").read_text()
    (folder / "authorized").write_text(f"{options} {public}".lstrip())
    port = _free_port()
    (folder / "sshd.conf").write_text(_SSHD.format(folder=folder, port=port))
    if os.getuid() == 0:
        # Where a service manager has not made it: sshd as root needs it.
        os.makedirs("/run/sshd", exist_ok=True)  # noqa: PTH103 -- a fixed place
    log = folder / "sshd.log"
    argv = [program, "-D", "-f", f"{folder}/sshd.conf", "-E", f"{log}"]
    with _running(argv, folder):
        _wait_for(port, log)
        server = Sshd(folder, port)
        server.know()
        yield server


def _program(name: str, package: str) -> str:
    path = os.environ["PATH"] + os.pathsep + "/usr/sbin"
    found = shutil.which(name, path=path)
    if found is None:
        pytest.fail(f"the stories of servers need {name}: apt-get install {package}")
    return found


def _certify(folder: Path) -> None:
    _run(
        *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt"),
        *("ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=notes"),
        *("-addext", "subjectAltName=IP:127.0.0.1"),
        *("-keyout", f"{folder}/key.pem", "-out", f"{folder}/cert.pem"),
    )


def _new_key(path: Path) -> None:
    _run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(path))


def _run(*argv: str) -> str:
    return subprocess.run(
        argv, check=True, capture_output=True, text=True
    ).stdout.strip()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextlib.contextmanager
def _running(argv: list[str], folder: Path) -> Iterator[None]:
    with (
        (folder / "said").open("ab") as said,
        subprocess.Popen(argv, stdout=said, stderr=said) as process,
    ):
        try:
            yield
        finally:
            process.terminate()
            process.wait()


def _wait_for(port: int, log: Path) -> None:
    until = time.monotonic() + _PATIENCE
    while time.monotonic() < until:
        with (
            contextlib.suppress(OSError),
            socket.create_connection(("127.0.0.1", port)),
        ):
            return
        time.sleep(0.02)
    said = log.read_text() if log.exists() else ""
    pytest.fail(f"the server did not start: {said}")
