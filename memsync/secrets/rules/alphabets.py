"""The alphabets of the shapes in the rule tables, as regular expressions.

A row of a table is `(id, provider, literal, shape, source)`, with a sixth element
`lead` if characters precede the literal. `literal` occurs in every
credential of the format, byte for byte, and `shape` describes what follows it.
All repeats are bounded, so that no input makes a rule take more than linear time.
"""

# Letters and digits: base62.
A = "[A-Za-z0-9]"

# What base64url uses: letters, digits, `_` and `-`.
W = r"[\w-]"

# What base64 uses, without padding.
B = "[A-Za-z0-9+/]"

L = "[a-z0-9]"
U = "[A-Z0-9]"
H = "[0-9a-f]"
HH = "[0-9a-fA-F]"
UUID = f"{HH}{{8}}-{HH}{{4}}-{HH}{{4}}-{HH}{{4}}-{HH}{{12}}"
JWT = (
    rf"eyJ{W}{{10,2000}}\.e[wy][A-Za-z]"
    rf"(?:{W}{{20,6000}}(?:\.{W}{{10,2000}})?|{W}{{8,19}}\.{W}{{20,2000}})"
)
