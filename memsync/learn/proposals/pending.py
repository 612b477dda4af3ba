"""Stores proposals that wait, and decided ones: a JSON file for each.

The files are in the data folder, private: neither in the state folder, which may be
lost, nor in a memory. Each file is written whole or not at all, so that a kill or a
full disk leaves each proposal either there or not. A file that cannot be read is
skipped.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NamedTuple, get_args

from memsync.errors import BadUsage, MemsyncError
from memsync.files import atomic
from memsync.files.unlinked import names_in, remove
from memsync.learn.fact import Source
from memsync.learn.proposal import Draft, Kind
from memsync.memory.note.names import Scope, check_name
from memsync.sessions.projects import Project

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

# The folders of proposals that wait, and of decided ones.
WAITING = "proposals"
ACCEPTED = "accepted"
REJECTED = "rejected"

# The folder of proposals that another one replaced.
REPLACED = "replaced"
FOLDERS = (WAITING, ACCEPTED, REJECTED, REPLACED)

_ID = re.compile(r"[0-9a-f]{8}")
_KINDS: tuple[Kind, ...] = get_args(Kind)
# The most bytes of one proposal; the longest skill has 16,000 characters.
_LARGEST = 1 << 20

# The most files of decided proposals of each kind; the oldest go first. `learn undo`
# needs them, and they show what else was learned from the same words.
_MOST_DECIDED = 2000


class Kept(NamedTuple):
    """A proposal as its file stores it."""

    id: str
    draft: Draft
    project: Project
    """The repository from whose sessions it was learned."""
    run: str
    made: float
    """Seconds since 1970."""
    synopses: Mapping[str, str]
    """The synopses of its sessions, by the sessions' keys."""
    moment: str = ""
    """Of a decided proposal: the moment of the command, by which undo finds it."""
    decided: tuple[str, ...] = ()
    """Of a rejected proposal: the digests that were recorded with it."""
    replaces: tuple[str, ...] = ()
    """The ids of the proposals that it replaced."""


def id_of(draft: Draft, project: Project) -> str:
    """The id of a proposal: the same for the same words of the same sessions."""
    import hashlib

    said = [
        *(draft.kind, draft.name, str(draft.scope)),
        *(draft.description, draft.type, draft.body),
        *sorted([source.key, *source.quotes] for source in draft.sources),
        project.identity or project.root,
    ]
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()[:8]


def save(folder: Path, kept: Kept) -> None:
    """Write a proposal's file durably. Raises `OSError`."""
    atomic.make_folder(folder, mode=0o700)
    data = json.dumps(_data(kept), indent=1).encode() + b"\n"
    atomic.write(folder / f"{kept.id}.json", data, mode=0o600)


def drop(folder: Path, id_: str) -> None:
    """Remove a proposal's file if it exists. Raises `OSError`."""
    remove(folder / f"{id_}.json")


def move(place: Path, id_: str, old: str, new: str) -> None:
    """Move a proposal's file from one folder to another. Raises `OSError`."""
    kept = _read(place / old, id_)
    if kept is not None:
        save(place / new, kept)
        drop(place / old, id_)


def load(folder: Path) -> list[Kept]:
    """Load all proposals of a folder, the oldest first."""
    found = [kept for id_ in _ids(folder) if (kept := _read(folder, id_)) is not None]
    return sorted(found, key=lambda kept: (kept.made, kept.id))


def thin_out(folder: Path) -> None:
    """Remove the oldest proposals if they are far above the limit. Raises `OSError`."""
    ids = list(_ids(folder))
    if len(ids) > _MOST_DECIDED + 200:
        for kept in load(folder)[: len(ids) - _MOST_DECIDED]:
            drop(folder, kept.id)


def _ids(folder: Path) -> Iterator[str]:
    try:
        names = names_in(folder)
    except (FileNotFoundError, NotADirectoryError):
        return
    for name in sorted(names):
        stem = name.removesuffix(".json")
        if stem != name and _ID.fullmatch(stem):
            yield stem


def _read(folder: Path, id_: str) -> Kept | None:
    path = folder / f"{id_}.json"
    try:
        return _kept(id_, json.loads(atomic.read_regular(path, limit=_LARGEST)))
    # Not a proposal of ours, or a damaged one: nobody can decide it, so skip it.
    except (OSError, MemsyncError, ValueError, KeyError, TypeError, AttributeError):
        return None
    except (StopIteration, RecursionError):
        return None


def _data(kept: Kept) -> dict[str, object]:
    draft = kept.draft
    return {
        "kind": draft.kind,
        "name": draft.name,
        "scope": str(draft.scope),
        "description": draft.description,
        "type": draft.type,
        "body": draft.body,
        "why": draft.why,
        "trusted": draft.trusted,
        "sources": [source._asdict() for source in draft.sources],
        "project": kept.project._asdict(),
        "run": kept.run,
        "made": kept.made,
        "synopses": dict(kept.synopses),
        "moment": kept.moment,
        "decided": list(kept.decided),
        "replaces": list(kept.replaces),
    }


def _kept(id_: str, data: dict[str, object]) -> Kept:
    """Build a proposal from its JSON; raises for a form that memsync never writes."""
    said = _text(data["kind"])
    kind = next(kind for kind in _KINDS if kind == said)
    name = _text(data["name"])
    if kind != "summary":
        check_name(name)
    draft = Draft(
        kind=kind,
        name=name,
        scope=Scope(_text(data["scope"])),
        body=_text(data["body"]),
        sources=tuple(_source(each) for each in _list(data["sources"])),
        trusted=data["trusted"] is True,
        description=_text(data["description"]),
        type=_text(data["type"]),
        why=_text(data["why"]),
    )
    project = _dict(data["project"])
    return Kept(
        id_,
        draft,
        Project(_text_if_any(project["root"]), _text_if_any(project["identity"])),
        _text(data["run"]),
        _number(data["made"]),
        {str(key): _text(text) for key, text in _dict(data["synopses"]).items()},
        _text(data["moment"]),
        tuple(_text(each) for each in _list(data.get("decided", []))),
        tuple(_text(each) for each in _list(data.get("replaces", []))),
    )


def _source(data: object) -> Source:
    read = _dict(data)
    ended = read["ended"]
    return Source(
        _text(read["agent"]),
        _text(read["session"]),
        None if ended is None else _number(ended),
        tuple(_text(quote) for quote in _list(read["quotes"])),
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise BadUsage("not a text")
    return value


def _text_if_any(value: object) -> str | None:
    return None if value is None else _text(value)


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadUsage("not a number")
    return float(value)


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise BadUsage("not a list")
    return value


def _dict(value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise BadUsage("not a map")
    return value
