"""What words name that a secret belongs to: wallets, locks, codes kept in reserve."""

from __future__ import annotations

WALLETS = (b"seed", b"mnemonic", b"recovery")


# What a code of figures opens.
LOCKS = tuple(
    b"door gate alarm unlock lock entry safe garage lockbox keypad access".split()
)


# Who logs in to a service, in a note of one line.
PEOPLE = (
    *(b"admin", b"administrator", b"root", b"user", b"test", b"deploy", b"guest"),
    *(b"demo", b"operator", b"service", b"postgres", b"sa", b"ci"),
)


# Codes that are kept for when a second factor is lost.
RESERVE = tuple(b"recovery backup scratch emergency 2fa mfa rescue".split())
