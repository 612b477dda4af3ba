"""What a text says, however it is written.

`text` has the places of its words and its long `runs`: `bits` finds both in one pass,
`places` them around a gate's match, `hits` is what the native search says. `crowds` and
`repeats` are parts that need no search, `chosen` are lines that are searched as a text
of their own. `glance` has the checks that spare the patterns, and `within` says what a
place is in.

`meant` is what a text means where its bytes say something else; `decode` has what
base64 holds. `forms` are searched in the place of a text, such as one without its
repeats.
"""
