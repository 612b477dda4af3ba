r"""What a text must hold for a tier to find anything in it, as regular expressions.

A native search (`native`) checks them in a whole text at once, and a tier without a
match is not called. So each gate may match too much, never too little: it is its
tier's pattern without limits, look-arounds, and what Python checks later. Gates use
only what Hyperscan and `re` have in common: no look-around, no possessive repeats.
Whoever lets a tier find more must widen its gate. The tests of the tiers run with the
native search as well.
"""
