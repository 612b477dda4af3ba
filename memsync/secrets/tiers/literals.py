"""Which of the providers' literals a text may hold, for all of them at once."""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets import rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memsync.secrets.texts.text import Text

# Literals by the first three bytes of a word that begins in them, each with more of
# that word, and with all of its whole words.
_BY_HEAD: dict[bytes, list[tuple[bytes, bytes, frozenset[bytes]]]] = {}
# Literals by the last whole word in them, each with the others.
_BY_WORD: dict[bytes, list[tuple[bytes, frozenset[bytes]]]] = {}
# Literals in which no word is known to begin.
_INSIDE: list[bytes] = []
# Such literals of tokens of more than `LONG` bytes, by their first byte.
_INSIDE_LONG: dict[bytes, list[bytes]] = {}

# Marks near the end of Azure's keys, which have more than `LONG` bytes before it.
_AZURE = frozenset(
    b"+ASt ACDb +ABa APIM AzFu AzSe AzCa +ACR +ASb +AEh AIoT JQQJ9 AZDO".split()
)


def _sort_literals() -> None:
    # Every hook pays for this: one translation takes a third of the time of one each.
    pairs = []
    lines = b"\n".join(rules.BY_LITERAL).translate(_TO_LINES).split(b"\n")
    for (literal, rows), line in zip(rules.BY_LITERAL.items(), lines, strict=True):
        words = line.split(b" ")
        head = words.pop()
        # Most literals have one row.
        if len(rows[0]) == _LEADS or (len(rows) > 1 and max(map(len, rows)) == _LEADS):
            # What precedes the literal may belong to its first word.
            head = head if words else b""
            del words[:1]
        whole = [*filter(None, words)]
        if len(head) >= _HEAD:
            found = literal, head[:_MORE], frozenset(whole) if whole else _NONE
            _BY_HEAD.setdefault(head[:_HEAD], []).append(found)
        elif whole:
            others = frozenset(whole[:-1])
            _BY_WORD.setdefault(whole[-1], []).append((literal, others))
        elif len(head) == _PAIR:
            pairs.append((literal, head, rows))
        elif literal in _AZURE:
            _INSIDE_LONG.setdefault(literal[:1], []).append(literal[1:])
        else:
            _INSIDE.append(literal)
    for literal, head, rows in pairs:
        # What follows two bytes of a word is another one, or its end.
        one = [(literal, head, _NONE)]
        for end in _ends(rows):
            each = head + end
            _BY_HEAD[each] = _BY_HEAD[each] + one if each in _BY_HEAD else one


def _ends(rows: list[rules.Row]) -> list[bytes]:
    """The letters and digits that may follow a literal, and nothing."""
    digits = all(row[3].startswith(r"\d") for row in rows)
    return _DIGIT_ENDS if digits else _ENDS


_HEAD, _PAIR, _MORE = 3, 2, 8
_NONE = frozenset[bytes]()
# The length of a row that says what precedes its literal.
_LEADS = 6
_ALNUM = bytes(c for c in range(0x80) if chr(c).isalnum())
_ENDS = [b"", *(bytes([c]) for c in _ALNUM)]
_DIGIT_ENDS = [b"", *(bytes([c]) for c in b"0123456789")]
_TO_WORDS = bytes(c if c in _ALNUM else 0x20 for c in range(256))
_TO_LINES = _TO_WORDS[:0x0A] + b"\n" + _TO_WORDS[0x0B:]
_sort_literals()
_HEADS, _WHOLE = frozenset(_BY_HEAD), frozenset(_BY_WORD)
_MARKS = [lazy(rb"%b(?:%b)" % (x, b"|".join(xs))) for x, xs in _INSIDE_LONG.items()]

# Letters that follow a backslash, and how many digits follow it and a percent sign.
_BEHIND = frozenset(b"nrtu")
_DIGITS, _OF_URL = 4, 2
_HEADS_END = 24
_BACKSLASH, _PERCENT = b"\\", b"%"


def held(text: Text, around: bytes) -> list[bytes]:
    """The literals in the text that may belong to a token, sorted.

    `around`: what is beside joints, which break a run so that its rest may be short.
    """
    # A set, because a third of the runs repeat others.
    runs = set(text.runs)
    joined = b" ".join({*runs, *text.backticked, around})
    # A set of word beginnings costs a tenth of looking for three hundred literals.
    words = set(joined.translate(_TO_WORDS).split())
    words.update(_escaped(text, runs, joined, around))
    begun = [word for word in words if word[:_HEAD] in _HEADS]
    # A large text may hold the first three bytes of all: the next ones rule most out.
    may_be = {
        x
        for word in begun
        for x, head, whole in _BY_HEAD[word[:_HEAD]]
        if word.startswith(head) and whole <= words
    }
    for word in words & _WHOLE:
        may_be.update([x for x, whole in _BY_WORD[word] if whole <= words])
    found = {x for x in may_be if joined.find(x) >= 0}
    # `find`, because `in` takes half a microsecond to learn that it is given bytes.
    found.update([x for x in _INSIDE if joined.find(x) >= 0])
    long = text.long + b" " + around
    for pattern in _MARKS:
        found.update(pattern.findall(long))
    return sorted(found)


def _escaped(text: Text, runs: set[bytes], joined: bytes, around: bytes) -> list[bytes]:
    """The words behind escapes, whose letters and digits are no part of them.

    No backslash is in a run, so a run may begin with what follows one.
    """
    parts = []
    if text.data.find(_BACKSLASH) >= 0:
        if around:
            runs = runs.union(around.split(_BACKSLASH)[1:])
        begun = [run[1:_HEADS_END] for run in runs if run and run[0] in _BEHIND]
        parts = begun + [run[_DIGITS:] for run in begun]
    if joined.find(_PERCENT) >= 0:
        parts += [part[_OF_URL:_HEADS_END] for part in joined.split(_PERCENT)[1:]]
    return b" ".join(parts).translate(_TO_WORDS).split() if parts else parts
