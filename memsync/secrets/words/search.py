"""What a text must say for passphrases, a wallet's words or codes to be looked for.

They consist of plain words or of digits, so a text must call each of them a secret.
This module only checks whether it does: most texts load and compile nothing else.
"""

from __future__ import annotations

from memsync.secrets.words import locks
from memsync.secrets.words.pins import NAMED, SAID
from memsync.secrets.words.subjects import LOCKS, RESERVE, ROMANCE, WALLETS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.texts.text import Text

# How `pass` goes on if it names a password.
NAMES = (b"word", b"phrase", b"code", b"wort", b"wd")

# Words before four groups of four letters, as an app password has them, bytes from
# there to their end, and the hyphens that may join them.
_SHORT, _GROUPED, _HYPHENS = (b"pass", b"pw"), 40, 3

# What a text may begin with.
_PIN = b"pin"

# All words that this module asks for, and the gates of what they name.
_CARDS = (*SAID, *NAMED, b"puk", b"bitlocker")
_WORDS = frozenset((b"pass", b"pw", *ROMANCE, *_CARDS, *WALLETS))
# What joins one of `ROMANCE` to what it is for.
_OF = (b"s de ", b" de ", b" di ")
_PHRASED = ("told words", "told phrases")
_GATES = frozenset((*_PHRASED, "told wallets", "told figures"))


def find(text: Text) -> Iterator[Found]:
    """Every secret in words or in digits."""
    if text.may_hold("told numbers"):
        yield from locks.find(text)
    low = text.low
    said = text.says_any(_WORDS) or low.startswith(_PIN)
    if not (said and text.may_hold_any(_GATES)):
        return
    if any(map(text.may_hold, _PHRASED)):
        yield from _without_labels(text.data, _in_words(text))
    if text.may_hold("told wallets") and any(map(text.places, WALLETS)):
        from memsync.secrets.words.phrases import find_wallets

        yield from _without_labels(text.data, find_wallets(text))
    if text.may_hold("told figures") and _says_figures(text):
        from memsync.secrets.words.codes import find as find_codes

        yield from find_codes(text)


def _in_words(text: Text) -> Iterator[Found]:
    """Every passphrase that stands behind a word for a password."""
    low = text.low
    names = [at for at in text.places(b"pass") if low.startswith(NAMES, at + 4)]
    if names and text.may_hold("told words"):
        from memsync.secrets.words.phrases import find as find_phrases

        yield from find_phrases(text, names)
    shortened = [at for at in text.places(b"pw") if _is_name(low, at)]
    if names or shortened:
        from memsync.secrets.words.worded import find as find_worded

        yield from find_worded(text, [*names, *shortened])


def _without_labels(data: bytes, found: Iterator[Found]) -> Iterator[Found]:
    """Without the texts of an interface, which has words in all languages."""
    from memsync.secrets.values.phrase import is_label

    return (each for each in found if not is_label(data, *each[1:3]))


def _is_name(low: bytes, at: int) -> bool:
    """Whether `pw` is a word, or `pwd` is."""
    behind = at + 2 + low.startswith(b"d", at + 2)
    before = low[at - 1 : at] if at else b""
    return not (before.isalpha() or low[behind : behind + 1].isalnum())


def _says_figures(text: Text) -> bool:
    low = text.low
    kept = LOCKS + RESERVE
    return bool(
        low.startswith(_PIN)
        or any(map(text.places, _CARDS))
        or text.places(b"recovery")
        or any(low.startswith((b"code", b"key"), at + 4) for at in text.places(b"pass"))
        or any(_of_app(low, at) for word in _SHORT for at in text.places(word))
        or any(
            low[max(0, at - 12) : at].rstrip(b" _-").endswith(kept)
            for at in text.places(b"code")
        )
        or any(
            low.startswith(_OF, at + len(noun))
            for noun in ROMANCE
            for at in text.places(noun)
        )
    )


def _of_app(low: bytes, at: int) -> bool:
    """Whether a password is that of an app, or consists of four groups of four."""
    if low.find(b"app", max(0, at - 14), at) >= 0:
        return True
    behind = low[at : at + _GROUPED]
    words = behind.split(None, 5)[1:5]
    if behind.count(b"-") >= _HYPHENS and any(
        word.count(b"-") == _HYPHENS for word in words[:2]
    ):
        return True
    return len(words) == 4 and [len(word.strip(b"\"'")) for word in words] == [4] * 4
