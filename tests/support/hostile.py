"""What to repeat, so that a scanner that looks twice at anything never ends."""

from __future__ import annotations

PIECES = (
    b"a",
    b"password ",
    b"key=",
    b"'\"",
    b"((((",
    b"://a:",
    b"AKIA",
    b"sk-",
    b"eyJ",
    b"eyJa.",
    b"-----BEGIN ",
    b"-----BEGIN PRIVATE KEY-----\n",
    b"Authorization: ",
    b"basic ",
    b"login as ",
    b"user: a/",
    b"\xe2\x80\x8b",
    b"`",
    b"token\n",
    b"curl -u ",
    b"pass: ",
    b"machine ",
    b"sk-proj-",
    b"ghp_\n",
    b"curl -u a:",
)

# What begins a line, and what to repeat behind it: a pattern that matches from there on
# may read the rest of the line once for each place in it.
LINES = (
    (b"net user", b" "),
    (b"net use x ", b" "),
    (b"the passcode", b" "),
    (b"door code: ", b" "),
    (b"the password Xk29" + b"fjqZ1 to", b" "),
    (b"password = Xk29" + b"fjqZ1", b"a"),
    (b"password = Xk29" + b"fjqZ1\n", b"+"),
    (b"> x ghp_", b"a"),
)
