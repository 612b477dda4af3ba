"""How sure it is that a finding is a secret.

`confidence` says so, in three `levels`: by the value itself, which may be one of the
`stand_ins`, or one of the `keys` that was cut; by its `surroundings`; by being
`introduced` as an example; by being `public`, or `signed` and over. `paths` is what the
place of its file says.
"""
