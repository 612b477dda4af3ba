"""Git's merge driver for the notes of a team: the attribute, and git's setting.

A line in `.gitattributes`, which is committed, names the driver; a setting of each
clone says what it runs (`gitattributes(5)`, "Defining a custom merge driver").
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, NamedTuple

from memsync.files import atomic
from memsync.installed import command as installed
from memsync.paths import MEMORY_INDEX, MEMORY_PATH
from memsync.process.git import elsewhere
from memsync.secrets.allow import ALLOW_FILE
from memsync.workspace.repository.lines import has_line, with_line, without_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memsync.workspace.repository.roots import GitRoot

FILE = ".gitattributes"
LINE = f"{MEMORY_PATH}/** merge=memsync".encode()

# The clone's own attributes, for a file that every repository may have.
_OWN = Path("info/attributes")
_LIST_LINE = f"/{ALLOW_FILE} merge=memsync".encode()

SECTION = "merge.memsync"
SETTING = f"{SECTION}.driver"
TITLE = "merge of notes (memsync)"

# Exit codes above 1 say that memsync could not merge, so git's own merge does. Where
# that cannot either (255, for binary files), git shall see a conflict, not an error.
_COMMAND = (
    'm={}; command -v "$m" >/dev/null 2>&1 || m=memsync;'
    ' if command -v "$m" >/dev/null 2>&1; then'
    ' "$m" merge-file %O %A %B %L %P; s=$?; [ $s -gt 1 ] || exit $s; fi;'
    " git merge-file -q --marker-size=%L -L ours -L base -L theirs %A %O %B || exit 1"
)
_OURS = re.compile(re.escape(_COMMAND).replace(r"\{\}", "(.+?)"))


class Unmerged(NamedTuple):
    """A file of a memory whose merge git left to a person."""

    path: str
    """Below the git root, with slashes."""
    deleted: bool
    """Whether one side deleted it and the other changed it."""


def wanted(environ: Mapping[str, str]) -> str:
    """What the setting should be, for this installation of memsync."""
    path = installed("memsync", environ.get("PATH"))
    # Git replaces `%` and a letter.
    return _COMMAND.format(quote(os.fspath(path or "memsync")).replace("%", "%%"))


def is_set(root: GitRoot, environ: Mapping[str, str]) -> bool:
    """Whether this clone runs memsync for the driver, from wherever it is installed."""
    ours = _OURS.fullmatch(_setting(root, environ, SETTING)) is not None
    return ours and has_line(_own_attributes(root), _LIST_LINE)


def is_set_here(root: GitRoot, environ: Mapping[str, str]) -> bool:
    """Whether the clone's own file of settings has the driver, of any version."""
    return bool(_setting(root, environ, SETTING, "--local"))


def write(root: GitRoot, environ: Mapping[str, str]) -> None:
    """Write the setting; raises `GitFailed`."""
    git = elsewhere(root.top, environ)
    git.run("config", "--local", f"{SECTION}.name", TITLE)
    git.run("config", "--local", SETTING, wanted(environ))
    data = _own_attributes(root)
    if not has_line(data, _LIST_LINE):
        atomic.make_folder(root.common_dir / _OWN.parent)
        atomic.write(root.common_dir / _OWN, with_line(data, _LIST_LINE).data)


def remove(root: GitRoot, environ: Mapping[str, str]) -> None:
    """Remove the setting; raises `GitFailed`."""
    git = elsewhere(root.top, environ)
    if is_set_here(root, environ):
        git.run("config", "--local", "--remove-section", SECTION)
    path, data = root.common_dir / _OWN, _own_attributes(root)
    if has_line(data, _LIST_LINE):
        rest = without_line(data, _LIST_LINE)
        if rest:
            atomic.write(path, rest)
        else:
            path.unlink(missing_ok=True)


def is_named(root: GitRoot, environ: Mapping[str, str]) -> bool:
    """Whether the attributes of the work tree name the driver for the memory."""
    path = f"{MEMORY_PATH}/{MEMORY_INDEX}"
    asked = elsewhere(root.top, environ).attempt("check-attr", "-z", "merge", path)
    return asked.out.split(b"\0")[2:3] == [b"memsync"]


def unmerged(root: GitRoot, environ: Mapping[str, str]) -> list[Unmerged]:
    """The files of the memory that wait for `git add` or `git rm`."""
    listed = elsewhere(root.top, environ).attempt(
        "ls-files", "--unmerged", "-z", "--", MEMORY_PATH
    )
    stages: dict[str, set[bytes]] = {}
    for row in listed.out.split(b"\0"):
        about, _, path = row.partition(b"\t")
        if path:
            stages.setdefault(os.fsdecode(path), set()).add(about[-1:])
    return [
        Unmerged(path, deleted=len(found & {b"2", b"3"}) == 1)
        for path, found in stages.items()
    ]


def _setting(
    root: GitRoot, environ: Mapping[str, str], name: str, *options: str
) -> str:
    asked = elsewhere(root.top, environ).attempt("config", *options, "--get", name)
    return os.fsdecode(asked.out.removesuffix(b"\n"))


def _own_attributes(root: GitRoot) -> bytes:
    try:
        return atomic.read_regular(root.common_dir / _OWN)
    except (FileNotFoundError, NotADirectoryError):
        return b""


def attributes_file(root: GitRoot) -> Path:
    """The file at the top of the work tree that names the driver."""
    return root.top / FILE
