"""A person's machine: an own home, real git, and the real memsync command."""

from __future__ import annotations

import atexit
import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from support import warm

# Fixed identity and dates make commit ids repeatable; the allow-list keeps a
# test from ever reaching a network.
_GIT = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "A. Person",
    "GIT_AUTHOR_EMAIL": "person@example.invalid",
    "GIT_COMMITTER_NAME": "A. Person",
    "GIT_COMMITTER_EMAIL": "person@example.invalid",
    "GIT_AUTHOR_DATE": "2026-01-02T03:04:05Z",
    "GIT_COMMITTER_DATE": "2026-01-02T03:04:05Z",
    "GIT_EDITOR": "false",
    "GIT_ALLOW_PROTOCOL": "file:ssh:http:https",
}

# No test has the thousands of objects with which git would begin to tidy up; without
# this it starts a child after each commit and each push, to find that out.
_SETTINGS = """\
[init]
	defaultBranch = main
[protocol "file"]
	allow = always
[maintenance]
	auto = false
[receive]
	autogc = false
"""


@dataclass(frozen=True)
class Ran:
    """A command that ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:  # noqa: ANN401 -- whatever the command printed
        return json.loads(self.out)


@dataclass
class Machine:
    """One machine below `folder`; nothing of the real user's reaches it."""

    folder: Path
    environ: dict[str, str] = field(default_factory=dict)
    patience: float = 120
    """Seconds that a program may take."""

    def __post_init__(self) -> None:
        self.home = self.folder / "home"
        self.home.mkdir(parents=True, exist_ok=True)
        scripts = Path(sys.executable).parent
        self.environ = {
            "HOME": str(self.home),
            "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}",
            "LC_ALL": "C.UTF-8",
            "TZ": "UTC",
            **_GIT,
            **self.environ,
        }
        (self.home / ".gitconfig").write_text(_SETTINGS)

    @property
    def user_memory(self) -> Path:
        return self.home / ".config/coyote/memory"

    @property
    def state(self) -> Path:
        return self.home / ".local/state/memsync"

    @property
    def config(self) -> Path:
        return self.home / ".config/memsync"

    def run(
        self,
        *argv: str | Path,
        cwd: Path | None = None,
        stdin: str | bytes = b"",
        environ: dict[str, str] | None = None,
        want: int | None = 0,
    ) -> Ran:
        """Run a program; `want` is the exit code it must have, None for any."""
        done = subprocess.run(
            [os.fspath(a) for a in argv],
            cwd=cwd or self.folder,
            env={**self.environ, **(environ or {})},
            input=stdin.encode() if isinstance(stdin, str) else stdin,
            capture_output=True,
            check=False,
            timeout=self.patience,
        )
        ran = Ran(done.returncode, _text(done.stdout), _text(done.stderr))
        if want is not None:
            assert ran.code == want, f"{argv} gave {ran}"
        return ran

    def memsync(
        self,
        *arguments: str | Path,
        cwd: Path | None = None,
        stdin: str | bytes = b"",
        environ: dict[str, str] | None = None,
        want: int | None = 0,
    ) -> Ran:
        """Run the real `memsync` command, in a warm process where that is no other."""
        argv = ["memsync", *(os.fspath(argument) for argument in arguments)]
        whole = {**self.environ, **(environ or {})}
        if not warm.would_start_alike(whole):
            ran = self.run(*argv, cwd=cwd, stdin=stdin, environ=environ, want=want)
        else:
            command = warm.Command(argv, whole, os.fspath(cwd or self.folder))
            given = stdin.encode() if isinstance(stdin, str) else stdin
            ended = warm.run(command, given, self.patience)
            ran = Ran(ended.code, _text(ended.out), _text(ended.err))
            if want is not None:
                assert ran.code == want, f"{argv} gave {ran}"
        assert "Traceback" not in ran.err, ran.err
        return ran

    def git(
        self, *arguments: str | Path, cwd: Path | None = None, want: int | None = 0
    ) -> str:
        """Run git; its output without the final newline."""
        return self.run("git", *arguments, cwd=cwd, want=want).out.removesuffix("\n")

    def repository(self, name: str = "project") -> Path:
        """A repository with one commit, below this machine's folder."""
        root = self.folder / name
        shutil.copytree(_first_commit(), root, symlinks=True)
        return root


@cache
def _first_commit() -> Path:
    """The repository that is copied; it goes when this process ends.

    A copy takes a quarter of the time in which git makes one, and has the same ids.
    """
    folder = mkdtemp(prefix="memsync-repository-")
    atexit.register(shutil.rmtree, folder)
    machine = Machine(Path(folder))
    root = machine.folder / "project"
    root.mkdir()
    machine.git("init", "--quiet", cwd=root)
    (root / "code.py").write_text("print('hello')\n")
    machine.git("add", "code.py", cwd=root)
    machine.git("commit", "--quiet", "-m", "start", cwd=root)
    return root


def _text(said: bytes) -> str:
    return said.decode("utf-8", "surrogateescape")
