"""Sentences that give a secret, for the native search: see `prose` and `words`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from memsync.secrets.gates.values import STRUNG, with_both, with_one
from memsync.secrets.prose import names, near
from memsync.secrets.words import locks
from memsync.secrets.words.subjects import LOCKS, LOST, RESERVE, ROMANCE

if TYPE_CHECKING:
    from collections.abc import Iterable


def names_of(stems: dict[bytes, tuple[bytes, ...]]) -> bytes:
    """The words of some stems, each with how it goes on, for a pattern."""
    return b"|".join(
        re.escape(stem + more) for stem, goes_on in stems.items() for more in goes_on
    )


def _any_of(words: Iterable[bytes]) -> bytes:
    return b"|".join(map(re.escape, sorted(words)))


_OPENS = rb"[\"'`*_(]{0,3}"
_CLOSES = rb"[\"'`*_)]{0,3}"
# A value of sixteen characters or more; that of a token has no other sign.
LONG = with_one(16, rb"\s\"'`<>*")

# Sentences that give a password, and name it on the same line: behind its name, also as
# figures alone, and in front of it.
ON_LINE = (
    rb"(?i)(?:%b)[^\n]*[^0-9a-z\n][0-9]{6}" % names_of(names.PASSWORDS),
    rb"(?i)(?:%b)[^\n]*%b" % (names_of(names.PASSWORDS), with_both(rb"\s")),
    rb"(?i)%b[^\n]*(?:%b)" % (with_both(rb"\s"), names_of(names.PASSWORDS)),
)
# The same with words strung together, and some words in front of the name.
PASSWORDS = (
    *ON_LINE,
    rb"(?i) as [a-z \t]*pass[a-z]",
    (
        rb"(?i)passphrase(?:[ \t]+[a-z]+)*[ \t]*(?::|=|[ \t](?:is|was)[ \t])[ \t]*"
        rb"[\"'`*_]{0,3}[a-z]{3,10}(?:[-_.][a-z]{3,10}){2}[-_.][a-z]{3}"
    ),
)
# What follows the name of a token that stands in front of it (`prose.before`).
_CLAUSE_ENDS = (
    rb"s?[\"'`*_)\]]{0,3}[ \t]*(?:[.,;!?)\r\n]|$|for|of|on|in|at|to|from|there|here|and"
    rb"|but|until|when|now|btw|if|f\xc3|v|am|pour|d|per|para|-|\xe2\x80|field|box|slot"
    rb"|setting|header|prompt|go)"
)
# What is right before a token, and the characters of one (`prose.near`).
_MARKS = rb"\xc2\xab|\xe2\x80[\x98-\x9f]|\xe3\x80[\x8c\x8e\x90]"
_OPENED = rb"(?:[\"'`*_(\[]|%b)*" % _MARKS
_QUOTED = rb"[`*_]*(?:[\"'(\[]|%b)%b" % (_MARKS, _OPENED)
_TOKEN = with_one(16, rb"\x00-*,./:-<>-@\[-^`{-\xff")
# The words that may precede it stand alone; signs may end a word, and the name may be
# glued to both signs and an `s`.
_LINKS = rb"[:=]|%b|(?:[^\S\n]|\()(?:%b)" % (
    _any_of(link for link in near.LINKS if link.startswith(b"s") or not link.isalpha()),
    _any_of(near.LINKS),
)
# The names of tokens (`prose.names`). The last is in other words, unless what follows
# is no letter.
NAME_OF_TOKEN = rb"(?:token|secret|key|pat)"
TOKEN_NAME = rb"(?:token|secret|key|pat(?:\b|[0-9_]))"
# Sentences that give a token behind its name, …
BEHIND = (
    # right behind it, behind a word or a sign that gives it, and in quotes;
    rb"(?i)%b[^\S\n]+%b%b" % (TOKEN_NAME, _OPENED, _TOKEN),
    rb"(?i)%b(?:[s\"'`*, :.)][^\n]*)?(?:%b)[^\S\n]+%b%b"
    % (TOKEN_NAME, _LINKS, _OPENED, _TOKEN),
    rb"(?i)%b(?:[s\"'`*, :.)][^\n]*)?[^\S\n]%b%b" % (TOKEN_NAME, _QUOTED, _TOKEN),
    # a key with a number.
    rb"(?i)%b(?:[0-9]|\[[0-9]+\])[ ,][^\n]*(?:is|=|:)[^\S\n]+%b%b"
    % (NAME_OF_TOKEN, _OPENED, _TOKEN),
    rb"(?i)(?:%bs?|%b_\w{1,24})%b(?:[ \t]+[a-z0-9@._/'`*()-]+,?)+[ \t]*"
    rb"(?:(?:is|was|be)(?:[ \t]+(?:now|set to))*|=|:)[ \t]*%b%b"
    % (TOKEN_NAME, NAME_OF_TOKEN, _CLOSES, _OPENS, LONG),
    rb"(?i)%b[^\n]*(?:->|\xe2\x86\x92)[ \t]*%b%b" % (TOKEN_NAME, _OPENS, LONG),
)
# … and in front of it; in brackets the value may be shorter.
TOKENS = (
    *BEHIND,
    rb"(?i)%b[^\n]*%b%b" % (LONG, NAME_OF_TOKEN, _CLAUSE_ENDS),
    rb"(?i)%b[^\n]* as [^\n]*%b" % (LONG, TOKEN_NAME),
    rb"(?i)secret \(%b" % with_one(8, rb"\s()\"'`<>"),
)
# A user and a password side by side, or `in` where a user would be.
_PAIRED = (
    rb"[\"'`]{0,2}[ \t]*(?:[/:+]|[ \t](?:and|then)[ \t]|->|=>|\xe2\x86\x92)[ \t]*"
    rb"[\"'`]{0,2}" + with_both(rb"\s\"'`<>/")
)
LOGINS = (
    rb"(?i)(?:creds?|credentials|login)[ \t]*[:=][ \t]*(?:[\w.:/@-]+[ \t]+)+%b%b"
    % (_OPENS, with_both()),
    rb"(?i)(?:^|[^a-z])(?:%b)(?:to)?(?:[^\w\n][^\n]*)?[ \t:(\"'`][\w.@+-]{2,}%b"
    % (names_of(names.LOGINS), _PAIRED),
    rb"(?i)(?:basic|http|proxy) auth[ :](?:[^\n]*[ \t:(\"'`])?[\w.@+-]{2,}%b" % _PAIRED,
    rb"(?i)(?:^|[^a-z])log(?:ged|ging)? (?:in|on)(?:to)?%b" % _PAIRED,
)
# Joined words behind a user, and what is behind one in brackets.
LOGIN_WORDS = (
    rb" (?:/|->|=>|\xe2\x86\x92) [\"'`]{0,2}" + STRUNG,
    # The user of a mail address is left out: to follow each word takes long.
    rb"(?i)@[\w.-]+[\"'`]{0,2},[ \t]+[\"'`]{0,2}(?:%b|%b)"
    % (with_both(rb"\s\"'`<>(),"), STRUNG),
)

# How `pass` goes on where it names a password, and what a sentence puts before a value.
_NAMED = rb"(?i:pass(?:word|phrase|code|wort|wd))"
_SAYS = rb"(?: is | was | to |: |=|:\*\* )[ \t]*"
_STRUNG = (
    rb"[A-Za-z][a-z]{2,9}[0-9]{0,2}(?:[-_.+&][A-Za-z][a-z]{2,9}[0-9]{0,2}){2}"
    rb"[-_.+&][A-Za-z0-9]"
)
_FOUR = rb"[a-z]{3,10}(?: [a-z]{3,10}){2} [a-z]{3}"
# Passphrases of several words.
WORDS = (
    # In quotes one word may be a password.
    rb"%b[^\n]*%b[*(]*(?:\"[a-z]{5,20}\"|'[a-z]{5,20}'|`[a-z]{5,20}`)"
    % (_NAMED, _SAYS),
    rb"%b[^\n]*%b[ \t\r\"'`*_.:=(]*%b" % (_NAMED, _SAYS, _FOUR),
    # In quotes, three of a passphrase.
    rb"(?i)passphrase[^\n]*%b[*(]*[\"'`][a-z]{3,10} [a-z]{3,10} [a-z]{3}" % _SAYS,
    # Below their name.
    (
        rb"(?i)pass(?:word|phrase|code|wort|wd)[^\n]*[:?][ \t\r*`\"'_]*\n[^\n]*\n?"
        rb"[^\n]*[a-z]{3,10}[0-9]{0,2}(?:[ _.+&-][a-z]{3,10}[0-9]{0,2}){2}"
        rb"[ _.+&-][a-z]{3}"
    ),
)
# The words of a wallet.
WALLETS = (
    rb"(?i)mnemonic|(?:12|24) words|(?:seed|recovery)[\s\S]{0,52}(?:phrase|words)",
    rb"(?i)seed[\s\S]{0,64}[\n:][^a-z]*[a-z]{3,8}(?:[^a-z]+[a-z]{3,8}){7}",
)

# Passphrases of words in front of their name, which a quote ends or begins, …
IN_FRONT = (
    rb"(?i)(?:[\"'`]\*{0,2}|%b[^\n]*|(?:[\"'`]|\xe2\x80[\x9c\x9e]|\xc2\xab)"
    rb"[ \t]*[a-z]{3,10}(?:[ \t][a-z]{3,10}){2}[ \t][a-z]{3}[^\n]*)"
    rb" (?:(?:is|was) (?:the|our|my)|as) "
    rb"[^\n]*pass(?:word|phrase|code|wort|wd)" % _STRUNG
)
# … and on its line.
PHRASES = (
    # Joined by a sign, behind their name.
    rb"(?:%b|(?i:(?:^|[^a-z])pwd?[^a-z0-9]))[^\n]*%b" % (_NAMED, _STRUNG),
    # On the line below a question, or below a colon.
    rb"(?i)(?:pass(?:word|phrase|code|wort|wd)|pwd?[^a-z0-9])[^\n]*[:?][ \t\r*`\"'_]*\n"
    rb"[^\n]*(?:%b|%b)" % (_STRUNG, _FOUR),
    # Three of them, right behind what gives them.
    (
        rb"(?i)pass[a-z]{4,6}[\"'`*_]{0,3}(?:[ \t]+[a-z'\x80-\xff-]+)*[\"'`*_]{0,3}"
        rb"(?:[ \t]*(?:[:=]|->|\xe2\x86\x92)|[ \t](?:is|was|now|to))[ \t]+"
        rb"[\"'`*_(]{0,3}[a-z]{3,10}[-_][a-z]{3,10}[-_][a-z]{3}"
    ),
    # With blanks, alone behind their name, …
    rb"(?i)(?:%b|pwd?)[\"'`*_]{0,3}:[*_]{0,2}[ \t]+%b" % (_NAMED, _FOUR),
    # With blanks, behind other words and signs, or in quotes.
    rb"(?i:pass[^\n]*(?:phrase| words))[^\n]*(?:->|--?|\xe2\x86\x92|\xe2\x80[\x93\x94]"
    rb"|been|still|lautet|ist|now|is|was|to|[#:=])[ \t]+[\"'`]?(?i:%b)" % _FOUR,
    rb"%b[^\n]*(?:[\"'`]|\xe2\x80[\x9c\x9e]|\xc2\xab[ \t]*)(?i:%b)" % (_NAMED, _FOUR),
    IN_FRONT,
)

# Secrets made of digits: PINs, codes of doors, recovery codes, app passwords.
_FOR = rb"(?:[ \t]+(?:for|of|on|to|at)(?:[ \t]+[a-z0-9'-]+)+)?[\"'`*_)]{0,3}[ \t]*"
_NOW = rb"(?:[ \t]*(?:now|set to|changed to|still))?[ \t]*[\"'`*_(]{0,3}"
_IS = rb"(?:[:=]|(?:,[ \t]*(?:that|which|it)[ \t]+)?(?:is|was)|lautet|->)"
# Their names.
NOUNS = (
    rb"(?:code|codice|clave|digo|(?:^|[ (\n])pin|puk|combin|kombination|kod|k\xc3\xb3d"
    rb"|\xd0\xba\xd0\xbe\xd0\xb4)"
)
_DIGITS = rb"[\"'`*_(]{0,3}\#?(?:[0-9]{4}|[0-9]{2}[ -][0-9]{2}[ -][0-9]{2})"
# Some words behind their name, or behind what takes them (`words.locks`).
NUMBERS = (
    rb"(?i)%b[^\n]*(?:%b|[:=?>]|\xe2\x86\x92)[ \t]+%b"
    % (NOUNS, b"|".join(locks.VERBS), _DIGITS),
    (
        rb"(?i)(?:unlocks?|opens)(?: (?:it|them|the [a-z]+))?[ \t]+"
        rb"(?:with|by typing|via)[ \t]+(?:(?:code|pin)[ \t]+)?[\"'`*]{0,2}[0-9]{4}"
    ),
    rb"(?i)unlock[^\n]*(?:%b)[ \t]+[\"'`*]{0,2}[0-9]{4}" % locks.TYPES,
    rb"(?i)%b(?:ation)?(?:[ \t]+[a-z-]+)*(?:,?[ \t]+|[ \t]*\()%b" % (NOUNS, _DIGITS),
    (
        rb"(?i)(?:door|gate|alarm|safe|garage|keypad|lockbox|padlock|locker)"
        rb"(?:[^\n0-9:=]*[:=]|[^\n]*[ \t](?:%b))"
        rb"[ \t]*[\"'`*]{0,2}[0-9]{4}" % locks.TAKES
    ),
)
LINE_FIGURES = (
    rb"(?i)(?:(?:^|[ (\n])pin|passcode|passkey)[^\n]*[,('][^\n]*[0-9]{4}",
    rb"(?i)(?:[ (]pin|passcode|passkey)(?:[ -]?(?:code|number|no\.?))?%b%b?%b[0-9]{4}"
    % (_FOR, _IS, _NOW),
    rb"(?i)(?:%b)[ _-]*code(?:[ \t]+[a-z0-9'-]+)*[\"'`*_)]{0,3}[ \t]*%b%b\#?[0-9]{4}"
    % (b"|".join(LOCKS), _IS, _NOW),
)
FIGURES = (
    *LINE_FIGURES,
    rb"(?i)(?:(?:%b)[ _-]*(?:code|key)|(?:%b)s?[ \t]+d[ei][ \t]+(?:%b))"
    rb"[\s\S]{0,120}[0-9]" % tuple(map(b"|".join, (RESERVE, ROMANCE, LOST))),
    rb"(?i)bitlocker[\s\S]{0,240}[0-9]{6}-[0-9]{6}-",
    rb"(?:PIN|PUK)[12]?[*`]{0,2}[ \t]{0,4}[:=]?[ \t]{1,12}`?[0-9]{4}",
    # Members and variables, and options.
    (
        rb"(?i)(?:^|[^a-z])p(?:in|uk)(?:[ _-]?(?:code|number|no|value))?[12]?"
        rb"[\"'`*]{0,3}[ \t]*[:=]>?\*{0,2}[ \t]*[\"'`]?[0-9]{4}"
    ),
    rb"(?i)-pin[12]?[ \t=]+[\"']?[0-9]{4}",
    (
        rb"(?i)(?:pass|pw)[^\n]*[ \t:=\"'`(](?:(?:[a-z]{4} ){3}|(?:[a-z]{4}-){3})"
        rb"[a-z]{4}(?:[^\w-]|$)"
    ),
)

# The signs around a name at the end of its line, and what may be above the value.
_AROUND = rb"[\"'`*_.:=s) \t\r]*"
_HEADS = rb"(?:pass|token|secret|key|seed)%b(?:word|phrase|code|wort|wd)?" % _AROUND
# Who says it, as in a chat.
_SPEAKER = (
    rb"(?:(?:\[[^\n\]]*\][ \t]*)?(?:<[\w .@-]+>|[\w .@-]+:)[ \t]+"
    rb"|[\w .@-]+[ \t,]\d{1,2}:\d\d(?: ?[ap]m)?[^\w\n]*)?"
)
_BARE = rb"[ \t\r>*+`\"'_-]*"
_LINES = rb"\n(?:%b%b%b(?:```[^\n]*)?\n)*%b%b%b" % (
    *(_BARE, _SPEAKER, _BARE),
    *(_BARE, _SPEAKER, _BARE),
)
# A value with nothing else on its line.
_ALONE = rb"%b%b\S*%b(?:\n|$)" % (_LINES, with_both(rb"\s"), _BARE)
# What may be above a list, with a colon in it or behind `#`, and the list.
_LISTS = rb"creds|credentials|log[io]ns?(?: data| details)?|accounts?"
_COLON = rb"%b:%b" % (_AROUND, _AROUND)
_ENDING = rb"(?:word|phrase|code|wort|wd)"
_COLON_HEADS = rb"(?:pass|token|secret|key|seed)(?:%b%b?%b|%b%b%b)" % (
    *(_COLON, _ENDING, _AROUND),
    *(_AROUND, _ENDING, _COLON),
)
_LIST = (
    rb"\n(?:[^\n]*\n)?(?:[^\n]+\n)*[^\n]*%b\S*[ \t]*(?:[(\#\[][^\n]*)?\r?(?:\n|$)"
    % with_both(rb"\s")
)
# Values below their name.
BELOW = (
    # Sixteen letters and digits of base32, together or in groups, as apps show them; …
    (
        rb"(?i:secret|key|seed)[^\n]*[ \t:=\"'`]"
        rb"(?:(?i:(?:[a-z2-7]{4} ){3}[a-z2-7]{4})|[A-Z2-7]{16})"
    ),
    # … and a value alone below its name, which a colon or a heading ends.
    rb"(?i)(?:%b|\#[^\n]*%b%b)%b" % (_COLON_HEADS, _HEADS, _AROUND, _ALONE),
    # … or below a question.
    rb"(?i)(?:pass(?:w?ord|phrase|code|wort|wd)?|pw)[^\n]*(?: is| to|[?:])"
    rb"[\"'`*_ \t\r]*" + _ALONE,
    # … or below a few words.
    rb"(?i)(?:pass(?:word|phrase|code|wort|wd)|pw|token|secret|key|seed)"
    rb"[a-z0-9' \t\r-]*" + _ALONE,
    rb"(?i)(?:send|give|tell|share|need|remind|forgot|what|paste|post|dm|got|know)"
    rb"[^\n]*(?:pass|pw)[^\n]*" + _ALONE,
    # What a command prints.
    rb"(?i)\$[ \t][^\n]*(?:pass|pw|token|secret|key|seed)[^\n]*" + _ALONE,
    # The answer to a question about a key, or what a line announces.
    rb"(?i)(?:token|secret|key|seed)[^\n]*[?:][\"'`*_ \t\r]*%b%b" % (_LINES, LONG),
    # A list below `Passwords:` or `Logins:`, up to its first value with a digit.
    rb"(?i)(?:%b|(?:%b)%b)%b" % (_COLON_HEADS, _LISTS, _COLON, _LIST),
    rb"(?i)\#[^\n]*(?:%b|%b)%b%b" % (_HEADS, _LISTS, _AROUND, _LIST),
)
