"""Headings of tables (`tables`), for the native search."""

from __future__ import annotations

# What `tables.columns` accepts, up to the end of the cell.
_FOREIGN = (
    rb"senha|wachtwoord|contrase\S{1,4}|de passe|has\xc5\x82o|heslo|clave|parola"
    rb"|\xd0\xbe\xd0\xbb\xd1\x8c|\xe5\xaf\x86\xe7\xa0\x81|\xe5\xaf\x86\xe7\xa2\xbc"
    rb"|\xe3\x83\xaf\xe3\x83\xbc\xe3\x83\x89|\xeb\xb2\x88\xed\x98\xb8|senord|ifre"
)
_HEADING = (
    rb"(?:(?:pass|tokens?|secrets?|(?:api|access|secret)[ _-]?keys?"
    rb"|(?:pwd|pw|passwd)(?: \w+)?|kennwort|%b)"
    rb"[ \t`*\"'_:]*|(?:password|passphrase|passcode|passwort)[^|\n]*)" % _FOREIGN
)
_WORD = rb"(?:pass|pwd|pw|kennwort|%b)[^<>|!\n]{0,24}" % _FOREIGN

# A bar of a table, also as terminals draw it, and the line below.
_BAR = rb"(?:\||\xe2\x94\x82|\xe2\x94\x83|\xe2\x95\x91)"
_RULER = rb"\r?\n[ \t|+:]*(?:--|==|\xe2[\x94\x95])"

# The ruler is on the line right below the heading.
RULED = (rb"(?i)%b(?:%b[^\n]*)?%b" % (_HEADING, _BAR, _RULER),)

# In Jira, in a wiki, in HTML, and in a list of reStructuredText.
MARKED_UP = (
    rb"(?i)\|\|[^\n|]{0,30}%b\|\|" % _HEADING,
    rb"(?i)\n!(?:[^\n]*!!)?[^\n]{0,30}%b" % _WORD,
    rb"(?i)%b(?:</\w+>)?\s*</(?:t[hd]|dt)>" % _WORD,
    rb"(?i)list-table::(?:[^\n]*\n)*?[ \t]*(?:\*[ \t]+)?-[ \t][^\n]{0,30}%b\r?\n"
    % _HEADING,
)

# What follows the heading in each kind of the others. They are one pattern, because
# each would search for the words of all headings again.
_BEHIND = b"|".join(
    (
        rb"[ \t][^\n|]*\r?\n[ \t]*(?:--|==)",
        rb"\^",
        rb"(?:\|[^\n]*)?\r?\n[^\n|]+\|",
        rb"(?:\r?\n|(?:\|[^\n]*)?\r?\n\r?\n)\|",
        rb"\r?\n(?:![^\n]*\r?\n)+\|",
    )
)
LOOSE = (
    rb"(?i)(?:pass(?:word|wd|phrase|code|wort)?s?|pwd| pw|_pw|[|!^]pw|kennwort|%b"
    rb"|tokens?|secrets?|(?:api|access)[ _-]?keys?)(?: \(?\w+\)?)?[ \t:*`]*(?:%b)"
    % (_FOREIGN, _BEHIND),
    rb"(?:PASSWORD|PASSPHRASE|PASSWD|TOKEN|SECRET|API KEY)(?:[ \t]{2}|[ \t]*\r?\n)",
)

# Names of a file's columns.
ROWS = (
    rb"(?i)[;,\t][\w \"'./-]*pass(?:word|wd|phrase|code|wort)?[\"' ]*[;,\t\r\n]",
    rb"(?i)pass(?:word|wd|phrase|code|wort)?[\"' ]*[;,\t][\w \"';,\t./-]*\r?\n",
)
