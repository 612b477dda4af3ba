"""The form for editing a note or writing a new one."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import Broken
from memsync.page.html.compare import compare, folded
from memsync.page.html.page import Page
from memsync.page.html.shell import called
from memsync.page.request.ask import Ask, not_here

if TYPE_CHECKING:
    from memsync.errors import MemsyncError

# The most bytes, as in `caps.write`: a longer text could not be saved.
_LARGEST = 64 * 1024
# Browsers drop or change control characters (C0) other than tabs and line breaks.
_CHANGED_BY_BROWSERS = re.compile(r"[\x00-\x08\x0b-\x1f\ufdd0]|\r(?!\n)")


class Draft(NamedTuple):
    """The content of the form."""

    text: str
    """With LF line ends."""
    seen: str
    """The digest of the bytes that the person last saw; empty for a removed note."""


def digest(data: bytes | None) -> str:
    """Identifies the bytes that a form was made from; empty if there is no note."""
    return "" if data is None else hashlib.sha256(data).hexdigest()


def editable(data: bytes) -> str:
    """The text for a form. Raises `Broken` if a browser would change it."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = "\x00"
    plain = text.replace("\r\n", "\n")
    odd = len(data) > _LARGEST or _CHANGED_BY_BROWSERS.search(plain)
    if odd or as_it_was(plain, data) != data:
        raise Broken(
            "this text is too large, not UTF-8, or of mixed line ends: a browser"
            " would change it",
            hint="`memsync edit` takes it as it is",
            word="not-utf-8",
        )
    return plain


def as_it_was(text: str, before: bytes) -> bytes:
    """The text that a browser sent, with the note's original line ends."""
    plain = text.replace("\r\n", "\n")
    if b"\r\n" in before:
        plain = plain.replace("\n", "\r\n")
    return plain.encode("utf-8", "replace")


def view(ask: Ask) -> Page:
    """The form for a note. Raises `NotFound`, and `Broken` like `editable`."""
    data = ask.store(ask.scope).live(ask.name)
    if data is None:
        raise not_here(f"note '{ask.name}' in the {ask.scope} memory")
    return _form(ask, Draft(editable(data), digest(data)), 200)


def form(
    ask: Ask,
    draft: Draft,
    *,
    error: MemsyncError | None = None,
    live: str | None = None,
) -> Page:
    """The form with what was sent, and the reason for not saving it.

    That is an error, or the newer live text, or that there is none any more.
    """
    if error is not None:
        return _form(ask, draft, 422, error)
    return _form(ask, draft, 409, live=live)


def _form(
    ask: Ask,
    draft: Draft,
    status: int,
    error: MemsyncError | None = None,
    live: str | None = None,
) -> Page:
    pieces = [] if live is None else folded(compare(live, draft.text))
    there = ask.links.note(ask.scope, ask.name)
    values = {
        "name": ask.name,
        "scope": ask.scope,
        "text": draft.text,
        "seen": draft.seen,
        "error": error,
        "changed": live is not None,
        "removed": status == 409 and live is None,
        "pieces": pieces,
        "back": there if draft.seen else ask.links.page("notes"),
        "action": ask.links.note(ask.scope, ask.name, "edit"),
    }
    command = called("edit", ask.name, f" --scope {ask.scope}")
    return Page("edit.html", f"Edit {ask.name}", values, command, status)


def new(ask: Ask, error: MemsyncError | None = None) -> Page:
    """The form for a new note, filled in from the query."""
    values = {
        "error": error,
        "given": {key: ask.query.get(key, "") for key in ("name", "about", "text")},
        "scope": ask.query.get("scope") or "workspace",
        "action": ask.links.page("new"),
        "back": ask.links.page("notes"),
    }
    status = 200 if error is None else 422
    return Page("new.html", "New note", values, "write NAME", status)
