"""What words name that a secret belongs to: wallets, locks, codes kept in reserve."""

from __future__ import annotations

WALLETS = (b"seed", b"mnemonic", b"recovery")


# What a code of figures opens.
LOCKS = tuple(
    b"door gate alarm unlock lock entry safe garage lockbox keypad access".split()
)


# Codes that are kept for when a second factor is lost.
RESERVE = tuple(b"recovery backup scratch emergency 2fa mfa rescue".split())
