"""Bot tokens of Discord, which have no beginning of their own."""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.values import shapes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.texts.text import Text

# The fewest characters before, between and after the dots of a token.
_LEFT, _MIDDLE, _RIGHT = 24, 6, 27
_DOT = b"."
_DISCORD = lazy(rb"(?<![\w.-])[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w.-])")


def _may_be_bot(long: bytes) -> bool:
    """Whether six characters between two dots have enough beside them."""
    parts = long.split(_DOT)
    lengths = [*map(len, parts)]
    at = 0
    for _ in range(lengths.count(_MIDDLE)):
        at = lengths.index(_MIDDLE, at)
        if (
            0 < at < len(parts) - 1
            and lengths[at - 1] >= _LEFT
            and lengths[at + 1] >= _RIGHT
            and parts[at - 1].rfind(b" ") < lengths[at - 1] - _LEFT
            and parts[at + 1].find(b" ", 0, _RIGHT) < 0
        ):
            return True
        at += 1
    return False


def _is_bot(token: bytes) -> bool:
    """A bot token begins with the bot's number in base64."""
    from memsync.secrets.texts.decode import decoded

    number = decoded(token.partition(b".")[0])
    return number is not None and number.isdigit()


def find(text: Text, samples: list[Found]) -> Iterator[Found]:
    """Every bot token, by the runs of characters that may be one.

    Appends to `samples` what has the shape of one, but does not begin with a number.
    """
    if not _may_be_bot(text.long):
        return
    done = 0
    for match in _DISCORD.finditer(text.long):
        # A token with a backtick in it is nowhere, unless it has a copy without.
        at = text.data.find(match[0], done)
        at = text.data.find(match[0]) if at < 0 else at
        if at >= 0 and shapes.looks_random(match[0]):
            done = at + len(match[0])
            found = at, at, done, "discord-token"
            if _is_bot(match[0]):
                yield found
            else:
                samples.append(found)
