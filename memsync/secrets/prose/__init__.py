"""The tier that finds passwords and tokens in sentences and lists.

A word for a password or a token is on the line of its value: `sentences`, `tokens`, and
`foreign` in other languages (`misspelt`: as people misspell it). They look right behind
that word, `near` some words behind it, `before` in front of it, `around` on both sides.
Or it is on a line above: `above` finds that line, `below` the value, `listed` a list.

A user is in front of the value: `logins` after a word for logging in, `pairs` without
one. Neither is there: `alone`, a folder of its own.
"""
