"""What base64 holds: a run that decodes to plain text is scanned, too."""

from __future__ import annotations

from memsync.secrets.texts.runs import BREAK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# The fewest characters of base64 that are decoded: 24 hold at least 16 bytes.
_SHORTEST = 24
_LONGEST = 1 << 16
# The URL form of base64 as the usual one.
_TO_STANDARD = bytes.maketrans(b"-_", b"+/")
# What decoded text consists of; anything else is binary.
_TEXT = bytes(range(0x20, 0x7F)) + b"\t\r\n"
_ALPHABET = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_="
_HEX = b"0123456789abcdefABCDEF"
# "-----BEGIN" in hexadecimal.
_KEY_IN_HEX = b"-----BEGIN".hex().encode()

# What base64 of text begins with: the first six bits of a character of text, then its
# last two with the first four of the next one.
_FIRST = frozenset(_ALPHABET[byte >> 2] for byte in _TEXT)
_HIGH = {byte >> 4 for byte in _TEXT}
_SECOND = frozenset(
    _ALPHABET[(byte & 3) << 4 | high] for byte in _TEXT for high in _HIGH
)
# What is stripped from the beginning of a run; what else a run may begin with.
_STRIPPED = b".:"
_OTHERS = _STRIPPED + _KEY_IN_HEX[:1]


def decoded(run: bytes, *, any_bytes: bool = False) -> bytes | None:
    """What base64 of any length decodes to: printable ASCII or any bytes, or None."""
    import binascii

    body = run.rstrip(b"=").translate(_TO_STANDARD)
    if len(body) % 4 == 1:
        return None
    try:
        text = binascii.a2b_base64(body + b"=" * (-len(body) % 4), strict_mode=True)
    except binascii.Error:
        return None
    return None if not any_bytes and text.translate(None, _TEXT) else text


def plain(run: bytes) -> bytes | None:
    """The ASCII text that a base64 run holds, or None; digests are not text."""
    if not _SHORTEST <= len(run) <= _LONGEST:
        return None
    # Two characters alone exclude most addresses, paths and digests.
    if run[0] not in _FIRST or run[1] not in _SECOND or run.translate(None, _ALPHABET):
        return None
    import binascii

    try:
        head = binascii.a2b_base64(run[:12].translate(_TO_STANDARD))
    except binascii.Error:
        return None
    return None if head.translate(None, _TEXT) else decoded(run)


def _key_in_hex(run: bytes) -> bytes | None:
    """The private key that a run of hexadecimal spells out, or None."""
    if run[: len(_KEY_IN_HEX)].lower() != _KEY_IN_HEX:
        return None
    digits = run[: len(run) - len(run.lstrip(_HEX))]
    return bytes.fromhex(digits[: len(digits) // 2 * 2].decode())


def _pieces(runs: list[bytes]) -> Iterator[bytes]:
    # Most runs begin with two characters that no text has in base64.
    may_be = [
        run
        for run in runs
        if len(run) >= _SHORTEST
        and (
            (run[0] in _FIRST and run[1] in _SECOND)
            or run[0] in _OTHERS
            or BREAK[0] in run
        )
    ]
    for run in may_be:
        for piece in run.split(BREAK) if BREAK[0] in run else (run,):
            if len(piece) >= _SHORTEST:
                body = piece.strip(_STRIPPED)
                if len(body) >= _SHORTEST:
                    yield body


def wrapped(data: bytes, runs: list[bytes]) -> Iterator[tuple[int, int, bytes]]:
    """Each run that holds text: where it starts and ends, and the text."""
    at = 0
    for body in _pieces(runs):
        hexadecimal = body[0] == _KEY_IN_HEX[0]
        text = _key_in_hex(body) if hexadecimal else plain(body)
        if text is not None:
            start = data.find(body, at)
            if start >= 0:
                at = start
                yield start, start + len(body), text
