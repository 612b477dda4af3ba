"""Passphrases, plain words in quotes, and a wallet's words."""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.texts.glance import line_at
from memsync.secrets.values.phrase import COMMON, are_drawn, are_random
from memsync.secrets.words.subjects import WALLETS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.texts.text import Text

# What a sentence puts between a name and a value.
_SAYS = (b" is ", b" was ", b" to ", b": ", b"=", b" = ", b":** ")
_VERBS, _AND = (b" is ", b" was ", b" to "), b" and "
# Signs around a value that are not a part of it.
_QUOTES = b"\"'`"
_AROUND = b" \t\r\"'`*_.:="
# What ends the words of a passphrase: `… canyon, ask Ann`.
_CLAUSE_ENDS = lazy(rb"[,;.!](?=\s|\Z)| [(-]")
# Numbers and signs of a list.
_COUNTING = b"0123456789.,):>*`\"'|-"

# Words in the place of a password that are none.
_STAND_INS = frozenset(
    b"""
    admin argon bcrypt buffer bytes changed changeme correct default disabled empty
    enabled encrypted example expired false field guest hashed hidden incorrect
    invalid keychain letmein login missing mysql none null object optional passwd
    password plain plaintext postgres private prompt public redacted required root
    scrypt secret sent stdin stored string test testing text token true undefined
    unknown unset username value vault wrong
    """.split()
)


# The most words up to the value, the fewest words of a passphrase, and letters of a
# single word.
_MOST_NAMED, _FEWEST_WORDS = 8, 4
_SHORTEST, _LONGEST = 5, 20
# The most letters of a wallet's word, the most and the fewest words of one, and how
# many of them must differ.
_WALLET_WORD, _MOST_OF_WALLET, _FEWEST_OF_WALLET, _FEWEST_DIFFERENT = 8, 24, 12, 8


def find(text: Text, names: list[int]) -> Iterator[Found]:
    """Every passphrase and plain word in quotes that a text gives.

    `names` are the places of the words for a password.
    """
    for at in names:
        rest = line_at(text.data, at, 160)
        if _says_words(rest):
            for value in _spoken(rest):
                start = text.data.find(value, at)
                yield at, start, start + len(value), "prose-phrase"


def find_wallets(text: Text) -> Iterator[Found]:
    """The words of every wallet that a text gives."""
    for word in WALLETS:
        for at in text.places(word):
            yield from _words(text, at)


def _says_words(rest: bytes) -> bool:
    return rest.count(b" ") >= 1 and any(map(rest.count, _SAYS))


def _spoken(rest: bytes) -> Iterator[bytes]:
    """What a line gives as password: some plain words, or one word in quotes."""
    ends = [at + len(says) for says in _SAYS if (at := rest.find(says)) >= 0]
    named, tail = rest[: min(ends)], rest[min(ends) :].lstrip(b" \t")
    if len(named.split()) > _MOST_NAMED:
        return
    bare = tail.lstrip(b"*(")
    quote = bare[:1]
    quoted = bool(quote) and quote in _QUOTES and bare.find(quote, 1) > 0
    value = bare[1:].partition(quote)[0] if quoted else _clause(tail)
    words = value.split(b" ")
    phrase = b"phrase" in named.lower()
    if quoted and phrase and len(words) == _FEWEST_WORDS - 1:
        if are_random(words):
            yield value
    elif len(words) >= _FEWEST_WORDS:
        # After a sign, the texts of an interface in any language have four words, too.
        # And a bracket that closes before the verb has ended the sentence about it.
        told = named.endswith(_VERBS) and not named.endswith(b") to ")
        told = told and are_random(words)
        sure = quoted or phrase
        if told or (sure and are_drawn(words)):
            yield value
    elif (
        quoted
        and _SHORTEST <= len(value) <= _LONGEST
        and value.isalpha()
        and value.islower()
        and not named.rstrip().endswith((b":", b"="))
        # Something else follows: `the password is set and the branch is "…"`.
        and _AND not in named
        and value not in _STAND_INS
    ):
        yield value


def _clause(tail: bytes) -> bytes:
    """The words up to the end of a line or a clause."""
    end = _CLAUSE_ENDS.search(tail)
    return (tail[: end.start()] if end else tail).strip(_AROUND)


def _words(text: Text, at: int) -> Iterator[Found]:
    """A wallet's words, after what names them so."""
    data = text.data
    window = data[at : at + 500]
    low = window[:60].lower()
    named = low.startswith(b"mnemonic") or b"phrase" in low or b"words" in low
    random = data[max(0, at - 8) : at].lower().endswith((b"random ", b"rng "))
    if random or not (named or low.startswith(b"seed")):
        return
    says = (*_SAYS, b":\n", b" are ") if named else (b"\n",)
    # `phrase to recover the key:` has more than one of these before its words.
    for begin in sorted(e + len(s) for s in says if (e := low.find(s)) >= 0):
        words = _of_wallet(window[begin:])
        if words:
            start = data.find(words[0], at + begin)
            end = start
            for word in words:
                end = data.find(word, end) + len(word)
            yield at, start, end, "prose-phrase"
            return


def _of_wallet(text: bytes) -> list[bytes]:
    """The words of a wallet that a text begins with, or none."""
    words = []
    for word in text.translate(None, _COUNTING).split():
        if not (word.isalpha() and word.islower() and 3 <= len(word) <= _WALLET_WORD):
            break
        words.append(word)
    words = words[: len(words) // 3 * 3][:_MOST_OF_WALLET]
    enough = len(words) >= _FEWEST_OF_WALLET and len(set(words)) >= _FEWEST_DIFFERENT
    return words if enough and COMMON.isdisjoint(words) else []
