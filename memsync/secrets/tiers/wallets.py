"""Private keys of Ethereum: 32 bytes in hexadecimal, as are hashes of transactions.

So one counts only beside a word that says what it is
(ethereum.org/en/developers/docs/accounts).
"""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.values import fillers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.finding import Found

# A private key of Ethereum: 32 bytes. Hashes of transactions look the same.
_LONG = lazy(rb"0x[0-9a-fA-F]{64}")
_KEY = lazy(rb"(?<![\w-])0x[0-9a-fA-F]{64}(?![0-9a-zA-Z])")

# One of these words precedes the key: in a sentence, a configuration or a call.
_SAYS = (
    *(b"private", b"wallet(", b"accounts:", b"accounts =", b"signer", b"privkey"),
    *(b"deployer", b"mnemonic", b"signingkey(", b"toaccount("),
)

_LEFT = 60


def find(data: bytes, low: bytes) -> Iterator[Found]:
    """Every private key that is said to be one."""
    # It begins with two characters, which `re` finds fast, so a word is checked later.
    for long in _LONG.finditer(data):
        match = _KEY.match(data, long.start())
        if match is None:
            continue
        left = low[max(0, match.start() - _LEFT) : match.start()]
        value = match[0]
        if (
            any(left.rfind(word) >= 0 for word in _SAYS)
            and b"public" not in left
            and b"hash" not in left
            and not fillers.is_filler(value[2:])
        ):
            yield match.start(), match.start(), match.end(), "ethereum-key"
