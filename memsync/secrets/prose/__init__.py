"""Passwords and tokens that a sentence or a list gives.

The word for a password or a token is on the line of its value: `sentences` and `tokens`
look for its `names`, and `foreign` for those in other languages. The value is right
`behind` that word, `near` it, some words further, `before` it, or somewhere `around`
it. Or it is on a line `below`: that is a folder of its own.

A user is in front of the value: `logins` has those after a word for logging in, `pairs`
those without one, both by usual names of `accounts`; `both` those behind their two
names. If there is neither, the model judges (`secrets.model`).

`called` tells what a line calls a word, a password or something else. `siblings` are
more passwords beside one that was found.
"""
