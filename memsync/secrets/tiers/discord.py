"""Bot tokens of Discord, which have no beginning of their own."""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.values import shapes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.tiers.context import Found

# Bytes of the shortest bot token of Discord.
_BOT = 58
_DISCORD = lazy(rb"(?<![\w.-])[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w.-])")


def _may_be_bot(run: bytes) -> bool:
    parts = run.split(b".")
    return any(
        len(parts[i - 1]) >= 23 and len(parts[i]) == 6 and len(parts[i + 1]) >= 27
        for i in range(1, len(parts) - 1)
    )


def _is_bot(token: bytes) -> bool:
    """A bot token begins with the bot's number in base64."""
    from memsync.secrets.tiers.decode import decoded

    number = decoded(token.partition(b".")[0])
    return number is not None and number.isdigit() and shapes.looks_random(token)


def find(data: bytes, runs: list[bytes]) -> Iterator[Found]:
    """Every bot token, by the runs of characters that may be one."""
    joined = b" ".join([r for r in runs if len(r) >= _BOT and _may_be_bot(r)])
    if not joined:
        return
    for match in _DISCORD.finditer(joined):
        if _is_bot(match[0]):
            at = data.find(match[0])
            if at >= 0:
                yield at, at, at + len(match[0]), "discord-token"
