"""Kinds that only count if no other tier finds anything; a cheap check guards each.

A text that holds none of the words loads none of their modules.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.texts.text import Text
    from memsync.secrets.tiers.context import Found

# Their gates.
_KINDS = frozenset[str | bytes](
    (
        *("printed", "addresses", "runs", "cookies", "consoles", "pairs", "rows"),
        *("quoted", "apart", "headers", "numbers"),
    )
)

_AT_SIGN, _SLASH = b"@/"
# What says that numbers of a key follow, in JSON and in XML.
_KTY, _XML = b"kty", b"<RSAKeyValue"


def find(text: Text) -> Iterator[Found]:
    """Every secret of these kinds."""
    if not text.may_hold_any(_KINDS):
        return
    yield from _by_shape(text)
    yield from _by_words(text)
    if text.may_hold("apart"):
        from memsync.secrets.tiers import apart

        yield from apart.find(text)


def _by_shape(text: Text) -> Iterator[Found]:
    data = text.data
    if text.may_hold("printed"):
        if data.find(b"BEGIN") >= 0:
            from memsync.secrets.tiers import private_keys

            yield from private_keys.find_printed(data)
        if text.may_hold_long(b"0x"):
            from memsync.secrets.tiers import wallets

            yield from wallets.find(data, text.low)
    if text.may_hold("numbers") and (
        data.find(_KTY) >= 0 or (text.places(b"key") and data.find(_XML) >= 0)
    ):
        from memsync.secrets.tiers import key_numbers

        yield from key_numbers.find(data)
    if text.may_hold("addresses") and data.find(_AT_SIGN) >= 0:
        from memsync.secrets.tiers import addresses

        yield from addresses.find_mail_users(data)
    if text.may_hold("runs"):
        from memsync.secrets.tiers import glued

        yield from glued.find(text)


def _by_words(text: Text) -> Iterator[Found]:
    data, low = text.data, text.low
    if text.may_hold("cookies") and low.find(b"cookie") >= 0:
        from memsync.secrets.tiers import cookies

        yield from cookies.find(text)
    if text.may_hold("headers") and text.places(b"curl"):
        from memsync.secrets.tiers import clients

        yield from clients.find_headers(text)
    if text.may_hold("consoles") and (
        low.find(b"net use") >= 0
        or (low.find(b"assw") >= 0 and low.find(b"send ") >= 0)
    ):
        from memsync.secrets.tiers import consoles

        yield from consoles.find(data, low)
    if text.may_hold("pairs") and data.find(_SLASH) >= 0:
        from memsync.secrets.prose import pairs

        yield from pairs.find(text)
    if text.may_hold("rows") and text.places(b"pass"):
        from memsync.secrets.prose import rows

        yield from rows.find(text)
    if text.may_hold("quoted") and text.places(b"pass"):
        from memsync.secrets.prose import quoted

        yield from quoted.find(text)
