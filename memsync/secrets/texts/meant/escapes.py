r"""A text as a reader means it: without escapes and colours.

Of a text with escapes (`ghp\_`, `\u005f`, `%5F`, `&#95;`, terminal colours, full-width
letters) only the lines that have any are decoded, with their neighbours.
"""

from __future__ import annotations

from memsync.secrets.texts.forms import Form
from memsync.secrets.texts.meant import meanings

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

# Zero-width characters and the soft hyphen, in UTF-8.
INVISIBLE = (
    b"\xe2\x80\x8b",
    b"\xe2\x80\x8c",
    b"\xe2\x80\x8d",
    b"\xe2\x81\xa0",
    b"\xef\xbb\xbf",
    b"\xc2\xad",
)

# The first byte of a terminal's colour codes, which logs are full of.
_ESC = 0x1B
_BACKSLASH = (*(bytes([c]) for c in b"_=.+~!#*|/-"), b"u00", b"x", b"e[", b"033[")
# Escapes of printable ASCII in URLs.
_PERCENT = (b"0a", b"0d", *(b"%x" % c for c in range(0x20, 0x80)))
_PERCENT += tuple(each.upper() for each in _PERCENT if not each.isdigit())
_AMPERSAND = (b"#", *(name + b";" for name in meanings.NAMED))

# What escapes begin with, and how they go on. Checking that needs no pattern; importing
# and compiling one would cost a hook a third of its time.
SIGNS = ((b"\\", _BACKSLASH), (b"%", _PERCENT), (b"&", _AMPERSAND))
_HEADS = {sign: frozenset(part[:1] for part in goes_on) for sign, goes_on in SIGNS}

# By their first byte, whose absence is quickly checked.
WIDE = (
    (b"\xef", (b"\xef\xbc", b"\xef\xbd", b"\xef\xbb\xbf")),
    (b"\xe3", (b"\xe3\x80\x80",)),
    (b"\xe2", tuple(each for each in INVISIBLE if each[0] == 0xE2)),
    (b"\xc2\xad", (b"\xc2\xad",)),
)

# The most first bytes that tell an escape (`SIGNS`, `WIDE`), and the most of all of it.
_FIRST, _LONGEST = 8, 256

# Bytes between escapes that cost less than to begin a new search.
_NEAR = 128

# Lines before and after one with escapes that are decoded with it.
_LINES_AROUND = 1

# Separates such lines from the next ones: more than may be between a private key's
# first line and its body.
_APART = b"\n" * 80


def unescaped(data: bytes, ends: list[int] | None = None) -> Form | None:
    """The lines of a text that hold escapes, with these decoded; None if none does.

    Lines that do not belong together are so far apart that no match joins them. `ends`
    is where the first bytes of each escape end, in order, if a search has told.
    """
    if ends is None:
        if not _may_hold(data):
            return None
        found = meanings.find(data)
    else:
        found = _at(data, ends)
    forms = [_form(data, span, matches) for span, matches in _groups(data, found)]
    return _joined(forms) if len(forms) > 1 else forms[0] if forms else None


def _joined(forms: list[Form]) -> Form:
    from bisect import bisect_right

    begins, length = [], 0
    for form in forms:
        begins.append(length)
        length += len(form.text) + len(_APART)

    def place(offset: int) -> tuple[int, int]:
        i = bisect_right(begins, offset) - 1
        form = forms[i]
        # What is between two forms has the place of the first one's end.
        offset = max(0, min(offset - begins[i], len(form.text) - 1))
        return form.place(offset, offset + 1)

    def start(offset: int) -> int:
        return place(offset)[0]

    def end(offset: int) -> int:
        return place(offset)[1]

    return Form(_APART.join([form.text for form in forms]), start, end)


def _may_hold(data: bytes) -> bool:
    if data.find(_ESC) >= 0:
        return True
    for sign, goes_on in SIGNS:
        if data.find(sign) >= 0:
            parts = data.split(sign)[1:]
            # Most backslashes precede a quote, a line break or a blank.
            if not _HEADS[sign].isdisjoint([part[:1] for part in parts]) and any(
                part.startswith(goes_on) for part in parts
            ):
                return True
    if data.isascii():
        return False
    for first, wide in WIDE:
        # Searching for a single byte is ten times as fast.
        if data.find(first) >= 0 and any(
            data.find(each[-1]) >= 0 and data.find(each) >= 0 for each in wide
        ):
            return True
    return False


def _at(data: bytes, ends: list[int]) -> Iterator[re.Match[bytes]]:
    """The same matches as of the whole text, found only where they can be."""
    done = 0
    for first, last in _clusters(ends):
        start = max(done, first - _FIRST)
        for match in meanings.ANY.finditer(data, start, last + _LONGEST):
            if match.start() >= last:
                break
            yield match
            done = match.end()


def _clusters(ends: list[int]) -> Iterator[tuple[int, int]]:
    """The first and last of places that are near each other, of at least one place."""
    first = last = ends[0]
    for end in ends:
        if end - last > _NEAR:
            yield first, last
            first = end
        last = end
    yield first, last


def _groups(
    data: bytes, found: Iterator[re.Match[bytes]]
) -> Iterator[tuple[tuple[int, int], list[re.Match[bytes]]]]:
    """Lines that belong together, with the escapes on them."""
    start = end = known = 0
    matches: list[re.Match[bytes]] = []
    for match in found:
        if match.start() >= end:
            if matches:
                yield (start, end), matches
            start = _line_start(data, match.start(), end)
            matches = []
        matches.append(match)
        if match.end() > known:
            # Once for each line: a long one may hold a million of them.
            known = data.find(b"\n", match.end())
            known = len(data) if known < 0 else known
            end = _line_end(data, known)
    if matches:
        yield (start, end), matches


def _line_start(data: bytes, at: int, floor: int) -> int:
    for _ in range(_LINES_AROUND + 1):
        at = data.rfind(b"\n", floor, at)
        if at < 0:
            return floor
    return at + 1


def _line_end(data: bytes, at: int) -> int:
    for _ in range(_LINES_AROUND + 1):
        at = data.find(b"\n", at) + 1
        if not at:
            return len(data)
    return at


def _form(data: bytes, span: tuple[int, int], matches: list[re.Match[bytes]]) -> Form:
    new = [*map(meanings.meaning, matches)]
    parts = []
    done = span[0]
    for match, meaning in zip(matches, new, strict=True):
        parts += [data[done : match.start()], meaning]
        done = match.end()
    parts.append(data[done : span[1]])
    offsets: list[_Offsets] = []

    def known() -> _Offsets:
        # Few forms hold a finding, and only its place is asked for.
        if not offsets:
            offsets.append(_Offsets(span[0], matches, new))
        return offsets[0]

    return Form(
        b"".join(parts),
        lambda offset: known().place(offset)[0],
        lambda offset: known().place(offset)[1],
    )


class _Offsets:
    """Where the characters of a form are in the file."""

    def __init__(
        self, start: int, matches: list[re.Match[bytes]], new: list[bytes]
    ) -> None:
        self._spans = [(start, start), *(match.span() for match in matches)]
        self._lengths = [0, *map(len, new)]
        self._ends = [0]
        """Where each meaning ends in the form."""
        for (_, done), (begin, _), length in zip(
            self._spans, self._spans[1:], self._lengths[1:], strict=False
        ):
            self._ends.append(self._ends[-1] + begin - done + length)

    def place(self, offset: int) -> tuple[int, int]:
        """Where one character of the form begins and ends in the file."""
        from bisect import bisect_right

        i = bisect_right(self._ends, offset) - 1
        after = i + 1
        if after < len(self._ends) and (
            offset >= self._ends[after] - self._lengths[after]
        ):
            return self._spans[after]
        at = self._spans[i][1] + offset - self._ends[i]
        return at, at + 1
