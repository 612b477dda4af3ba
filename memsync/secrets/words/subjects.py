"""Words for what a secret belongs to: wallets, locks, recovery codes."""

from __future__ import annotations

WALLETS = (b"seed", b"mnemonic", b"recovery", b"12 words", b"24 words")


# What a code of digits opens.
LOCKS = tuple(
    b"door gate alarm unlock lock entry safe garage lockbox keypad access".split()
)


# Words for codes that replace a lost second factor.
RESERVE = tuple(
    b"recovery backup scratch emergency 2fa mfa rescue "
    b"herstellungs herstel notfall".split()
)
# The same in Romance languages: códigos de recuperación, codici di recupero.
ROMANCE = (b"code", b"digo", b"codici")
LOST = (b"r\xc3\xa9cup", b"recup", b"secours", b"respaldo")
