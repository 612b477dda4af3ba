"""What a text says, however it is written.

`text` has the places of its words and its long `runs`: `bits` finds both in one pass,
`places` them around a gate's match, `hits` is what the native search says. `mixed`
finds words of small letters, capitals and figures. `crowds` and `repeats` are parts
that need no search, `chosen` are lines that are searched as a text of their own.
`glance` has the checks that spare the patterns, and `within` says what a place is in.

A reader means something else than the bytes say: `normalise` decodes UTF-16 and UTF-32,
`escapes` lines with escapes, whose `meanings` it knows, `decode` base64.
"""
