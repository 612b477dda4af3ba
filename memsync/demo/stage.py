"""A throwaway folder with machines, on which real commands are run and printed."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from memsync.terminal import printable_block

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

# Nothing configured on the real machine may change what the demo shows.
_KEPT = ("LANG", "LC_ALL", "LC_CTYPE", "PATH", "SYSTEMROOT", "TEMP", "TERM", "TMPDIR")


class DemoFailed(Exception):
    """A step did not do what the demo promises: a bug in memsync."""


@dataclass(frozen=True, slots=True)
class Stage:
    """Machines in `folder`, each with an empty home; `show` receives every line."""

    folder: Path
    environ: Mapping[str, str]
    show: Callable[[str], None]

    def machine(self, name: str) -> Machine:
        """A machine with nothing configured but git's user name and e-mail."""
        home = self.folder / name
        home.mkdir()
        (home / ".gitconfig").write_text(
            "[user]\n\tname = Demo\n\temail = demo@example.invalid\n"
            "[init]\n\tdefaultBranch = main\n"
            # The demo's submodule comes from a folder (git asks since 2.38.1).
            '[protocol "file"]\n\tallow = always\n'
            "[advice]\n\taddEmbeddedRepo = false\n"
        )
        scripts = [sysconfig.get_path("scripts"), str(Path(sys.executable).parent)]
        kept = {name: self.environ[name] for name in _KEPT if name in self.environ}
        path = os.pathsep.join([*scripts, kept.get("PATH", os.defpath)])
        environ = {**kept, "PATH": path, "HOME": str(home), "GIT_CONFIG_NOSYSTEM": "1"}
        return Machine(self, home, environ)


@dataclass(frozen=True, slots=True)
class Machine:
    """One person's machine: a home, and commands run in it."""

    stage: Stage
    home: Path
    environ: Mapping[str, str]

    def run(
        self,
        folder: Path,
        *argv: str,
        stdin: str = "",
        status: int = 0,
        quiet: bool = False,
    ) -> str:
        """Run a command and show it with its output; raises `DemoFailed`.

        `quiet` runs a preparation that need not be shown. Returns stdout.
        """
        program = (
            [sys.executable, "-m", "memsync"] if argv[0] == "memsync" else argv[:1]
        )
        done = subprocess.run(
            [*program, *argv[1:]],
            cwd=folder,
            env=self.environ,
            input=stdin,
            capture_output=True,
            check=False,
            encoding="utf-8",
            errors="replace",
            timeout=60,
        )
        if not quiet:
            where = folder.relative_to(self.stage.folder)
            self.stage.show(self._short(f"{where}$ {shlex.join(argv)}"))
            self._show(done.stdout + done.stderr)
        if done.returncode != status:
            raise DemoFailed(
                f"{shlex.join(argv)} ended with {done.returncode}, not {status}: "
                + printable_block(done.stderr)
            )
        return done.stdout

    def _show(self, output: str) -> None:
        for line in printable_block(output).splitlines():
            self.stage.show(f"    {self._short(line)}")

    def _short(self, line: str) -> str:
        return line.replace(str(self.stage.folder) + os.sep, "")


def expect(truth: bool, promise: str) -> None:
    """Raise `DemoFailed` unless a promise of the demo holds."""
    if not truth:
        raise DemoFailed(promise)
