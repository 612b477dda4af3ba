"""A linear model: how likely a value that no rule finds is a password or a code.

`candidates` are the words that it judges, and `figures` the numbers; `features` is what
is seen of each and around it, with the kinds of `words` near by. `word_weights` and
`figure_weights` are each a `table` that tests/bench/learn_weights.py has learned;
`score` adds up its weights, and `search` goes through a text.
"""
