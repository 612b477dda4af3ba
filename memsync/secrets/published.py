"""Keys that a vendor's own documents show to everyone, as shortened SHA-256.

Only digests stand here: the keys themselves would make other scanners, and ours,
stop at this file.
"""

_STRIPE = "2cafc0970149a84f 7e8de44ea9ecf6d5 f2d6ca16515033e5"
"""The test keys in Stripe's documents."""
_FIREBASE = """
    2037abcaffb2b777 27a9a42931dff7eb 37f8f09bdf12c2f2 3f370c9dd8225c63
    49f777db995e8260 4c98242dcadc8b29 8731261cb72d8626 a19f89ab3555eac1
    dc0fcf046c61640c e4a5542bb7fd7b67 ea9bb1082cf95663 eb540d2b6ee2a0a4
"""
"""Keys of demonstration projects, in the sources of Google's Firebase SDKs."""

DIGESTS = frozenset((_STRIPE + _FIREBASE).split())
