"""Opens the person's editor on a private copy of a text."""

from __future__ import annotations

import os
import shlex
from typing import TYPE_CHECKING

from memsync.errors import Broken
from memsync.process.git import here
from memsync.terminal import printable

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


def edit(copy: Path, environ: Mapping[str, str]) -> bytes:
    """Open a file in the editor; return its content when the editor ends.

    Raises `Broken` if there is no editor, if it fails, or if it leaves the file empty.
    """
    import subprocess

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
    if not data.strip():
        raise Broken(
            "the text is empty, so nothing was changed",
            hint="to remove a note use `memsync forget`",
            word="editor",
        )
    return data


def _editor(environ: Mapping[str, str]) -> str:
    chosen = environ.get("VISUAL") or environ.get("EDITOR")
    if chosen:
        return chosen
    # Git also knows core.editor, and its own default.
    asked = here(None, environ).attempt("var", "GIT_EDITOR")
    if asked.code == 0 and asked.out.strip():
        return os.fsdecode(asked.out.strip())
    return "notepad" if os.name == "nt" else "vi"
