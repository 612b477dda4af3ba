"""Sessions at a path that a person gives: which format each file has."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from memsync.errors import Broken
from memsync.sessions.readers.table import READERS, reader_of
from memsync.sessions.reading.blocks import mapping, word
from memsync.sessions.reading.lines import record
from memsync.sessions.reading.reader import Look

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from memsync.sessions.reading.reader import Homes, Source

# Bytes that tell a file's format.
_SNIFFED = 1 << 16
# Folders below folders.
_DEEPEST = 12
# Files of one folder.
_MOST = 100_000
# Readers that know a file by its name; they are asked before its content.
_BY_NAME = (
    *("codex", "copilot-cli", "opencode", "goose", "jutul-agent", "cursor", "vscode"),
    *("aider", "coyote"),
)


def usual_sources(homes: Homes, look: Look) -> list[Source]:
    """The sessions in the agents' own places."""
    return [
        source
        for reader in READERS.values()
        if not reader.only_when_named
        for source in reader.find(homes, look)
    ]


def sources_named(
    path: Path, agent: str | None, homes: Homes, look: Look
) -> Iterator[Source]:
    """As `sources_at`; in an agent's own place a file is that agent's.

    Else one that begins as another format does would give its session a second id.
    """
    if agent is not None:
        reader_of(agent)
        yield from sources_at(path, agent)
        return
    usual = usual_sources(homes, Look(look.tops))
    own = {os.fspath(source.path): source for source in usual}
    for source in sources_at(path, None):
        yield own.get(os.fspath(source.path), source)


def sources_at(path: Path, agent: str | None) -> Iterator[Source]:
    """The sessions in a file, or in all files below a folder; raises `Broken`.

    Links below the folder are not followed.
    """
    if path.is_file():
        if found := _source(path, agent):
            yield found
    elif path.is_dir():
        for number, file in enumerate(_files(path)):
            if number >= _MOST:
                return
            if found := _source(file, agent):
                yield found
    else:
        raise Broken(f"'{path}' is not there", hint="name a file or a folder")


def _files(top: Path) -> Iterator[Path]:
    for folder, names, files in os.walk(top):
        names.sort()
        if folder.count(os.sep) - os.fspath(top).count(os.sep) >= _DEEPEST:
            names.clear()
        for name in sorted(files):
            path = top.__class__(folder, name)
            if not path.is_symlink():
                yield path


def _source(path: Path, agent: str | None) -> Source | None:
    if agent is not None:
        return READERS[agent].claim(path)
    if path.suffix in (".jsonl", ".ndjson") and not path.name.startswith("rollout-"):
        return READERS[_of_lines(path)].claim(path)
    if path.suffix == ".json":
        return READERS[_of_document(path)].claim(path)
    for name in _BY_NAME:
        if found := READERS[name].claim(path):
            return found
    return None


def _begin(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(_SNIFFED)
    except OSError:
        return b""


def _of_lines(path: Path) -> str:
    data = _begin(path)
    found = mapping(record(data.split(b"\n", 1)[0]))
    kind = word(found.get("type"))
    pi = "oh-my-pi" if "/.omp/" in os.fspath(path) else "pi"
    signs = {
        "copilot-cli": path.name == "events.jsonl" or kind.startswith("session."),
        pi: kind == "session" and "id" in found,
        "gemini-cli": "sessionId" in found and "startTime" in found,
        "codex": "payload" in found and bool(kind),
        "claude-code": b'"parentUuid"' in data or _is_claudes(found),
        "goose": "working_dir" in found and "role" not in found,
    }
    return next((agent for agent, holds in signs.items() if holds), "jsonl")


def _is_claudes(found: Mapping[str, object]) -> bool:
    """Whether a record is Claude Code's, though none in sight names its parent."""
    said = "sessionId" in found and "message" in found
    return said or (word(found.get("type")) == "summary" and "leafUuid" in found)


def _of_document(path: Path) -> str:
    data = _begin(path)
    if path.parent.name == "chatSessions":
        return "vscode"
    if path.name.startswith("ses_"):
        return "opencode"
    if b'"projectHash"' in data:
        return "gemini-cli"
    return "zerostack" if b'"working_dir"' in data else "yottacode"
