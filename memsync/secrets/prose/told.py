"""The prose tier: secrets in words, in digits, or below the line that names them.

A passphrase or a wallet's words have no digit, a PIN consists of digits, and a heading
names a value that is below it. So a text must call each of them a secret. This module
only checks whether a text does, so that most texts load and compile nothing.
"""

from __future__ import annotations

from memsync.secrets.prose.subjects import LOCKS, RESERVE, WALLETS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.texts.text import Text
    from memsync.secrets.tiers.context import Found

# How `pass` goes on if it names a password.
_NAMES = (b"word", b"phrase", b"code", b"wort", b"wd")

# What may be alone on a line with its value below, besides passwords.
KEYS = (b"token", b"secret", b"key", b"seed")

# Those of them that may name a seed of one-time passwords (`codes.seed`).
_SEEDS = (b"secret", b"key", b"seed")

_GATES = ("told words", "told figures", "told below")
# Words of two-factor authentication.
_FACTORS = (b"2fa", b"mfa", b"factor", b"otp", b"authenticator")
_AROUND = b" \t\r\"'`*_.:=s)"

# How a word may go on at the end of its line.
_ENDINGS = frozenset((b"", *_NAMES))

# Bytes after and before a name in which its line ends and begins.
_HEADING, _BEFORE = 24, 90

# Bytes and words after a name on a line whose answer is on the next one, how such a
# line ends, and what may follow that.
_QUESTION, _WORDS, _GENERATED = 70, 8, 24
_ASKS = (b" is", b"?", b":")
_AROUND_ANSWER = b" \t\r\"'`*_"

_COLON = ord(":")


def find(text: Text) -> Iterator[Found]:
    """Every secret in words, in digits, or below the line that names it."""
    if not any(map(text.may_hold, _GATES)):
        return
    low = text.low
    names = [at for at in text.places(b"pass") if low.startswith(_NAMES, at + 4)]
    if text.may_hold("told words") and (names or any(map(text.places, WALLETS))):
        from memsync.secrets.prose import phrases

        yield from phrases.find(text, names)
    if text.may_hold("told figures") and _says_figures(text, names):
        from memsync.secrets.prose import codes

        yield from codes.find(text)
    if text.may_hold("told below"):
        yield from _below(text, names)


def _says_figures(text: Text, names: list[int]) -> bool:
    low = text.low
    kept = LOCKS + RESERVE
    return bool(
        text.places(b" pin")
        or text.places(b"recovery")
        or any(low.startswith(b"code", at + 4) for at in names)
        or any(b"app" in low[max(0, at - 12) : at] for at in names)
        or any(
            low[max(0, at - 12) : at].rstrip(b" -").endswith(kept)
            for at in text.places(b"code")
        )
    )


def _below(text: Text, names: list[int]) -> Iterator[Found]:
    for at in names:
        if _ends_line(text, at + 4) or _is_asked(text, at + 4):
            from memsync.secrets.prose import below

            yield from below.password(text, at + 4)
    for at in text.places(b"pw"):
        if not text.low[max(0, at - 1) : at].isalnum() and _is_asked(text, at + 2):
            from memsync.secrets.prose import below

            yield from below.password(text, at + 2)
    for word in text.among(KEYS):
        for at in text.places(word):
            behind = at + len(word)
            if _ends_line(text, behind):
                from memsync.secrets.prose import below

                yield from below.token(text, behind)
            if word in _SEEDS and _is_of_factor(text.low[max(0, at - 40) : at + 40]):
                from memsync.secrets.prose import codes

                yield from codes.seed(text.data, at)


def _is_of_factor(near: bytes) -> bool:
    # All but one of them share two or three letters.
    return (
        near.find(b"fa") >= 0
        or near.find(b"otp") >= 0
        or near.find(b"authenticator") >= 0
    ) and any(near.find(factor) >= 0 for factor in _FACTORS)


def _is_asked(text: Text, behind: int) -> bool:
    """Whether the line ends with `for HOST is`, or asks for the password."""
    end = text.low.find(b"\n", behind, behind + _QUESTION)
    if end < 0:
        return False
    ending = text.low[behind:end].rstrip(_AROUND_ANSWER)
    return (
        ending.endswith(_ASKS)
        and ending.count(b" ") <= _WORDS
        # Documents show what a program generates, and nobody uses that.
        and b"generated" not in text.low[max(0, behind - _GENERATED) : behind]
    )


def _ends_line(text: Text, behind: int) -> bool:
    """Whether the name, which goes on at `behind`, ends its line, as a heading may."""
    data = text.data
    end = data.find(b"\n", behind, behind + _HEADING)
    if end < 0:
        return False
    ending = data[behind:end]
    first = max(0, behind - _BEFORE)
    start = max(first, data.rfind(b"\n", first, behind) + 1)
    left = text.low[start:behind]
    return (
        ending.strip(_AROUND).lower() in _ENDINGS
        and (_COLON in ending or left.startswith(b"#"))
        and b"public" not in left
    )
