"""Kinds that only count if no other tier finds anything; a cheap check guards each.

What any text needs is imported here, because an import in a function takes a
microsecond for each text. The other modules are loaded by the texts with their words.
"""

from __future__ import annotations

from memsync.secrets.commands.blocks import find as find_in_blocks
from memsync.secrets.commands.calls import find as find_calls
from memsync.secrets.commands.lists import find as find_in_lists
from memsync.secrets.model import candidates, clues, figures
from memsync.secrets.prose.pairs import find as find_pairs
from memsync.secrets.tables.inserts import find as find_inserted
from memsync.secrets.tables.search import find_late as find_in_tables
from memsync.secrets.tiers import addresses, private_keys
from memsync.secrets.tiers.byte_keys import find as find_byte_keys
from memsync.secrets.tiers.glued import find as find_glued
from memsync.secrets.tiers.later_line import find as find_on_later_line
from memsync.secrets.tiers.named_values import find as find_named
from memsync.secrets.tiers.own_keys import find as find_own_keys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.texts.text import Text

# What has a gate and needs no other check, in the order of the search.
_BY_GATE = (
    ("later lines", find_on_later_line),
    ("bytes of keys", find_byte_keys),
    ("named values", find_named),
)
# All gates of `find`.
_GATES = frozenset[str | bytes](
    (
        *("printed", "numbers", "addresses", "runs"),
        *("cookies", "headers", "consoles", "pairs", "rows", "quoted"),
        *(gate for gate, _ in _BY_GATE),
    )
)
_LIKELY = frozenset[str | bytes](("likely words", "likely figures", "likely phrases"))
_TABLES = frozenset[str | bytes](("tables", "loose tables"))

_AT_SIGN, _SLASH = b"@/"
# Words that a text must say, for `Text.says_any`.
_BEGIN, _COOKIE, _PASS, _CURL = (b"begin",), (b"cookie",), (b"pass",), (b"curl",)
_KTY = (b"kty",)
# Words before what is typed at a console.
_TYPED = b"net use", b"assw"
# What is around `key` where its numbers follow: in XML, with the bytes before the word,
# and as OpenSSL and name servers print them. In JSON they follow `kty`.
_XML, _BEFORE_XML_KEY = b"<RSAKeyValue", 4
_PRINTED, _BEFORE_PRINTED_KEY = (b"Private-Key:", b"Private-key-format"), 8


def find(text: Text) -> Iterator[Found]:
    """Every secret of these kinds.

    Only those count that overlap nothing that another tier finds (`report`).
    """
    if not text.may_hold_any(_GATES):
        return
    yield from _by_shape(text)
    yield from _by_words(text)
    for gate, find_all in _BY_GATE:
        if text.may_hold(gate):
            yield from find_all(text)


def find_last(text: Text, typed: list[Found], late: list[Found]) -> Iterable[Found]:
    """What programs, calls and tables get, where `find` has found nothing.

    `typed` is what commands get, `late` what `find` has found: that keeps its rule and
    its value, which allow lists name.
    """
    if text.may_hold("calls"):
        typed = [*typed, *find_calls(text)]
    if text.may_hold("lists"):
        typed = [*typed, *find_in_lists(text)]
    if text.may_hold("user lists"):
        typed = [*typed, *find_in_blocks(text)]
    if text.may_hold_any(_TABLES):
        typed = [*typed, *find_in_tables(text)]
    if text.may_hold("inserts"):
        typed = [*typed, *find_inserted(text)]
    return _without(typed, late)


def find_likely(text: Text, late: list[Found]) -> Iterable[Found]:
    """What the model finds where nothing else has; loads it if a text needs it."""
    if not text.may_hold_any(_LIKELY) or candidates.is_code(text.data):
        return ()
    words, codes = [*candidates.of(text)], [*figures.of(text)]
    said = clues.ends(text)
    if not (words or codes or said):
        return ()
    from memsync.secrets.model import search

    return _without([*search.find(text.data, words, codes, said)], late)


def _without(found: list[Found], known: list[Found]) -> Iterable[Found]:
    """Those of some findings that overlap none that are known."""
    if not (found and known):
        return found
    from memsync.secrets.overlaps import Spans

    spans = Spans(each[1:3] for each in known)
    return [each for each in found if not spans.overlap(*each[1:3])]


def _by_shape(text: Text) -> Iterator[Found]:
    data = text.data
    if text.may_hold("printed"):
        if text.says_any(_BEGIN) and data.find(b"BEGIN") >= 0:
            yield from private_keys.find_printed(data)
        yield from private_keys.find_ends(text)
        if text.may_hold_long(b"0x"):
            from memsync.secrets.tiers import wallets

            yield from wallets.find(data, text.low)
    if text.may_hold("numbers") and (
        text.says_any(_KTY)
        or any(
            data.startswith(_XML, at - _BEFORE_XML_KEY)
            or data.startswith(_PRINTED, at - _BEFORE_PRINTED_KEY)
            for at in text.places(b"key")
        )
    ):
        from memsync.secrets.tiers import key_numbers

        yield from key_numbers.find(data)
    if text.may_hold("addresses") and data.find(_AT_SIGN) >= 0:
        yield from addresses.find_mail_users(data)
    if text.may_hold("runs"):
        yield from find_glued(text)
        yield from find_own_keys(text)


def _by_words(text: Text) -> Iterator[Found]:
    data, low = text.data, text.low
    if text.says_any(_COOKIE) and text.may_hold("cookies"):
        from memsync.secrets.tiers.cookies import find as find_cookies

        yield from find_cookies(text)
    if text.says_any(_CURL) and text.may_hold("headers"):
        from memsync.secrets.tiers import clients

        yield from clients.find_headers(text)
    if (
        text.says_any(_TYPED)
        and text.may_hold("consoles")
        and (text.places(b"net use") or low.find(b"send ") >= 0)
    ):
        from memsync.secrets.commands import consoles

        yield from consoles.find(data, low)
    if text.may_hold("pairs") and data.find(_SLASH) >= 0:
        yield from find_pairs(text)
    if not text.says_any(_PASS):
        return
    if text.may_hold("rows"):
        from memsync.secrets.tables.rows import find as find_rows

        yield from find_rows(text)
    if text.may_hold("quoted"):
        from memsync.secrets.words.quoted import find as find_quoted

        yield from find_quoted(text)
