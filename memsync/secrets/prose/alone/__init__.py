"""A word that nothing calls a password, but that the line around it gives away as one.

`the router takes …`, `sign in as ann with …`, `nas -> root -> …`

`search` goes through the `candidates`, words whose form is that of passwords, and asks
`line` whether the line around each, or one beside it, gives it away: a sentence, by
what is `entered`; a line that is `bare` of anything else; one of short `notes`; or one
of `users` in front of the word. `access` tells which lines are about logging in.

Other words need no such form: `given` has those that a sentence about logging in gives,
`phrases` passphrases of words that hyphens join, `colons` what is glued to a user.
"""
