"""A linear model: how likely a value that no rule finds is a password or a code.

`candidates` are the words that it judges, `figures` the numbers, and `passphrases` the
words with blanks between them, if one of the `clues` is near. `features` is what is
seen of each: its `form`, or the `wording`, of which `grammar` has words; and at its
`place` the kinds of `words` and of other `pieces` near by. The `weights` are what
tests/bench/learn_weights.py has learned; `score` adds them up, and `search` goes
through a text.
"""
