r"""A text as a reader means it: decoded, unescaped, without colours.

Findings in the normal form are reported at their places in the original file, so each
form can convert its offsets to those of the file. Two kinds of texts have one. Those
in UTF-16 or UTF-32 are decoded whole. Of those with escapes (`ghp\_`, `\u005f`, `%5F`,
`&#95;`, terminal colours, full-width letters) only the lines that have any are
decoded, with their neighbours.
"""

from __future__ import annotations

from memsync.lazy import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterator

# Byte order marks, the longer ones first.
_MARKS = (
    (b"\xff\xfe\0\0", "utf-32-le"),
    (b"\0\0\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)

# Bytes in which zeros show an encoding that has no mark.
_HEAD = 2048

_FEWEST = 8

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
_NUL, _ESC = 0, 0x1B
_BACKSLASH = (*(bytes([c]) for c in b"_=.+~!#*|/-"), b"u00", b"x", b"e[", b"033[")
# Escapes of printable ASCII in URLs.
_PERCENT = (b"0a", b"0d", *(b"%x" % c for c in range(0x20, 0x80)))
_PERCENT += tuple(each.upper() for each in _PERCENT if not each.isdigit())
# Entities for a sign in a secret or beside one.
_AMPERSAND = (
    *(b"#", b"quot;", b"amp;", b"apos;", b"lt;", b"gt;", b"lowbar;", b"equals;"),
    *(b"colon;", b"nbsp;"),
)

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

# It begins with a set of bytes: `re` finds that three times as fast as choices.
_ESCAPE = lazy(
    rb"[\\%&\x1b\xe2\xef\xc2\xe3](?:"
    rb"(?P<gone>(?:(?<=\x1b)|(?<=\\)(?:u001[bB]|x1[bB]|e|033))\[[0-9;?]{0,16}[A-Za-z]"
    rb"|(?<=\x1b)\][^\x07\x1b\n]{0,200}(?:\x07|\x1b\\)"
    rb"|(?<=\xe2)(?:\x80[\x8b-\x8d]|\x81\xa0)|(?<=\xef)\xbb\xbf|(?<=\xc2)\xad)"
    rb"|(?<=\\)(?P<itself>[_=.+~!#*|/-])"
    rb"|(?:(?<=\\)(?:u00|x)|(?<=%))(?P<hex>[2-7][0-9a-fA-F]|0[aAdD])"
    rb"|(?<=&)(?:\#x(?P<by_hex>[2-7][0-9a-fA-F]|0?[aAdD])"
    rb"|\#(?P<by_number>1[03]|[3-9][0-9]|1[01][0-9]|12[0-6])"
    rb"|(?P<name>quot|amp|apos|lt|gt|lowbar|equals|colon|nbsp));"
    rb"|(?<=\xef)(?:\xbc(?P<upper>[\x81-\xbf])|\xbd(?P<lower>[\x80-\x9e]))"
    rb"|(?<=\xe3)(?P<blank>\x80\x80))"
)
_NAMED = {
    b"quot": b'"',
    b"amp": b"&",
    b"apos": b"'",
    b"lt": b"<",
    b"gt": b">",
    b"lowbar": b"_",
    b"equals": b"=",
    b"colon": b":",
    b"nbsp": b" ",
}

# The most first bytes that tell an escape (`SIGNS`, `WIDE`), and the most of all of it.
_FIRST, _LONGEST = 8, 256

# Lines before and after one with escapes that are decoded with it.
_LINES_AROUND = 1

# Separates such lines from the next ones: more than may be between a private key's
# first line and its body.
_APART = b"\n" * 80


class Form:
    """A normal form of a text, which knows where its bytes are in the file."""

    # There is one for each text: without a dictionary it costs less.
    __slots__ = ("_ends", "_starts", "text")

    def __init__(
        self, text: bytes, starts: Callable[[int], int], ends: Callable[[int], int]
    ) -> None:
        self.text = text
        self._starts = starts
        self._ends = ends

    def place(self, start: int, end: int) -> tuple[int, int]:
        """The span in the file that holds a span of the normal form."""
        return self._starts(start), self._ends(end - 1)


def encoding(data: bytes) -> tuple[str, int] | None:
    """UTF-16 or UTF-32 with the length of its mark; None for all other texts.

    Without a mark, the places of zeros among the first bytes show the encoding.
    """
    head = data[:_HEAD]
    if head.find(_NUL) < 0:
        if head[:1] not in (b"\xff", b"\xfe"):
            return None
        marks = (m for m in _MARKS[2:] if head.startswith(m[0]))
        return next(((name, len(mark)) for mark, name in marks), None)
    for mark, name in _MARKS:
        if head.startswith(mark):
            return name, len(mark)
    if len(head) < _FEWEST:
        return None
    head = head[: len(head) // 4 * 4]
    zeros = [head[i::4].count(0) / len(head[i::4]) for i in range(4)]
    none = [share < 0.1 for share in zeros]
    many = [share > 0.6 for share in zeros]
    for name, wanted in (
        ("utf-16-le", (none[0], many[1], none[2], many[3])),
        ("utf-16-be", (many[0], none[1], many[2], none[3])),
        ("utf-32-le", (none[0], many[1], many[2], many[3])),
        ("utf-32-be", (many[0], many[1], many[2], none[3])),
    ):
        if all(wanted):
            return name, 0
    return None


def decoded(data: bytes) -> Form | None:
    """The UTF-8 of a text in UTF-16 or UTF-32, None for all others."""
    found = encoding(data)
    if found is None:
        return None
    name, mark = found
    unit = 4 if "32" in name else 2
    whole = data[mark : mark + (len(data) - mark) // unit * unit]
    text = whole.decode(name, "replace").encode()
    last = [0, mark]

    def start(offset: int) -> int:
        # Findings come in order, so the text is counted only once.
        if offset < last[0]:
            last[:] = [0, mark]
        between = text[last[0] : offset].decode("utf-8", "ignore")
        last[:] = [offset, last[1] + len(between.encode(name))]
        return last[1]

    return Form(text, start, lambda offset: start(offset + 1))


def unescaped(data: bytes, ends: list[int] | None = None) -> Form | None:
    """The lines of a text that hold escapes, with these decoded; None if none does.

    Lines that do not belong together are so far apart that no match joins them. `ends`
    is where the first bytes of each escape end, in order, if a search has told.
    """
    if ends is None:
        if not _may_hold(data):
            return None
        found = _ESCAPE.finditer(data)
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
        if data.find(first) >= 0 and any(data.find(each) >= 0 for each in wide):
            return True
    return False


def _at(data: bytes, ends: list[int]) -> Iterator[re.Match[bytes]]:
    """The same matches as of the whole text, found only where they can be."""
    done = 0
    for end in ends:
        start = max(done, end - _FIRST)
        match = _ESCAPE.search(data, start, end + _LONGEST)
        if match and match.start() < end:
            yield match
            done = match.end()


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
    from bisect import bisect_right

    parts = []
    done = span[0]
    # Where each replacement ends in the form, and where what it replaces ends.
    ends, raws, lengths, befores = [0], [span[0]], [0], [span[0]]
    length = 0
    for match in matches:
        new = _meaning(match)
        parts += [data[done : match.start()], new]
        length += match.start() - done + len(new)
        done = match.end()
        ends.append(length)
        raws.append(done)
        lengths.append(len(new))
        befores.append(match.start())
    parts.append(data[done : span[1]])

    def start(offset: int) -> int:
        i = bisect_right(ends, offset) - 1
        after = i + 1
        if after < len(ends) and offset >= ends[after] - lengths[after]:
            return befores[after]
        return raws[i] + offset - ends[i]

    def end(offset: int) -> int:
        i = bisect_right(ends, offset) - 1
        after = i + 1
        if after < len(ends) and offset >= ends[after] - lengths[after]:
            return raws[after]
        return raws[i] + offset - ends[i] + 1

    return Form(b"".join(parts), start, end)


def _meaning(match: re.Match[bytes]) -> bytes:
    kind = match.lastgroup or "gone"
    value = match[kind]
    if kind in ("gone", "blank"):
        return b" " if kind == "blank" else b""
    if kind in ("itself", "name"):
        return value if kind == "itself" else _NAMED[value]
    if kind in ("upper", "lower"):
        # U+FF01 and U+FF40 mean 0x21 and 0x60; the last byte begins at 0x80.
        return bytes([value[0] - (0x60 if kind == "upper" else 0x20)])
    return bytes([int(value, 10 if kind == "by_number" else 16)])
