"""The tier that finds secrets of plain words or of digits, where a text names them.

`search` says which of them a text may have. `phrases` has passphrases right behind
their name and a wallet's words, `worded` passphrases further from it, `quoted` words in
quotes. `codes` has digits and groups of letters right behind their name, `pins` PINs,
`locks` numbers further from their name. `subjects` are the words for what all these
belong to.
"""
