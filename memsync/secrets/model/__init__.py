"""A linear model: how likely a word with letters and figures is a password.

It judges what no rule finds. `candidates` are the words, `features` what is seen of
each and around it, with the kinds of `words` near by; `weights` is the table that
tests/bench/learn_weights.py has learned, `score` adds it up, and `search` goes through
a text.
"""
