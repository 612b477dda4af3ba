"""Whether a value beside a name is a secret, by what the name and the value are.

`verdict` decides on a value behind a name (a `clue`), by what the name says of it
(`names`), and `issued` on one of a name for tokens, by the `services` beside it.
"""
