"""What a text must hold for a tier to find anything in it, as regular expressions.

`table` has all of them, by tier. Those of tokens' formats are in `literals`; of private
keys, URLs and headers in `carriers`; of keywords with a value in `keywords`; of what
commands get in `commands`, what else programs take in `programs`, and calls in `calls`;
of sentences in `sentences`, of what the model judges in `likely`, and of tables in
`tables`. `values` are the values in them, `lines` what a line must have for the gates
that only match within one.

The native search checks them in a whole text at once, and a tier without a match is not
called. So each gate may match too much, never too little: it is its tier's pattern
without limits, look-arounds, and what Python checks later. Gates use only what
Hyperscan and Python have in common: no look-around, no possessive repeats. Whoever lets
a tier find more must widen its gate. The tests of the tiers run with the native search
as well.
"""
