"""Keys that vendors and their samples show to everyone, as shortened SHA-256.

Only digests stand here: the keys themselves would make other scanners, and ours,
stop at this file. They are Google's keys in its public client samples and Stripe's
test keys in its documents.
"""

DIGESTS = frozenset(
    # A list of quoted words would be four times as long to read.
    """
    2037abcaffb2b777 27a9a42931dff7eb 2cafc0970149a84f 37f8f09bdf12c2f2
    3a8b61d0f636b007 3f370c9dd8225c63 49f777db995e8260 4c98242dcadc8b29
    7e8de44ea9ecf6d5 8731261cb72d8626 a19f89ab3555eac1 a6c814bc555ae62c
    dc0fcf046c61640c e4a5542bb7fd7b67 ea9bb1082cf95663 eb540d2b6ee2a0a4
    f2d6ca16515033e5 f56e323494a6ffc2
    """.split()  # noqa: SIM905 -- see above
)
