"""What a value looks like by itself: drawn, like a password, or no secret at all.

`shapes` says whether one looks random, like a password, a hash or a name, `drawn`
whether letters and figures were drawn by chance or make a name, `noise` the same of a
value with signs. `certainty` puts that together: how sure it is that a word is a
password. `harmless` knows what is no secret: `placeholders`, `fillers`, `things`,
`expressions` of code, words of other `languages` and much else; `published` has keys
that everybody knows. `phrase` judges words, `spaced` those in quotes, and `figures` a
value of figures alone; `given` decides on a value that a sentence, a table or a command
gives.
"""
