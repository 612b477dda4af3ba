"""What the scanner finds in a text: rules with the values that they name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.secrets import native
from memsync.secrets.scan import scan
from support import tokens

if TYPE_CHECKING:
    from memsync.secrets.finding import Finding

# As a person makes one up, and as a machine draws one; both belong to nobody.
PASSWORD = f"{tokens.text(5, 21)}!{tokens.text(4, 22)}7"
DRAWN = tokens.text(14, 31) + "4"
TOKEN = tokens.text(40, 33)


def found(text: str) -> list[tuple[str, str]]:
    """Each finding's rule, and its value as it stands in the text."""
    data = text.encode("utf-8", "surrogateescape")
    return [
        (each.rule, data[each.start : each.end].decode("utf-8", "surrogateescape"))
        for each in scan(data)
    ]


def values(text: str) -> list[str]:
    """The values alone."""
    return [value for _, value in found(text)]


def alike(data: bytes) -> list[Finding]:
    """The findings of a text, which are the same with the native search."""
    findings = scan(data)
    if native.enable():
        try:
            assert list(map(repr, scan(data))) == list(map(repr, findings))
        finally:
            native.disable()
    return findings
