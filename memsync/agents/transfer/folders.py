"""Chooses and checks the folder of an import or export."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from memsync.agents.layouts.engines.block import MarkedBlock
from memsync.agents.layouts.where import is_inside
from memsync.errors import BadUsage, Broken, Refused

if TYPE_CHECKING:
    from memsync.agents.layouts.layout import Engine, Layout
    from memsync.agents.layouts.where import Where


class Chosen(NamedTuple):
    """A folder, with the engine that knows its form."""

    folder: Path
    engine: Engine
    in_work_tree: bool
    """Whether it is in the work tree, where people commit."""


def own_folder(layout: Layout, where: Where, *, person: bool) -> Path | None:
    """The agent's own folder, for the repository or the person; None for none.

    Raises `Broken` for settings of the agent that cannot be read, and `Refused` for a
    folder of the work tree that a link leads out of it.
    """
    folder = (layout.person if person else layout.project)(where)
    if folder is not None:
        _check(folder, where)
    return folder


def choose(
    layout: Layout, where: Where, path: str | None, *, person: bool, reading: bool
) -> Chosen | None:
    """The folder of a PATH, else the agent's own; None if it has none.

    Raises `Broken` for a PATH that is not there, where it is to be read, or is no
    folder, and what `own_folder` raises.
    """
    if path is None:
        folder = own_folder(layout, where, person=person)
        if folder is None:
            return None
        engine = _engine(layout, where, folder, person=person, given=False)
        if folder.is_dir() or not os.path.lexists(folder):
            return Chosen(folder, engine, _in_tree(folder, where))
        raise _no_folder(folder)
    given = Path(os.path.normpath(where.cwd / path))
    names_a_file = layout.file is not None and given.suffix == ".md"
    new_file = names_a_file and not reading and not os.path.lexists(given)
    # A link to a file is refused below, not followed.
    if new_file or (given.is_file() and not given.is_symlink()):
        return _file(layout, given, where)
    if not given.is_dir():
        if os.path.lexists(given):
            raise _no_folder(given)
        if reading:
            raise Broken(f"'{given}': no such folder", hint="check PATH", word="file")
    for inner in layout.inner:
        if (given / inner).is_dir():
            given /= inner
            break
    engine = _engine(layout, where, given, person=person, given=True)
    return Chosen(given, engine, _in_tree(given, where))


def nothing_there(layout: Layout, *, person: bool) -> BadUsage:
    """The error for an agent without a folder to write to."""
    whose = "a person" if person else "a repository"
    hint = layout.not_there or "give a folder as PATH"
    return BadUsage(
        f"{layout.agent} has no folder of its own for {whose}",
        hint=hint,
        word="no-folder",
    )


def _engine(
    layout: Layout, where: Where, folder: Path, *, person: bool, given: bool
) -> Engine:
    found = layout.engine_at(folder) if given else None
    if found is not None:
        return found
    if layout.engine_in is not None:
        return layout.engine_in(where, person, given)
    return layout.engine_of(person=person)


def _file(layout: Layout, given: Path, where: Where) -> Chosen:
    """A PATH to a file: only for agents whose memory is one file."""
    for engine in (layout.engine, layout.person_engine, layout.engine_at(given.parent)):
        if isinstance(engine, MarkedBlock) and layout.file is not None:
            one = replace(engine, file=given.name, also=(), rules=None)
            return Chosen(given.parent, one, _in_tree(given, where))
    raise _no_folder(given)


def _no_folder(path: Path) -> Broken:
    return Broken(f"'{path}' is not a folder", hint="check PATH", word="not-a-folder")


def _in_tree(folder: Path, where: Where) -> bool:
    return where.root is not None and is_inside(folder, where.root.top)


def _check(folder: Path, where: Where) -> None:
    """Refuse a folder that a link leads out of the repository, or another user owns."""
    if where.root is not None and folder.is_relative_to(where.root.top):
        if not is_inside(folder, where.root.top):
            raise Refused(
                f"'{folder}' leads through a link to '{os.path.realpath(folder)}',"
                " outside of this repository",
                hint="give the right folder as PATH",
                word="symlink",
            )
    elif folder.is_symlink() and hasattr(os, "getuid"):
        try:
            owner = folder.stat().st_uid
        except OSError:
            return
        if owner != os.getuid():
            raise Refused(
                f"'{folder}' leads to a folder of another user", word="symlink"
            )
