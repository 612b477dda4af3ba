"""Computes the file that a draft asks for from the present one. Pure."""

from __future__ import annotations

from difflib import unified_diff
from typing import TYPE_CHECKING

from memsync.memory.archive.learned import SUMMARY, skill_name
from memsync.memory.note import frontmatter
from memsync.memory.note.compose import DEFAULT_TYPES
from memsync.memory.note.note import Note, described, one_line
from memsync.memory.note.privacy import KEY as PRIVACY
from memsync.secrets.redact import redact_text
from memsync.terminal import printable_block

if TYPE_CHECKING:
    from datetime import date

    from memsync.learn.proposal import Action, Draft

# The frontmatter key that names the session from which a note was learned.
SOURCE = "source"

# The frontmatter keys of learned notes: their sessions, and the day.
LEARNED = "learned"

# The most sources that a note lists; a fact may occur in many sessions.
_MOST_SOURCES = 8
_PASSING = (SOURCE, LEARNED, "updated")


def file_of(draft: Draft) -> str:
    """The name, in its memory, of the file that a draft is about."""
    if draft.kind == "summary":
        return SUMMARY
    return skill_name(draft.name) if draft.kind == "skill" else draft.name


def removes(draft: Draft) -> bool:
    """Whether the draft removes its file."""
    return draft.kind == "retire" or (draft.kind == "skill" and not draft.body.strip())


def action_of(draft: Draft, live: bytes | None) -> Action:
    """The action that accepting the draft would take."""
    if draft.kind == "note":
        return "create" if live is None else "update"
    return draft.kind


def drawn(
    draft: Draft, live: bytes | None, today: date, *, committed: bool
) -> bytes | None:
    """Return the file that the draft asks for; None to remove it.

    `live` holds the present bytes. In a `committed` memory no note names a session.
    """
    if removes(draft):
        return None
    if draft.kind == "summary":
        return _ended(draft.body).encode()
    if draft.kind == "skill":
        return _skill(draft)
    return _note(draft, live, today, committed=committed).render()


def changes_nothing(draft: Draft, live: bytes | None, new: bytes | None) -> bool:
    """Whether the proposed file says the same as the present one."""
    if live is None or new is None:
        return live is new
    if draft.kind != "note":
        return live.replace(b"\r\n", b"\n") == new
    return _said(Note.parse(live)) == _said(Note.parse(new))


def diff(name: str, live: bytes | None, new: bytes | None) -> str:
    """A unified diff for people and programs, without secrets or control characters."""
    old, young = (_lines(data) for data in (live, new))
    label = f"{name}.md"
    lines = unified_diff(
        old,
        young,
        "/dev/null" if live is None else f"a/{label}",
        "/dev/null" if new is None else f"b/{label}",
        lineterm="",
    )
    return "".join(f"{line}\n" for line in lines)


def _note(draft: Draft, live: bytes | None, today: date, *, committed: bool) -> Note:
    body = _ended(draft.body)
    old = None if live is None else Note.parse(live)
    about = one_line(draft.description) or described(body, titled=False) or draft.name
    if old is not None and old.sound:
        type_ = draft.type or old.type or DEFAULT_TYPES[draft.scope]
        fields = {"description": about, "type": type_}
        if old.type == type_:
            del fields["type"]  # Claude Code writes the key under `metadata`.
        note = old.with_body(body).with_fields(fields)
        note = note.with_fields({"updated": today.isoformat()})
    else:
        type_ = draft.type or DEFAULT_TYPES[draft.scope]
        note = Note.new(draft.name, about, type_, body, today)
        if old is not None and not old.sync:
            note = note.with_fields({PRIVACY: "false"})
    return note.with_fields(
        {
            SOURCE: None if committed else _sources(draft),
            LEARNED: today.isoformat(),
        }
    )


def sessions_of(note: Note) -> frozenset[str]:
    """The sessions that a note names as its sources, as `<agent>:<id>`."""
    said = note.fields.get(SOURCE)
    found = said.split(",") if isinstance(said, str) else ()
    return frozenset(each.strip() for each in found if ":" in each)


def _sources(draft: Draft) -> str | None:
    keys = [one_line(source.key) for source in draft.sources[:_MOST_SOURCES]]
    return ", ".join(keys) or None


def _skill(draft: Draft) -> bytes:
    values = {"name": draft.name, "description": one_line(draft.description)}
    header = "".join(
        f"{key}: {frontmatter.scalar(key, value)}\n" for key, value in values.items()
    )
    return f"---\n{header}---\n\n{_ended(draft.body)}".encode()


def _ended(text: str) -> str:
    return text.replace("\r\n", "\n").rstrip("\n") + "\n"


def _said(note: Note) -> tuple[object, ...]:
    fields = {key: v for key, v in note.fields.items() if key not in _PASSING}
    return fields, note.body.replace("\r\n", "\n").rstrip()


def _lines(data: bytes | None) -> list[str]:
    text = (data or b"").decode("utf-8", "replace").replace("\r\n", "\n")
    return printable_block(redact_text(text).text).splitlines()
