"""Padding: ciphertexts have one of few sizes, which reveal little.

Up to 4,096 bytes, a multiple of 256; above, Padmé (Nikitin et al., "Reducing
Metadata Leakage from Encrypted Files and Communication with PURBs", 2019), which adds
at most 12 percent and reveals O(log log n) bits of a length.
"""

from __future__ import annotations

# Bytes of a step; up to here all sizes are multiples of it.
_STEP = 256
_STEPS_END = 4096


def padded_length(length: int) -> int:
    """The padded size, in bytes, of a text of `length` bytes; never 0."""
    if length <= _STEPS_END:
        return max(-(-length // _STEP), 1) * _STEP
    exponent = length.bit_length() - 1
    free_bits = exponent - exponent.bit_length()
    mask = (1 << free_bits) - 1
    return (length + mask) & ~mask


def pad(text: bytes) -> bytes:
    """The text and zero bytes; the reader must know where the text ends."""
    return text.ljust(padded_length(len(text)), b"\0")


def is_padding_of(whole: bytes, length: int) -> bool:
    """Whether `whole` equals `pad` of its first `length` bytes."""
    return len(whole) == padded_length(length) and not whole[length:].strip(b"\0")
