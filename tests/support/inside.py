"""A machine whose memsync runs inside the test: the same command, no new process.

An interpreter takes longer to start than most commands take to run. What a process
is for (signals, start-up, several at once) is tested with `Machine` itself.
"""

from __future__ import annotations

import contextlib
import io
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING
from unittest.mock import patch

from support.machine import Machine, Ran

if TYPE_CHECKING:
    from pathlib import Path


@dataclass
class Inside(Machine):
    """As `Machine`, for commands that need no process of their own."""

    def memsync(
        self,
        *arguments: str | Path,
        cwd: Path | None = None,
        stdin: str | bytes = b"",
        environ: dict[str, str] | None = None,
        want: int | None = 0,
    ) -> Ran:
        """Run the command line in this process."""
        from memsync.cli.main import run

        argv = [os.fspath(argument) for argument in arguments]
        given = io.BytesIO(stdin.encode() if isinstance(stdin, str) else stdin)
        out, err = (
            io.TextIOWrapper(io.BytesIO(), "utf-8", "surrogateescape", newline="\n")
            for _ in range(2)
        )
        with (
            patch.dict(os.environ, {**self.environ, **(environ or {})}, clear=True),
            patch("sys.stdin", io.TextIOWrapper(given, "utf-8")),
            contextlib.chdir(cwd or self.folder),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
        ):
            code = int(run(argv))
        said = [_text(stream) for stream in (out, err)]
        ran = Ran(code, *said)
        assert want is None or ran.code == want, f"{argv} gave {ran}"
        assert "a bug in memsync" not in ran.err, ran.err
        return ran


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    assert isinstance(stream.buffer, io.BytesIO)
    return stream.buffer.getvalue().decode("utf-8", "surrogateescape")
