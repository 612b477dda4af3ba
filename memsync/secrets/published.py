"""Keys that a vendor's own documents show to everyone, as shortened SHA-256.

Only digests stand here: the keys themselves would make other scanners, and ours,
stop at this file. They are the test keys in Stripe's documents.
"""

DIGESTS = frozenset(("2cafc0970149a84f", "7e8de44ea9ecf6d5", "f2d6ca16515033e5"))
