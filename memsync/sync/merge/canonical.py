"""A text's form, merged separately from its lines.

Two machines may save a note with different line endings, with a byte order mark or
without a final newline. Its lines are still the same.
"""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from memsync.memory.note.frontmatter import BOM

T = TypeVar("T")

LF = b"\n"
# A file's line ending; MIXED if it has several: then they stay as they are.
CRLF = b"\r\n"
MIXED = b""


class Form(NamedTuple):
    """How a text is written, apart from what its lines say."""

    eol: bytes
    """`LF` (also for a text without line endings), `CRLF` or `MIXED`."""
    bom: bool
    """Whether it starts with a byte order mark."""
    ended: bool
    """Whether the last line has a line ending."""

    def apply(self, data: bytes) -> bytes:
        """The text with these line endings, also at its end, and without a mark.

        `MIXED` leaves line endings as they are, but adds a missing one at the end.
        """
        data = data.removeprefix(BOM)
        if self.eol != MIXED:
            data = data.replace(CRLF, LF)
            data = data if self.eol == LF else data.replace(LF, CRLF)
        return data + (self.eol or LF) if data and not data.endswith(LF) else data

    def finish(self, data: bytes) -> bytes:
        """Undo `apply`: add the mark, and remove the last line ending, as needed."""
        if not self.ended and data.endswith(LF):
            data = data[: -2 if data.endswith(CRLF) else -1]
        return BOM + data if self.bom else data


def form_of(data: bytes) -> Form:
    """The form of a text."""
    ends, crlf = data.count(LF), data.count(CRLF)
    eol = LF if not crlf else CRLF if crlf == ends else MIXED
    return Form(eol, data.startswith(BOM), data.endswith(LF) or not data)


def merge_form(base: Form | None, lo: Form, hi: Form) -> Form:
    """The form that a side changed; where both differ: LF, no mark, a final newline."""
    plain = Form(LF, bom=False, ended=True)
    if base is None:
        pairs = zip(lo, hi, plain, strict=True)
        return Form._make(
            one if one == two else by_default for one, two, by_default in pairs
        )
    return Form(
        three_way(base.eol, lo.eol, hi.eol, plain.eol),
        three_way(base.bom, lo.bom, hi.bom, plain.bom),
        three_way(base.ended, lo.ended, hi.ended, plain.ended),
    )


def canonical(data: bytes) -> bytes:
    """A file's text as the repository has it: LF, and no byte order mark.

    A text changes only if every machine can undo the change: if all its lines have
    the same ending, and it has one mark at most. Any other text stays as it is.
    """
    text = data.removeprefix(BOM)
    if text.startswith(BOM):
        return data
    if b"\r" not in text:
        return text
    ends = text.count(CRLF)
    alike = ends == text.count(LF) == text.count(b"\r")
    return text.replace(CRLF, LF) if alike else data


def written_like(data: bytes, live: bytes | None) -> bytes:
    """A text of the repository, with the line endings and the mark of the file `live`.

    `canonical` undoes it. Without a file, or where `canonical` could not undo it,
    the text stays as it is.
    """
    if live is None or b"\r" in data or data.startswith(BOM):
        return data
    form = form_of(live)
    # The file is in the repository's form already, or in a mixed one.
    if canonical(live) == live:
        return data
    text = data.replace(LF, CRLF) if form.eol == CRLF else data
    return BOM + text if form.bom else text


def three_way(base: T, lo: T, hi: T, otherwise: T) -> T:
    """The side that differs from the base, if only one does or both are equal.

    Else `otherwise`.
    """
    if lo in (hi, base):
        return hi
    return lo if hi == base else otherwise
