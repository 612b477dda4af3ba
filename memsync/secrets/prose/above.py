"""The prose tier: a line that names the secret below it.

A heading (`## API key`, `Passwords:`), a question (`what's the root pw?`), or the
command that prints it (`$ pass show wifi`). This module only finds that line, so that
most texts load and compile nothing else: `below` finds the value, `listed` a list.
"""

from __future__ import annotations

from memsync.secrets.texts.glance import has_digit, line_before
from memsync.secrets.words.search import NAMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.texts.text import Text

# What may be alone on a line with its value below, besides passwords.
KEYS = (b"token", b"secret", b"key", b"seed")

# Those of them that may name a seed of one-time passwords (`codes.seed`).
_SEEDS = (b"secret", b"key", b"seed")

# Words above a list of users and passwords, and how they go on.
_LOGINS = {
    b"cred": (b"s", b"entials"),
    b"log": (b"ins", b"in", b"in data", b"in details"),
    b"account": (b"s", b""),
}

# Words of two-factor authentication.
_FACTORS = (b"2fa", b"mfa", b"factor", b"otp", b"authenticator")
_AROUND = b" \t\r\"'`*_.:=s)"

# Bytes of the longest list below a heading, and of that (`listed`).
_LISTED = 10_240

# How a word may go on at the end of its line.
_ENDINGS = frozenset((b"", *NAMES))

# Bytes after and before a name in which its line ends and begins.
_HEADING, _BEFORE = 24, 90

# What asks somebody for it without a question mark, and bytes with the answer.
_REQUESTS = frozenset(
    b"send give tell share need remind forgot what whats what's paste post dm got "
    b"know".split()
)
_ANSWER = 90
# What a document shows before a command.
_PROMPT, _PROMPTS = (b"$ ", b"$\t"), b"$"
# What prints something else than a key that it names.
_DIGESTS = (b"sum", b"hash", b"sha", b"md5", b"digest", b"curl", b"echo -n")
# Names of documents for anything.
_NOBODYS = frozenset((b"foo", b"bar", b"baz", b"example", b"example.com"))
# What may follow `pass` where it is a word.
_ENDS = frozenset((b" ", b"?", b":", b""))

# Bytes and words after a name on a line whose answer is on the next one, how such a
# line ends, and what may follow that.
_QUESTION, _MOST_WORDS, _GENERATED = 70, 8, 24
_ASKS = (b" is", b"?", b":")
_AROUND_ANSWER = b" \t\r\"'`*_"

_COLON = ord(":")

# All words that this module asks for.
_WORDS = frozenset((b"pass", b"pw", *KEYS, *_LOGINS))


def find(text: Text) -> Iterator[Found]:
    """Every secret below the line that names it."""
    if text.may_hold("told below") and text.says_any(_WORDS):
        yield from _passwords(text)
        yield from _keys(text)
        yield from _logins(text)


def _above(text: Text, word: bytes) -> list[int]:
    return text.places_above(word, "told below", _LISTED)


def _keys(text: Text) -> Iterator[Found]:
    low = text.low
    for word in text.among(KEYS):
        may_be_seed = word in _SEEDS
        for at in _above(text, word):
            behind = at + len(word)
            # Most places are not near the end of their line.
            end = low.find(b"\n", behind, behind + _QUESTION)
            if end >= 0:
                if end < behind + _HEADING and _ends_line(text, behind):
                    from memsync.secrets.prose import below, listed

                    yield from below.token(text, behind)
                    yield from listed.tokens(text, behind)
                else:
                    yield from _key(text, at, behind, end)
            if may_be_seed and _is_of_factor(low[max(0, at - 90) : at + 40]):
                from memsync.secrets.words import codes

                yield from codes.seed(text.data, at)


def _logins(text: Text) -> Iterator[Found]:
    for stem in text.among(_LOGINS):
        for at in _above(text, stem):
            if _heads_list(text, at, stem):
                from memsync.secrets.prose import listed

                yield from listed.logins(text, at + len(stem))


def _key(text: Text, at: int, behind: int, end: int) -> Iterator[Found]:
    """The key or token below a question, or below what prints or announces it."""
    low = text.low
    ending = low[behind:end]
    asked = ending.rstrip(_AROUND_ANSWER)[-1:]
    if asked == b"?" or (
        (
            (asked == b":" and _is_sure(low, at))
            # Most lines are no command.
            or (
                low.find(_PROMPTS, max(0, at - _BEFORE), at) >= 0
                and line_before(low, at, _BEFORE).startswith(_PROMPT)
            )
        )
        and not _is_digest(line_before(low, at, _BEFORE), ending)
    ):
        from memsync.secrets.prose import below

        yield from below.key(text, behind)


def _is_digest(before: bytes, ending: bytes) -> bool:
    """Whether a line is about a digest or a request, and not about a key itself."""
    return any(other in before or other in ending for other in _DIGESTS)


def _is_sure(low: bytes, at: int) -> bool:
    """Whether what precedes a name makes it that of a secret: `the api token`."""
    from memsync.secrets.prose.tokens import SURELY

    return low.endswith(SURELY, 0, at)


def _passwords(text: Text) -> Iterator[Found]:
    low = text.low
    # `What is the pass again?`, `send me the root pw`
    places = _above(text, b"pass")
    whole = [at for at in places if low[at + 4 : at + 5] in _ENDS]
    names = [at for at in places if low.startswith(NAMES, at + 4)]
    short = [at for at in _above(text, b"pw") if not low[max(0, at - 1) : at].isalnum()]
    for places, length in ((names, 4), (short, 2), (whole, 4)):
        for at in places:
            behind = at + length
            end = low.find(b"\n", behind, behind + _QUESTION)
            if end < 0:
                continue
            if places is names and end - behind < _HEADING and _ends_line(text, behind):
                from memsync.secrets.prose import below, listed

                yield from below.password(text, behind)
                yield from listed.passwords(text, behind)
            else:
                known = places is not whole
                yield from _answers(text, at, behind, end, known=known)


def _answers(
    text: Text, at: int, behind: int, end: int, *, known: bool
) -> Iterator[Found]:
    """The password below a line that may ask for it."""
    low = text.low
    ending = low[behind:end].rstrip(_AROUND_ANSWER)
    # Documents show what a program generates, and nobody uses that.
    if (
        ending.count(b" ") > _MOST_WORDS
        or b"generated" in low[max(0, behind - _GENERATED) : behind]
    ):
        return
    if known and ending.endswith(_ASKS):
        from memsync.secrets.prose import below

        yield from below.password(text, behind)
    if has_digit(low[end : end + _ANSWER]) and (
        ending.endswith(b"?") or _is_request(line_before(low, at, _BEFORE), ending)
    ):
        from memsync.secrets.prose import below

        yield from below.answer(text, behind)


def _is_request(before: bytes, behind: bytes) -> bool:
    """Whether a line asks for something, or is a command that prints it."""
    if before.lstrip().startswith(_PROMPT):
        # In a document it shows somebody's `foo/bar`.
        return _NOBODYS.isdisjoint(behind.replace(b"/", b" ").split())
    return not _REQUESTS.isdisjoint(before.split())


def _heads_list(text: Text, at: int, stem: bytes) -> bool:
    """Whether a word such as `logins` ends the line above a list."""
    behind = at + len(stem)
    if not text.low.startswith(_LOGINS[stem], behind):
        return False
    end = text.low.find(b"\n", behind, behind + _HEADING)
    if end < 0:
        return False
    ending = text.low[behind:end].rstrip(_AROUND_ANSWER)
    if ending.rstrip(b":") not in _LOGINS[stem]:
        return False
    start = text.low.rfind(b"\n", max(0, at - _BEFORE), at) + 1
    return ending.endswith(b":") or text.low.startswith(b"#", start)


def _is_of_factor(near: bytes) -> bool:
    # All but one of them share two or three letters.
    return (
        near.find(b"fa") >= 0
        or near.find(b"otp") >= 0
        or near.find(b"authenticator") >= 0
        or near.find(b"base32") >= 0
    ) and any(near.find(factor) >= 0 for factor in _FACTORS)


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
