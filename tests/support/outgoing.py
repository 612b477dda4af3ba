"""Notes on their way to an agent: of our own, sent before, or come from there."""

from __future__ import annotations

from memsync.agents.layouts.layout import Outgoing, Sent
from memsync.memory.files.origins import source_digest
from memsync.memory.note.note import Note


def ours(name: str, body: str = "A fact.\n", **more: str) -> Outgoing:
    """A note that the agent has never seen."""
    keys = {"name": name, "description": f"about {name}", **more}
    header = "".join(f"{key}: {value}\n" for key, value in keys.items())
    data = f"---\n{header}---\n\n{body}".encode()
    return Outgoing(name, Note.parse(data), data)


def sent(note: Outgoing, path: str, data: bytes) -> Outgoing:
    """The same note, after an export that wrote these bytes for it."""
    return note._replace(sent=Sent(path, source_digest(data)))
