"""Kinds that only count if no other tier finds anything; a cheap check guards each.

What any text needs is imported here, because an import in a function takes a
microsecond for each text. The other modules are loaded by the texts with their words.
"""

from __future__ import annotations

from memsync.secrets.commands.blocks import find as find_in_blocks
from memsync.secrets.commands.calls import find as find_calls
from memsync.secrets.commands.lists import find as find_in_lists
from memsync.secrets.prose.alone.search import find as find_alone
from memsync.secrets.prose.pairs import find as find_pairs
from memsync.secrets.tables.search import find_late as find_in_tables
from memsync.secrets.tiers import addresses, private_keys
from memsync.secrets.tiers.byte_keys import find as find_byte_keys
from memsync.secrets.tiers.glued import find as find_glued
from memsync.secrets.tiers.later_line import find as find_on_later_line
from memsync.secrets.tiers.named_values import find as find_named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.texts.text import Text

# Their gates.
_KINDS = frozenset[str | bytes](
    (
        *("printed", "addresses", "runs", "cookies", "consoles", "pairs", "rows"),
        *("quoted", "later lines", "headers", "numbers", "alone", "named values"),
        *("bytes of keys", "joined words", "given", "user pairs"),
    )
)

_TABLES = frozenset[str | bytes](("tables", "loose tables"))

_AT_SIGN, _SLASH = b"@/"
_BEGIN, _COOKIE, _PASS, _CURL = (b"begin",), (b"cookie",), (b"pass",), (b"curl",)
# Words before what is typed at a console.
_TYPED = b"net use", b"assw"
# What says that numbers of a key follow, in JSON and in XML.
_KTY, _XML, _BEFORE_KEY = (b"kty",), b"<RSAKeyValue", 4
# The same as OpenSSL and name servers print them.
_PRINTED, _BEFORE_PRINTED = (b"Private-Key:", b"Private-key-format"), 8


def find(text: Text) -> Iterator[Found]:
    """Every secret of these kinds."""
    if not text.may_hold_any(_KINDS):
        return
    yield from _by_shape(text)
    yield from _by_words(text)
    if text.may_hold("later lines"):
        yield from find_on_later_line(text)
    if text.may_hold("bytes of keys"):
        yield from find_byte_keys(text)
    if text.may_hold("named values"):
        yield from find_named(text)
    if text.may_hold("joined words"):
        from memsync.secrets.prose.alone.phrases import find as find_phrases

        yield from find_phrases(text)
    if text.may_hold("user pairs"):
        from memsync.secrets.prose.alone.colons import find as find_behind_colons

        yield from find_behind_colons(text)
    if text.may_hold("given"):
        from memsync.secrets.prose.alone.given import find as find_given

        yield from find_given(text)
    if text.may_hold("alone"):
        yield from find_alone(text)


def find_last(text: Text, typed: list[Found], late: list[Found]) -> Iterator[Found]:
    """What programs and calls get, where `find` has found nothing (`late`).

    What others find keeps its rule, which allow lists name. `typed`: in commands.
    """
    if text.may_hold("calls"):
        typed = [*typed, *find_calls(text)]
    if text.may_hold("lists"):
        typed = [*typed, *find_in_lists(text)]
    if text.may_hold("user lists"):
        typed = [*typed, *find_in_blocks(text)]
    if text.may_hold_any(_TABLES):
        typed = [*typed, *find_in_tables(text)]
    if not (typed and late):
        yield from typed
        return
    from bisect import bisect_left
    from itertools import accumulate

    spans = sorted([found[1:3] for found in late])
    starts = [start for start, _ in spans]
    ends = [*accumulate([end for _, end in spans], max)]
    for found in typed:
        before = bisect_left(starts, found[2])
        if not before or ends[before - 1] <= found[1]:
            yield found


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
            data.startswith(_XML, at - _BEFORE_KEY)
            or data.startswith(_PRINTED, at - _BEFORE_PRINTED)
            for at in text.places(b"key")
        )
    ):
        from memsync.secrets.tiers import key_numbers

        yield from key_numbers.find(data)
    if text.may_hold("addresses") and data.find(_AT_SIGN) >= 0:
        yield from addresses.find_mail_users(data)
    if text.may_hold("runs"):
        yield from find_glued(text)


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
