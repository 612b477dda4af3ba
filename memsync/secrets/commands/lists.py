"""Passwords among the arguments of a command that is a list of strings.

["mysql", "-uann", "-p…", "shop"]     execve("/usr/bin/mysql", ["mysql", "-p…"], …)

The list is read as the line of a shell that it stands for.
"""

from __future__ import annotations

from bisect import bisect_right

from memsync.lazy import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.texts.text import Text

# An option of a list that may hold a password, behind its quote. It begins with the
# sign, because `re` finds that as fast as a single byte.
_OPTION = lazy(rb"-(?<=[\"']-)(?i:[pawu]|-?[\w.-]{0,40}(?:pass|auth|user))")
# What is between two strings, and before the first one.
_BETWEEN = lazy(rb"[\"'],\s{0,40}(?:\[\s{0,40})?[\"']|[\[(]\s{0,40}[\"']")
# The program, in front of the list of its arguments.
_PROGRAM = lazy(rb"[(\[][ \t]{0,4}[\"'][\w./-]{2,60}[\"'],[ \t]{0,4}\Z")
_LEFT, _RIGHT, _WORD = 400, 1000, 72

# Joints of the shortest list with an option and its value.
_FEWEST = 2


def find(text: Text) -> Iterator[Found]:
    """Every password that an option in a list of strings takes."""
    data = text.data
    done = 0
    for option in _OPTION.finditer(data):
        at = option.start() - 1
        if at < done:
            continue
        start = max(
            *(data.rfind(sign, max(done, at - _LEFT), at) for sign in (b"[", b"("))
        )
        done = _end(data, at)
        program = _PROGRAM.search(data[max(0, start - _WORD) : max(0, start)])
        start -= len(program[0]) if program else 0
        if start >= 0:
            yield from _in_list(data, start, done)


def _end(data: bytes, at: int) -> int:
    most = min(len(data), at + _RIGHT)
    ends = [data.find(sign, at, most) for sign in (b"]", b")")]
    return min((end for end in ends if end >= 0), default=most)


def _in_list(data: bytes, start: int, end: int) -> Iterator[Found]:
    from memsync.secrets.commands import arguments
    from memsync.secrets.texts.text import Text

    line, ends, places = b"", [0], [start]
    at = start
    for match in _BETWEEN.finditer(data, start, end):
        line += data[at : match.start()] + b" "
        at = match.end()
        ends.append(len(line))
        places.append(at)
    line += data[at:end]

    def place(offset: int) -> int:
        i = bisect_right(ends, offset) - 1
        return places[i] + offset - ends[i]

    if len(ends) > _FEWEST:
        for each in arguments.find(Text(line)):
            for _, first, last, rule in each:
                yield place(first), place(first), place(last - 1) + 1, rule
