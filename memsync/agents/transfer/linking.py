"""Links an agent to memsync's memory, by the agent's own setting."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from memsync.agents.hooks.change import read_text
from memsync.agents.hooks.json_text import inserted, without
from memsync.agents.hooks.jsonc import NotJson, parse
from memsync.agents.layouts.where import is_a_memory
from memsync.errors import Broken, MemsyncError, Refused
from memsync.files import atomic

if TYPE_CHECKING:
    from memsync.agents.hooks.jsonc import Node
    from memsync.agents.layouts.layout import Layout, Link
    from memsync.agents.layouts.where import Where


# The agents that have such a setting: asking here loads no other layout.
LINKABLE = ("claude-code",)


class Linked(NamedTuple):
    """What was done to a settings file."""

    path: Path
    action: Literal["created", "updated", "unchanged", "removed"]


def is_linked(layout: Layout, where: Where, memory: Path) -> bool:
    """Whether the agent's settings here lead to this memory."""
    if layout.link is None or where.root is None:
        return False
    try:
        path = where.root.top / layout.link.file
        text = read_text(path)
        return text is not None and _value(text, path, layout.link) == str(memory)
    except MemsyncError:
        return False


def stray(layout: Layout, where: Where, memory: Path) -> Path | None:
    """The memory that the agent's settings name, if it is gone or is another one.

    None for settings that cannot be read, or name a folder that is no memory of
    memsync's: that is a person's own choice.
    """
    if layout.link is None or where.root is None:
        return None
    try:
        path = where.root.top / layout.link.file
        text = read_text(path)
        found = None if text is None else _value(text, path, layout.link)
    except MemsyncError:
        return None
    if found is None or not is_a_memory(Path(found)):
        return None
    return Path(found) if found != str(memory) or _is_gone(found) else None


def link(layout: Layout, where: Where, memory: Path, *, dry_run: bool) -> Linked:
    """Make the agent use the memory in this work tree; safe to repeat.

    Replaces a setting that names a memory which is gone, as after a move of the
    repository. Raises `Refused` for an agent without such a setting, and `Broken` for a
    settings file that leads elsewhere already, or cannot be restored exactly.
    """
    setting, path = _setting(layout, where)
    text = read_text(path)
    found = None if text is None else _value(text, path, setting)
    if found == str(memory):
        return Linked(path, "unchanged")
    if found is not None and not _is_gone(found):
        raise Broken(
            f"'{path}' leads {layout.agent} to '{found}' already",
            hint=f"remove {setting.key} there, then run the same command again",
            word="agent-settings",
        )
    before = None if text is None else _before(text, path, setting, found)
    new = _made(setting, str(memory))
    if before is not None:
        new = inserted(before, _root(before, path), (setting.key, str(memory)))
        if _cut(new, _root(new, path), setting) != before:
            raise Broken(
                f"'{path}' was not changed: the setting could not be removed exactly",
                hint=f'add by hand: "{setting.key}": "{memory}"',
                word="agent-settings",
            )
    if text is None:
        if not dry_run:
            atomic.make_folder(path.parent)
            atomic.create(path, new.encode())
        return Linked(path, "created")
    if not dry_run and not atomic_swap(path, text, new):
        raise _changed(path)
    return Linked(path, "updated")


def unlink(layout: Layout, where: Where, memory: Path, *, dry_run: bool) -> Linked:
    """Remove the setting, and restore the file byte for byte.

    Deletes a file that `link` created. Leaves a setting that names another folder,
    unless that was a memory which is gone: the repository was moved since.
    """
    setting, path = _setting(layout, where)
    text = read_text(path)
    found = None if text is None else _value(text, path, setting)
    if text is None or not (found == str(memory) or (found and _is_gone(found))):
        return Linked(path, "unchanged")
    before = _before(text, path, setting, found)
    if before is None:
        if not dry_run:
            path.unlink()
            _remove_if_empty(path.parent)
        return Linked(path, "removed")
    if not dry_run and not atomic_swap(path, text, before):
        raise _changed(path)
    return Linked(path, "updated")


def _is_gone(found: str) -> bool:
    """Whether a setting names a memory of memsync's that does not exist."""
    return is_a_memory(Path(found)) and not Path(found).exists()


def _before(text: str, path: Path, setting: Link, found: str | None) -> str | None:
    """The text without the setting; None for a file that `link` created."""
    if found is not None and text == _made(setting, found):
        return None
    return _cut(text, _root(text, path), setting)


def _made(setting: Link, memory: str) -> str:
    """The settings file that `link` creates where there is none."""
    return f"{json.dumps({setting.key: memory}, indent=2, ensure_ascii=False)}\n"


def atomic_swap(path: Path, before: str, after: str) -> bool:
    """Replace a settings file, if it has not changed since it was read."""
    from memsync.memory.files.live import replace_keeping

    late: list[bytes] = []
    done = replace_keeping(path, after.encode(), before.encode(), late.append)
    if late:
        # Another program wrote at the last moment: its text wins.
        atomic.write(path, late[-1])
        return False
    return done


def _remove_if_empty(folder: Path) -> None:
    import contextlib

    # Not empty: somebody else's settings are in it.
    with contextlib.suppress(OSError):
        folder.rmdir()


def _changed(path: Path) -> Broken:
    return Broken(
        f"'{path}' was changed meanwhile",
        hint="run the same command again",
        word="busy",
    )


def _setting(layout: Layout, where: Where) -> tuple[Link, Path]:
    if layout.link is None:
        raise Refused(
            f"{layout.agent} has no setting that names a folder for its memory",
            hint=f"`memsync export {layout.agent}` writes the notes into its own",
            word="no-setting",
        )
    from memsync.errors import NoGitRoot

    if where.root is None:
        raise NoGitRoot(
            f"'{where.cwd}' is not inside a git repository",
            hint="cd to the repository",
        )
    return layout.link, where.root.top / layout.link.file


def _root(text: str, path: Path) -> Node:
    try:
        root = parse(text)
    except NotJson as error:
        root = None
        why = str(error)
    else:
        why = "it is not an object"
    if root is None or root.members is None:
        raise Broken(
            f"'{path}' was not changed: {why}",
            hint="fix the file, then run the same command again",
            word="agent-settings",
        )
    return root


def _value(text: str, path: Path, setting: Link) -> str | None:
    found = _root(text, path).member(setting.key)
    value = None if found is None else found.value
    return value if isinstance(value, str) else None


def _cut(text: str, root: Node, setting: Link) -> str:
    keys = [member.key for member in root.members or ()]
    return without(text, root, keys.index(setting.key)) if setting.key in keys else text
