"""Words for what a secret belongs to: wallets, locks, recovery codes."""

from __future__ import annotations

WALLETS = (b"seed", b"mnemonic", b"recovery")


# What a code of digits opens.
LOCKS = tuple(
    b"door gate alarm unlock lock entry safe garage lockbox keypad access".split()
)


# Words for a user, in a note of one line.
PEOPLE = (
    *(b"admin", b"administrator", b"root", b"user", b"test", b"deploy", b"guest"),
    *(b"demo", b"operator", b"service", b"postgres", b"sa", b"ci"),
)


# Words for codes that replace a lost second factor.
RESERVE = tuple(b"recovery backup scratch emergency 2fa mfa rescue".split())


# Bytes of a line before a name that may hold its value: `… is the password`.
REACH = 100
