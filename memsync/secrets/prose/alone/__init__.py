"""The prose tier: a word that nothing beside it calls a password.

`the router takes …`, `sign in as ann with …`, `nas -> root -> …`. `candidates` says
which words may be one by their form, `line` whether the line around one gives it away:
`entered` by what a sentence says, `notes` as a short note about access, `users` by the
user in front of it.
"""
