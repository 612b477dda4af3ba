"""Notes for ranking: the words of each part, counted once."""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.record import NamedTuple
from memsync.retrieval.words.terms import words

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from collections.abc import Sequence

    from memsync.memory.note.records import StoredNote

_HEADING = lazy(r"(?m)^#{1,6}[ \t]+(.*)")


class Document(NamedTuple):
    """The searched parts of a note, with the note's own texts."""

    name: str
    type: str
    description: str
    body: str


class Counted(NamedTuple):
    """The written words of a document's parts, in order."""

    name: list[str]
    description: list[str]
    headings: list[str]
    body: list[str]
    """The body's words, those of its headings among them."""
    type: list[str]


def counted(document: Document) -> Counted:
    """Find the words of a document."""
    body = document.body
    headings = " \n".join(_HEADING.findall(body)) if "#" in body else ""
    return Counted(
        words(document.name),
        words(document.description),
        words(headings) if headings else [],
        words(body),
        words(document.type),
    )


def document(note: StoredNote) -> Document:
    """The searched parts of a note; its name is the file's, whatever it says."""
    parsed = note.note
    return Document(note.name, parsed.type, parsed.description, parsed.body)


def vocabulary(documents: Sequence[Counted]) -> set[str]:
    """Every written word that occurs in any document."""
    found: set[str] = set()
    for document in documents:
        found.update(*document)
    return found
