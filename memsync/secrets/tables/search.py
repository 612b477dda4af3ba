"""What a text must have for a kind of table to be read, and in which order."""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.tables import pairs
from memsync.secrets.tables.columns import BEYOND, OF_PASSWORDS, WORDS
from memsync.secrets.tables.lines import Lines
from memsync.secrets.texts.places import find as find_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.texts.text import Text

# The letters beyond ASCII of words alone, which few texts have.
_ASCII = bytes(range(128))
_LETTERS = [(word, word.translate(None, _ASCII)) for word in BEYOND]

# A heading of logins, up to the end of its cell.
_OF_LOGINS = lazy(pairs.HEADING + rb"[ \t:*`\"'_]{0,60}(?:[|\r\n]|\Z)")

# What tables have in all kinds of markup; what closes a cell in HTML.
_BAR, _LESS, _BRACE, _EQUALS = b"|", b"<", b"{", b"="
_CLOSES = (b"/t", b"/d")

# Bytes of a heading's line before and behind a word in it, and of a ruler's beginning.
_REACH, _SHORT = 400, 40
_STARTS = (b"^", b"!", b"\xe2\x94\x82", b"\xe2\x94\x83", b"\xe2\x95\x91")
_RULES = (b"--", b"==")
# What ends a heading, in each kind of table that counts late. The first part, which
# tries each length once, excludes most places; it takes no more than the second part
# does, or a long line without blanks would take time that grows with its square.
_FOLLOWS = lazy(
    rb"(?=(?:api key)?+[^\s|^!\xe2]{0,76}+(?: \w{1,12}+)?+[ \t:*`]{0,140}"
    rb"(?:[|^!\r\n\xe2]|(?<=[ \t]{2})))"
    rb"(?:[^\s|^!]{2,16}|api key)(?: \w{1,12})?[ \t:*`]{0,60}"
    rb"(?:[|^!\r\n]|\xe2|(?<=[ \t]{2}))"
)


def find(text: Text) -> Iterator[Found]:
    """Every password and token in a table of markup, or with bars and a ruler."""
    data, low = text.data, text.low
    foreign: list[bytes] = []
    if not data.isascii():
        letters = data.translate(None, _ASCII)
        foreign = [word for word, beyond in _LETTERS if letters.find(beyond) >= 0]
    with_bars = low.find(_BAR) >= 0
    if not (foreign or with_bars or text.says_any(WORDS)):
        return
    if with_bars:
        places = [at for word in text.among(WORDS) for at in text.places(word)]
        places += [at for word in foreign for at in find_all(low, word)]
        logins = [at for word in pairs.WORDS for at in text.places(word)]
        logins += [at for word in pairs.RARE_WORDS for at in find_all(low, word)]
        places += [at for at in logins if _OF_LOGINS.match(low, at)]
        if places:
            from memsync.secrets.tables import bars

            yield from bars.find(data, low, sorted(places))
    if foreign or text.says_any(OF_PASSWORDS):
        yield from _marked_up(data, low, with_bars=with_bars)


def _marked_up(data: bytes, low: bytes, *, with_bars: bool) -> Iterator[Found]:
    # Searching for a single byte, or splitting at one, is faster than for several.
    if low.find(_LESS) >= 0 and [
        part for part in low.split(_LESS) if part.startswith(_CLOSES)
    ]:
        from memsync.secrets.tables import html

        yield from html.find(data)
    if (
        with_bars
        and low.find(_BRACE) >= 0
        and low.find(b"{|") >= 0
        and low.find(b"\n|-") >= 0
        and low.find(b"\n!") >= 0
    ):
        from memsync.secrets.tables import wiki

        yield from wiki.find(data, low)
    if low.find(b"list-table::") >= 0 or b" " in low.split(_EQUALS):
        from memsync.secrets.tables import documents

        yield from documents.find(data, low)


def find_late(text: Text) -> Iterator[Found]:
    """Those in any other table, which count only where nothing else is found."""
    data, low = text.data, text.low
    done, lines = 0, Lines(data)
    places = sorted({at for word in text.among(WORDS) for at in text.places(word)})
    for at in places:
        if at < done or not _FOLLOWS.match(low, at):
            continue
        start = low.rfind(b"\n", max(0, at - _REACH), at) + 1
        end = low.find(b"\n", at, at + _REACH)
        if end < 0 or (not start and at > _REACH):
            continue
        done = end
        line = low[start:end]
        # Most such lines are those of a text or of code.
        if (
            line.find(_BAR) >= 0
            or line.lstrip().startswith(_STARTS)
            or low[end + 1 : end + _SHORT].lstrip(b" \t").startswith(_RULES)
            or (line.find(b"  ") >= 0 and data[start:end].isupper())
        ):
            yield from _below(lines, low, start, end)
            done = max(done, lines.read)


def _below(lines: Lines, low: bytes, start: int, end: int) -> Iterator[Found]:
    """What stands below the headings on a line, whatever kind of table they are in."""
    line = low[start:end].strip(b" \t\r")
    if line.startswith((b"^", b"!")):
        from memsync.secrets.tables import wiki

        if line.startswith(b"!"):
            yield from wiki.find_part(lines, low, start)
        else:
            yield from wiki.find_doku(lines, line, end)
    elif line.startswith(b"|") and low[max(0, start - 6) : start].endswith(
        (b"|===\n", b"|===\r\n")
    ):
        from memsync.secrets.tables import documents

        yield from documents.find_flat(lines, line, end)
    else:
        from memsync.secrets.tables import drawn

        yield from drawn.find(lines, low, start, end)
