"""Claude Code's memory: `<config>/projects/<slug>/memory/`, a folder a repository.

The slug is the real path of the repository's main work tree, with a dash for each
UTF-16 unit outside `[A-Za-z0-9]`; beyond 200 units, the first 200, a dash, and a 32-bit
hash in base 36. It is lossy: the sessions beside the folder tell whose it is. Source of
slugs and settings: binaries 2.1.285 to 2.1.287, and Codex's importer.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING
from unicodedata import normalize

from memsync.agents.layouts.engines.folder import NotesFolder
from memsync.agents.layouts.layout import Layout, Link
from memsync.agents.layouts.where import is_a_memory, is_inside, nowhere
from memsync.errors import Broken, MemsyncError
from memsync.files import atomic

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.agents.layouts.where import Where

# The key in Claude Code's settings that names another memory folder.
SETTING = "autoMemoryDirectory"
# UTF-16 units of a slug before Claude Code cuts it and appends a hash.
_LONGEST = 200
# The digits of JavaScript's `Number.toString(36)`.
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"

# How many sessions to read to find out whose folder it is, the newest first.
_SESSIONS = 20

# Bytes to read of each.
_HEAD = 1 << 18


def slug(path: str) -> str:
    """The folder's name for a repository at a path."""
    data = path.encode("utf-16-le", "surrogatepass")
    units = [int.from_bytes(data[i : i + 2], "little") for i in range(0, len(data), 2)]
    made = "".join(chr(u) if u < 128 and chr(u).isalnum() else "-" for u in units)
    if len(units) <= _LONGEST:
        return made
    value = 0
    for unit in units:
        value = (31 * value + unit) & 0xFFFFFFFF
    # JavaScript's bit operations give signed 32-bit numbers.
    signed = value - (1 << 32) if value >= 1 << 31 else value
    return f"{made[:_LONGEST]}-{_base36(abs(signed))}"


def _base36(number: int) -> str:
    digits = ""
    while number:
        number, rest = divmod(number, 36)
        digits = _DIGITS[rest] + digits
    return digits or "0"


def config(where: Where) -> Path:
    """The folder of its settings and projects."""
    return where.folder("CLAUDE_CONFIG_DIR", ".claude")


def default_folder(where: Where) -> Path:
    """The repository's default folder, without any setting.

    If two spellings of the path yield two names, the one that exists. Raises `Broken`
    if the folder's sessions all belong to another repository.
    """
    projects = config(where) / "projects"
    path = os.path.realpath(where.main)
    names = dict.fromkeys(
        # macOS gives file names in decomposed form (NFD), people type NFC: try all
        # three.
        slug(form)
        for form in (path, normalize("NFC", path), normalize("NFD", path))
    )
    if where.platform == "darwin":
        first = slug(normalize("NFC", path))
        names = dict.fromkeys((first, *names))
    there = [name for name in names if (projects / name / "memory").is_dir()]
    name = (there or list(names))[0]
    _check_owner(projects / name, where)
    return projects / name / "memory"


def _check_owner(folder: Path, where: Where) -> None:
    others = set()
    for cwd in _sessions(folder):
        if is_inside(Path(cwd), where.main) or is_inside(Path(cwd), where.top):
            return
        others.add(cwd)
    if others:
        raise Broken(
            f"'{folder}' could belong to two repositories: its sessions ran in"
            f" '{min(others)}'",
            hint="give the right folder as PATH",
            word="ambiguous",
        )


def _sessions(folder: Path) -> Iterator[str]:
    """The working folders of the newest sessions."""
    try:
        with os.scandir(folder) as found:
            files = [
                (entry.stat(follow_symlinks=False).st_mtime, entry.path)
                for entry in found
                if entry.name.endswith(".jsonl")
                and entry.is_file(follow_symlinks=False)
            ]
    except OSError:
        return
    for _, path in sorted(files, reverse=True)[:_SESSIONS]:
        try:
            head = atomic.read_regular(path, limit=_HEAD)
        # Another program's files: what cannot be read is passed over.
        except (OSError, MemsyncError):
            continue
        for line in head.split(b"\n"):
            try:
                row = json.loads(line)
            except (ValueError, RecursionError):
                continue
            cwd = row.get("cwd") if isinstance(row, dict) else None
            if isinstance(cwd, str) and Path(cwd).is_absolute():
                yield cwd
                break


def custom_folder(where: Where) -> Path | None:
    """The folder that a setting names for the memory; None without one.

    In order: managed settings, the work tree's local ones, its shared ones, the user's.
    A shared file comes with the repository, so it may name only folders in the work
    tree and in Claude Code's own folder.
    """
    own = config(where)
    for file, shared in (
        *((_real(file), False) for file in _managed(where)),
        (where.top / ".claude/settings.local.json", False),
        (where.top / ".claude/settings.json", True),
        (_real(own / "settings.json"), False),
    ):
        value = read_setting(file)
        folder = _resolved(value, where) if value else None
        if folder is None:
            continue
        if shared and not (is_inside(folder, where.top) or is_inside(folder, own)):
            continue
        return folder
    return None


def _real(file: Path) -> Path:
    """A file of the person or the machine: it may be a dotfile manager's link.

    One in the work tree comes with the repository, and its links are not followed.
    """
    return Path(os.path.realpath(file))


def _managed(where: Where) -> list[Path]:
    if where.platform == "darwin":
        base = Path("/Library/Application Support/ClaudeCode")
    elif where.platform == "win32":
        base = Path(where.places.environ.get("ProgramFiles", "C:\\")) / "ClaudeCode"
    else:
        base = Path("/etc/claude-code")
    try:
        dropped = sorted((base / "managed-settings.d").glob("*.json"), reverse=True)
    except OSError:
        dropped = []
    return [*dropped, base / "managed-settings.json"]


def read_setting(file: Path) -> str:
    """The folder that a settings file names; empty for none, or a broken file."""
    try:
        found = json.loads(atomic.read_regular(file, limit=1 << 22))
    except (OSError, MemsyncError, ValueError, RecursionError):
        return ""
    value = found.get(SETTING) if isinstance(found, dict) else None
    return value if isinstance(value, str) else ""


def _resolved(value: str, where: Where) -> Path | None:
    if value.startswith("~/") and len(value) > 2:
        return where.home / value[2:]
    # A relative value is ignored silently, as Claude Code does.
    return Path(value) if Path(value).is_absolute() else None


def project(where: Where) -> Path | None:
    """The folder in use; None if `memsync link` made it our own memory."""
    custom = custom_folder(where)
    if custom is not None and not is_a_memory(custom):
        return custom
    return default_folder(where)


def older(where: Where) -> Path | None:
    """The default folder, if a setting now names another one."""
    return default_folder(where) if custom_folder(where) is not None else None


LAYOUT = Layout(
    agent="claude-code",
    kind="A",
    project=project,
    person=nowhere,
    home=config,
    engine=NotesFolder("claude-code", cap_lines=200, cap_bytes=25_000),
    inner=("memory",),
    older=older,
    link=Link(".claude/settings.local.json", SETTING),
)
