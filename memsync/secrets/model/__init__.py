"""A linear model: how likely a value that no rule finds is a password or a code.

`candidates` are the words that it judges, and `figures` the numbers; `features` is what
is seen of each: its `form`, and at its `place` the kinds of `words` and of other
`pieces` near by. `word_weights`, `token_weights`, `phrase_weights` and `figure_weights`
are each a `table` that tests/bench/learn_weights.py has learned; `score` adds up its
weights, and `search` goes through a text.
"""
