"""The tier that finds passwords and tokens in sentences and lists.

A word for a password or a token is on the line of its value: `sentences` and `tokens`
find it by its `names`, and `foreign` in other languages. The value is right `behind`
that word, `near` it, some words further, `before` it, or somewhere `around` it. Or the
word is on a line above: `above` finds that line, `below` the value, `listed` a list.

A user is in front of the value: `logins` after a word for logging in, `pairs` without
one, both by usual `accounts`. Neither is there: `alone`, a folder of its own.

`called` tells what a line calls a word, a password or something else. `siblings` are
more passwords beside one that was found.
"""
