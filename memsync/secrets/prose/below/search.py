"""Lines that name the secret below them.

A heading (`## API key`, `Passwords:`), a question (`what's the root pw?`), or the
command that prints it (`$ pass show wifi`). This module only finds such a line, so that
most texts load and compile nothing else.
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

# Those of them that may name a seed of one-time passwords (`codes.seed`), if the text
# around is about two-factor authentication.
_SEEDS = (b"secret", b"key", b"seed")
_FACTORS = (b"2fa", b"mfa", b"factor")
_BEFORE_SEED, _BEHIND_SEED = 90, 40

# Words above a list of users and passwords, and how they go on.
_LOGINS = {
    b"cred": (b"s", b"entials"),
    b"log": (b"ins", b"in", b"in data", b"in details"),
    b"account": (b"s", b""),
}

# Bytes of the longest list that is read (`listed`).
_LIST = 10_240

# A heading has at most this much behind its name: how that goes on, and signs.
_BEHIND_HEADING = 24
_ENDINGS = frozenset((b"", *NAMES))
_SIGNS = b" \t\r\"'`*_.:=s)"
_COLON = ord(":")

# Any other line that names one has at most this much behind the name, …
_BEHIND_QUESTION, _MOST_WORDS = 70, 8
# … ends like this, but for signs, …
_ASKS = (b" is", b" to", b"?", b":")
_SIGNS_OF_ANSWER = b" \t\r\"'`*_"
# … and a digit is in this much of what is below.
_ANSWER = 90

# Bytes before a name in which its line begins.
_BEFORE = 90

# What asks somebody for it without a question mark.
_REQUESTS = frozenset(
    b"send give tell share need remind forgot what whats what's paste post dm got "
    b"know".split()
)
# What a document shows before a command.
_PROMPT, _PROMPTS = b"$", (b"$ ", b"$\t")
# What prints something else than a key that it names.
_DIGESTS = (b"sum", b"hash", b"sha", b"md5", b"digest", b"curl", b"echo -n")
# Names of documents for anything.
_NOBODYS = frozenset((b"foo", b"bar", b"baz", b"example", b"example.com"))
# What may follow `pass` where it is a word, and bytes before the end of a name that may
# say that its value is generated.
_ENDS_WORD = frozenset((b" ", b"?", b":", b""))
_GENERATED = 24

# All words that this module asks for.
_WORDS = frozenset((b"pass", b"pw", *KEYS, *_LOGINS))


def find(text: Text) -> Iterator[Found]:
    """Every secret below the line that names it."""
    if text.may_hold("told below") and text.says_any(_WORDS):
        yield from _passwords(text)
        yield from _keys(text)
        yield from _logins(text)


def _above(text: Text, word: bytes) -> list[int]:
    """Where a word is that may have a secret or a list of them below."""
    return text.places_above(word, "told below", _LIST)


def _keys(text: Text) -> Iterator[Found]:
    low = text.low
    for word in text.among(KEYS):
        may_be_seed = word in _SEEDS
        for at in _above(text, word):
            behind = at + len(word)
            # Most places are not near the end of their line.
            end = low.find(b"\n", behind, behind + _BEHIND_QUESTION)
            if end >= 0:
                if _is_heading(text, behind, end):
                    from memsync.secrets.prose.below import listed, value

                    yield from value.token(text, behind)
                    yield from listed.tokens(text, behind)
                else:
                    yield from _key(text, at, behind, end)
            near = low[max(0, at - _BEFORE_SEED) : at + _BEHIND_SEED]
            if may_be_seed and _is_of_factor(near):
                from memsync.secrets.words import codes

                yield from codes.seed(text.data, at)


def _logins(text: Text) -> Iterator[Found]:
    for stem in text.among(_LOGINS):
        for at in _above(text, stem):
            if _heads_list(text, at, stem):
                from memsync.secrets.prose.below import listed

                yield from listed.logins(text, at + len(stem))


def _key(text: Text, at: int, behind: int, end: int) -> Iterator[Found]:
    """The key or token below a question, or below what prints or announces it."""
    low = text.low
    ending = low[behind:end]
    asked = ending.rstrip(_SIGNS_OF_ANSWER)[-1:]
    if asked == b"?" or (
        (
            (asked == b":" and _is_sure(low, at))
            # Most lines are no command.
            or (
                low.find(_PROMPT, max(0, at - _BEFORE), at) >= 0
                and line_before(low, at, _BEFORE).startswith(_PROMPTS)
            )
        )
        and not _is_digest(line_before(low, at, _BEFORE), ending)
    ):
        from memsync.secrets.prose.below import value

        yield from value.key(text, behind)
    elif not _is_digest(line_before(low, at, _BEFORE), ending):
        yield from _labelled(text, at, behind, end, sure=_is_sure(low, at))


def _labelled(
    text: Text, at: int, behind: int, end: int, *, sure: bool = False
) -> Iterator[Found]:
    """What was drawn below a few words."""
    if has_digit(text.low[end : end + _ANSWER]):
        from memsync.secrets.prose.below import labels

        yield from labels.find(text, at, behind, end, sure=sure)


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
    whole = [at for at in places if low[at + 4 : at + 5] in _ENDS_WORD]
    names = [at for at in places if low.startswith(NAMES, at + 4)]
    short = [at for at in _above(text, b"pw") if not low[max(0, at - 1) : at].isalnum()]
    for places, length in ((names, 4), (short, 2), (whole, 4)):
        for at in places:
            behind = at + length
            end = low.find(b"\n", behind, behind + _BEHIND_QUESTION)
            if end < 0:
                continue
            if places is names and _is_heading(text, behind, end):
                from memsync.secrets.prose.below import listed, value

                yield from value.password(text, behind)
                yield from listed.passwords(text, behind)
            else:
                known = places is not whole
                yield from _answers(text, at, behind, end, known=known)


def _answers(
    text: Text, at: int, behind: int, end: int, *, known: bool
) -> Iterator[Found]:
    """The password below a line that may ask for it."""
    low = text.low
    ending = low[behind:end].rstrip(_SIGNS_OF_ANSWER)
    # Documents show what a program generates, and nobody uses that.
    if (
        ending.count(b" ") > _MOST_WORDS
        or b"generated" in low[max(0, behind - _GENERATED) : behind]
    ):
        return
    if known and ending.endswith(_ASKS):
        from memsync.secrets.prose.below import value

        yield from value.password(text, behind)
    elif known:
        yield from _labelled(text, at, behind, end)
    if has_digit(low[end : end + _ANSWER]) and (
        ending.endswith(b"?") or _is_request(line_before(low, at, _BEFORE), ending)
    ):
        from memsync.secrets.prose.below import value

        yield from value.answer(text, behind)


def _is_request(before: bytes, behind: bytes) -> bool:
    """Whether a line asks for something, or is a command that prints it."""
    if before.lstrip().startswith(_PROMPTS):
        # In a document it shows somebody's `foo/bar`.
        return _NOBODYS.isdisjoint(behind.replace(b"/", b" ").split())
    return not _REQUESTS.isdisjoint(before.split())


def _heads_list(text: Text, at: int, stem: bytes) -> bool:
    """Whether a word such as `logins` ends the line above a list."""
    behind = at + len(stem)
    if not text.low.startswith(_LOGINS[stem], behind):
        return False
    end = text.low.find(b"\n", behind, behind + _BEHIND_HEADING)
    if end < 0:
        return False
    ending = text.low[behind:end].rstrip(_SIGNS_OF_ANSWER)
    if ending.rstrip(b":") not in _LOGINS[stem]:
        return False
    start = text.low.rfind(b"\n", max(0, at - _BEFORE), at) + 1
    return ending.endswith(b":") or text.low.startswith(b"#", start)


def _is_of_factor(near: bytes) -> bool:
    """Whether the text around a name is about two-factor authentication."""
    return (
        near.find(b"otp") >= 0
        or near.find(b"authenticator") >= 0
        # Most texts have not even the letters that the others share.
        or (near.find(b"fa") >= 0 and any(near.find(x) >= 0 for x in _FACTORS))
    )


def _is_heading(text: Text, behind: int, end: int) -> bool:
    """Whether a name that goes on at `behind` ends its line, as a heading does."""
    if end - behind >= _BEHIND_HEADING:
        return False
    ending = text.low[behind:end]
    first = max(0, behind - _BEFORE)
    start = max(first, text.low.rfind(b"\n", first, behind) + 1)
    left = text.low[start:behind]
    return (
        ending.strip(_SIGNS) in _ENDINGS
        and (_COLON in ending or left.startswith(b"#"))
        and b"public" not in left
    )
