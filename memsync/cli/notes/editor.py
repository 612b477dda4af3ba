"""Opens the person's editor on a private copy of a text."""

from __future__ import annotations

import os
import shlex
import sys
from typing import TYPE_CHECKING

from memsync.errors import Broken
from memsync.process.git import here
from memsync.terminal import printable

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


def edit(copy: Path, environ: Mapping[str, str]) -> bytes:
    """Open a file in the editor; return its content when the editor ends.

    Raises `Broken` if there is no editor, if it fails, if it leaves the file empty, or
    if nobody chose one and there is no terminal for git's own.
    """
    import subprocess

    from memsync.memory.store.writing import refuse_empty

    editor = _editor(environ)
    try:
        argv = [*shlex.split(editor), os.fspath(copy)]
        status = subprocess.run(argv, env=dict(environ), check=False).returncode
    except (ValueError, OSError):
        raise Broken(
            f"the editor '{printable(editor)}' cannot be started",
            hint="set VISUAL or EDITOR to another editor",
            word="editor",
        ) from None
    if status != 0:
        raise Broken(
            f"the editor '{printable(editor)}' failed, so nothing was changed",
            hint="set VISUAL or EDITOR to another editor",
            word="editor",
        )
    try:
        data = copy.read_bytes()
    except FileNotFoundError:
        data = b""
    refuse_empty(data)
    return data


def _editor(environ: Mapping[str, str]) -> str:
    chosen = environ.get("VISUAL") or environ.get("EDITOR")
    if chosen:
        return chosen
    # Git also knows core.editor, and its own default, which it gives only to a terminal
    # that can show it. Without a terminal that default would wait for keys for ever.
    seen = sys.stdin is not None and sys.stdin.isatty()
    asking = environ if seen else {**environ, "TERM": "dumb"}
    asked = here(None, asking).attempt("var", "GIT_EDITOR")
    if asked.code == 0 and asked.out.strip():
        return os.fsdecode(asked.out.strip())
    if os.name == "nt":
        return "notepad"
    if seen:
        return "vi"
    raise Broken(
        "there is no terminal to edit on",
        hint="use `memsync write NAME -m TEXT`, or set EDITOR",
        word="editor",
    )
