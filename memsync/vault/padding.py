"""Lengths that say little: what is sealed has one of few sizes.

Up to 4,096 bytes a multiple of 256; above it Padmé (Nikitin et al., "Reducing
Metadata Leakage from Encrypted Files and Communication with PURBs", 2019), which
adds at most 12 percent and leaves O(log log n) bits of a length.
"""

from __future__ import annotations

_STEP = 256
_STEPS_END = 4096


def padded_length(length: int) -> int:
    """The size, in bytes, that a text of `length` bytes is given; never 0."""
    if length <= _STEPS_END:
        return max(-(-length // _STEP), 1) * _STEP
    exponent = length.bit_length() - 1
    free_bits = exponent - exponent.bit_length()
    mask = (1 << free_bits) - 1
    return (length + mask) & ~mask


def pad(text: bytes) -> bytes:
    """The text and zero bytes; whoever reads it knows where the text ends."""
    return text.ljust(padded_length(len(text)), b"\0")


def is_padding_of(whole: bytes, length: int) -> bool:
    """Whether `whole` is what `pad` makes of its first `length` bytes."""
    return len(whole) == padded_length(length) and not whole[length:].strip(b"\0")
