"""Tokens of known formats, carriers of any credential, and keywords with a value.

`provider` finds the tokens of vendors' formats, by the `literals` that a text has;
`discord`, `glued` and `wallets` those that are known by their shape, `own_keys` those
of memsync itself.

`carriers` finds what holds nothing but credentials: `private_keys`, also as their
numbers (`key_numbers`), `addresses`, lines of `pgpass`, what `clients` such as curl
get, `cookies`.

`context` finds a keyword with a value behind it, `later_line` with one on a later line,
`named_values` with one that is another member of the same object, `byte_keys` with the
key of a radio byte by byte.
"""
