"""Headings of tables (`prose.grids`), for the native search."""

from __future__ import annotations

# A bar of a table, also as terminals draw it, and the line below.
_BAR = rb"(?:\||\xe2\x94\x82|\xe2\x94\x83|\xe2\x95\x91)"
_RULER = rb"\r?\n[ \t|+]*(?:--|==|\xe2[\x94\x95])"

# What follows the heading in each kind of table. They are one pattern, because each
# would search for the words of all headings again.
_BEHIND = b"|".join(
    (
        rb"(?:%b[^\n]*)?%b" % (_BAR, _RULER),
        rb"[ \t][^\n|]*\r?\n[ \t]*(?:--|==)",
        rb"\^",
        rb"\|[^\n]*\r?\n[^\n|]+\|",
        rb"\r?\n(?:\r?\n)?\|",
        rb"\r?\n(?:![^\n]*\r?\n)+\|",
    )
)

GATES = (
    rb"(?i)(?:pass(?:word|wd|phrase|code|wort)?s?|pwd| pw|_pw|[|!^]pw|kennwort|senha"
    rb"|wachtwoord|contrase\S{1,4}|heslo|parola|token|secret|(?:api|access)[ _-]?key)"
    rb"(?: \w+)?[ \t:*`]*(?:" + _BEHIND + rb")",
    rb"(?:PASSWORD|PASSPHRASE|PASSWD|TOKEN|SECRET|API KEY)(?:[ \t]{2}|[ \t]*\r?\n)",
)
