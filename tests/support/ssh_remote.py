"""A real ssh server on loopback, in a process of its own: no root, no system keys."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SERVER = """
import asyncio, os, shlex, sys
import asyncssh

async def work(process):
    words = shlex.split(process.command or "")
    if words[:1] not in (["git-upload-pack"], ["git-receive-pack"]):
        process.exit(1)
        return
    child = await asyncio.create_subprocess_exec(
        "git", words[0].removeprefix("git-"), *words[1:],
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    await process.redirect(stdin=child.stdin, stdout=child.stdout, stderr=child.stderr)
    process.exit(await child.wait())

async def main(folder):
    server = await asyncssh.listen(
        "127.0.0.1", 0, server_host_keys=[folder + "/host"],
        authorized_client_keys=folder + "/authorized", process_factory=work,
        encoding=None,
    )
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.get_running_loop().create_future()

asyncio.run(main(sys.argv[1]))
"""


@dataclass(frozen=True)
class SshRemote:
    """A running server and the keys that open it."""

    folder: Path
    port: int

    @property
    def key(self) -> Path:
        """A private key that the server accepts."""
        return self.folder / "client"

    @property
    def known_hosts(self) -> str:
        """The line by which a client knows the server."""
        public = (self.folder / "host.pub").read_text().strip()
        return f"[127.0.0.1]:{self.port} {public}\n"

    def url(self, path: Path) -> str:
        """The address of a repository."""
        return f"ssh://someone@127.0.0.1:{self.port}{path}"


@contextlib.contextmanager
def serve(folder: Path) -> Iterator[SshRemote]:
    """Start a server with fresh keys in `folder`."""
    import asyncssh

    folder.mkdir(parents=True)
    for name in ("host", "client"):
        key = asyncssh.generate_private_key("ssh-ed25519")
        key.write_private_key(str(folder / name))
        key.write_public_key(str(folder / f"{name}.pub"))
        (folder / name).chmod(0o600)
    (folder / "authorized").write_bytes((folder / "client.pub").read_bytes())
    with subprocess.Popen(
        [sys.executable, "-c", SERVER, str(folder)], stdout=subprocess.PIPE
    ) as server:
        assert server.stdout is not None
        try:
            yield SshRemote(folder, int(server.stdout.readline()))
        finally:
            server.kill()
