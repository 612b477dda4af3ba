"""What fills the place of a secret: one character repeated, sequences, samples."""

from __future__ import annotations

from itertools import pairwise

_MASKS = (b"xxxxx", b"*****", b".....", b"00000")
# Characters of a piece of an address that is the secret itself.
_LONG = 20
# The fewest characters of a run of one character.
_REPEATED = 7
_ZEROS = bytes(_REPEATED - 1)
_KEYBOARD = (b"qwertyuiop", b"asdfghjkl", b"zxcvbnm")


def is_documented_example(value: bytes) -> bool:
    """What a vendor's documents print instead of a key."""
    if value.upper().endswith(b"EXAMPLE") or b"EXAMPLE" in value:
        return True
    # An address has several random pieces: `T11111111/B11111111/YYYYYYYY`. The last
    # one is the secret.
    pieces = value.split(b"/")
    last = pieces[-1]
    return all(map(is_filler, pieces)) or (len(last) >= _LONG and is_filler(last))


def is_mask(value: bytes) -> bool:
    """What stands where a secret was taken out, or is to be put: `xxxxx`, `00000`."""
    low = value.lower()
    return len(set(low)) == 1 or any(map(low.count, _MASKS))


def is_filler(value: bytes) -> bool:
    """One character repeated, or a count: `aaaaaa`, `12345678`, `xxxx`."""
    low = value.lower()
    if len(set(low)) <= min(4, max(2, len(low) // 5)):
        return True
    if b"xxxxx" in low or b"*****" in low or b"....." in low:
        return True
    if _repeats(low) and _longest_repeat(low) >= max(_REPEATED, len(low) // 4):
        return True
    # A sequence that makes most of the value holds its middle, too.
    middle = len(low) // 2
    return _may_follow(low[middle - 1], low[middle]) and _share_of_longest(low) > 0.7


def is_sequence(value: bytes) -> bool:
    """Mostly sequences, piece by piece: `1234567890abcdef1234567890abcdef`."""
    low = value.lower()
    return sum(n for n in _ascents(low) if n >= 5) >= 0.6 * len(low)


def is_count(digits: bytes) -> bool:
    """One digit repeated, or digits that are counted up or down: `0000`, `4321`."""
    return len(set(digits)) == 1 or digits in b"0123456789 9876543210"


def is_counted_off(value: bytes) -> bool:
    """Sequences of letters and digits, or a row of the keyboard, and little else."""
    low = value.lower()
    keys = sum(len(row) for row in _KEYBOARD if row in low)
    return keys >= len(low) // 2 or is_sequence(value) or _share_of_longest(low) > 0.5


def _share_of_longest(low: bytes) -> float:
    """The share of the value that its longest sequence makes."""
    return max((n for n in _ascents(low) if n >= 8), default=0) / max(len(low), 1)


def _repeats(low: bytes) -> bool:
    """Whether one character is there seven times in a row, or nearly so."""
    bits = int.from_bytes(low, "little")
    # A byte that equals the next one becomes zero.
    return (bits ^ bits >> 8).to_bytes(len(low), "little").find(_ZEROS) >= 0


def _longest_repeat(low: bytes) -> int:
    """How often one character is there in a row, at most."""
    longest = run = 1
    for before, code in pairwise(low):
        run = run + 1 if code == before else 1
        longest = max(longest, run)
    return longest


def _may_follow(before: int, code: int) -> bool:
    """Whether a sequence may have these neighbours (`_ascents`)."""
    return code - before == 1 or (before in (0x30, 0x39) and code in (0x30, 0x61))


def _ascents(low: bytes) -> list[int]:
    """The lengths of the pieces whose characters follow each other: 9 then 0 or a."""
    found = []
    run = 1
    for before, code in pairwise(low):
        follows = code - before == 1 or (before == 0x39 and code in (0x30, 0x61))
        if follows or (before == 0x30 and code == 0x61 and run >= 8):
            run += 1
        else:
            found.append(run)
            run = 1
    return [*found, run]
