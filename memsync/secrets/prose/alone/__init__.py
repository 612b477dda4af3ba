"""The prose tier: a word that nothing beside it calls a password.

`the router takes …`, `sign in as ann with …`, `nas -> root -> …`. `search` goes through
the `candidates`, words that may be one by their form, and asks `line` whether the line
around each gives it away: `entered` by what a sentence says, `bare` if nothing else is
there, `notes` as a short note, `users` by the user in front of it. `given` has words of
any form that a sentence about logging in gives, `phrases` passphrases whose words
hyphens join, `colons` passwords glued to a usual user. `access` has the words of a line
about access.
"""
