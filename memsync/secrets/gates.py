r"""What a text must hold for a tier to find anything in it, as regular expressions.

A native search (`native`) checks these in a whole text at once, and a tier without a
match is not called. So each gate may match too much, never too little: it is its
tier's pattern without limits, look-arounds, and what Python checks later. Gates use
only what Hyperscan and `re` have in common: no look-around, no possessive repeats.
Whoever lets a tier find more must widen its gate. The tests of the tiers run with the
native search as well.
"""

from __future__ import annotations

import re

from memsync.secrets.prose import foreign, sentences
from memsync.secrets.texts import normalise
from memsync.secrets.tiers import commands, context

# Six characters with a digit that has three of them before it or after it.
_VALUE = rb"(?:[^\s\"'`<>]{3,}[0-9]|[^\s\"'`<>]{0,2}[0-9][^\s\"'`<>]{3})"

# The same, if the value may contain quotes.
_WORD = rb"(?:\S{3,}[0-9]|\S{0,2}[0-9]\S{3})"

# The same for sixteen characters.
_LONG = rb"(?:[^\s\"'`<>*]{8,}[0-9]|[^\s\"'`<>*]{0,7}[0-9][^\s\"'`<>*]{8})"

# Gates only say where a rule may match. They are one native search, so they may match
# too much, never too little.
_BASE64 = rb"[A-Za-z0-9+/_-]"

# Base64 of three bytes of text: the possible characters at each of the four places.
_OF_TEXT = (
    rb"[CDI-Za-f][AC-HQS-Xgi-nwyz0-3][ABEFIJMNQRUVYZcdghklopstwx014589]" + _BASE64
)


def _names(stems: dict[bytes, tuple[bytes, ...]]) -> bytes:
    return b"|".join(
        re.escape(stem + more) for stem, goes_on in stems.items() for more in goes_on
    )


# Credentials in URLs, headers and the files of programs.
_CARRIERS = (
    rb"://[^\s:/?#@\"'`<>|]*:[^\s\"'`<>]+@[\w.\[{$%-]",
    rb"-----BEGIN[ +A-Z0-9_-]*(?:PRIVATE[ +]KEY|Static key V1)",
    # Many forms may follow, and the word alone is rare.
    rb"(?i)authorization",
    rb"(?i)bearer[ \t:=]+[\"'`]?[\w.~+/=:%-]{16}",
    rb"(?i:basic)[ \t:=]+[\"'`]?(?:" + _OF_TEXT + rb"){2}",
    rb"\s(?:-u|-U|--user|--proxy-user)[ \t=]*[\"']?[\w.@%+-]*[\"']?:[\"']?[^\s\"'`]{3}",
    rb"login[ \t]+\S+\s+password[ \t]+[\"']?[^\s\"'`]{3}",
    rb"sshpass[ \t]+(?:-v[ \t]+)?-p[ \t]*[\"']?[^\s\"'`]{3}",
    rb'"auth"\s*:\s*"[A-Za-z0-9+/]{8}',
)

# What may stand between a name and its value.
_GAP = rb"[\"'`\])*>} \t\\:?|+.!~=<,({\[-]"
# Words of a type or of grammar that may be there.
_GAP_WORD = rb"(?:is|was|string|str|text|bytes|any|hex|base64|raw|[bruf@])"


# What may separate a name from its value.
_OPERATOR = rb"(?:[=:|>,]|<-|(?:is|was)[ \t])"
# Ten characters or more without a blank, and a run with a sign in it: a value that is
# not a word.
_LETTERS = rb"[^\s\"'`<>]{10}"
_SYMBOL = rb"[^\s\"'`<>]*[^\s\"'`<>\w.,:/-]"


def _context(stem: bytes) -> bytes:
    """A name, a gap of signs and some words, and a value.

    A value without a digit has sixteen characters or follows an operator; then it
    has ten, or is a password with a symbol. In XML it may be on the next line.
    """
    words = rb"(?:%b+%b)*" % (_GAP, _GAP_WORD)
    after = [rb"%b+(?:%b|[^\s\"'`<>]{16})" % (_GAP, _VALUE)]
    told = _LETTERS + b"|" + _SYMBOL if stem in context.PASSWORDS else _LETTERS
    after += [rb"%b*%b%b*[bruf@]?%b*(?:%b)" % (_GAP, _OPERATOR, _GAP, _GAP, told)]
    after += [rb"%b*>[ \t]*[\r\n\v\f]" % _GAP]
    return rb"(?i)%b[\w.-]*%b(?:%b)" % (stem, words, b"|".join(after))


# Options of commands that take a password.
_COMMANDS = (
    # An option: glued to its value, or apart.
    rb"(?i) -["
    + b"".join(sorted(commands.LETTERS))
    + rb"]w?[ \t=]*[\"']?[^\s\"'`|;&<>]*[0-9]",
    rb"(?i)-pass(?:word|wd|phrase|in|out)?[ \t]+(?:pass:)?[\"']?[^\s\"'`|;&<>]*[0-9]",
    rb"(?i)identified by(?:[ \t]+password)?[ \t]+[\"'][^\s\"'`]*[0-9]",
    rb"(?i)networkcredential",
    rb"(?i)(?:-storepass|-keypass|requirepass|masterauth|bindpw|rootpw|htpasswd)[ \t]",
    rb"(?i)(?:password '|password-stdin|chpasswd|secret set|secret-string|--secret )",
)
# Sentences that give a password.
_PASSWORDS = (
    # Every sentence that gives a password names it first, and ends on the same line …
    rb"(?i)(?:" + _names(sentences.NAMES) + rb")[^\n]*" + _VALUE,
    # … but for these, and for words strung together.
    rb"(?i) as [a-z \t]*pass[a-z]",
    rb"(?i)phrase[^\n]*[a-z]{3}[-_.][a-z]{3,10}[-_.][a-z]{3,10}[-_.][a-z]{3}",
)
# Sentences that give a token.
_TOKENS = (
    rb"(?i)(?:token|secret|key)[^\n]*(?:is|was|now|[=:])[ \t]*[\"'`*_(]*" + _LONG,
)
# A user and a password side by side.
_LOGINS = (
    rb"(?i)(?:"
    + _names(sentences.LOGINS)
    + rb")[^\n]*(?:[/:]| and )[ \t]*[\"'`]*"
    + _VALUE,
)
# The words and signs before a value in a sentence.
_SAID = rb"(?: is | was | to |[:=])[ \t\r\"'`*_.:=(]*"
# The value is alone on a later line.
_LINE_ENDS = (
    rb"[\"'`*_.:=s) \t]*\r?\n(?:[ \t\r>*+`\"'_-]*(?:```[^\n]*)?\n)*[ \t>*+`\"'_-]*"
)
# A secret of two-factor authentication, as apps show it.
_BASE32 = rb"(?:(?:[a-z2-7]{4} ){3}[a-z2-7]{4}|[a-z2-7]{16})"
# Passphrases of several words.
_WORDS = (
    # One word in quotes, or four words, after a name for a passphrase. A name for a
    # wallet's words is rare enough alone.
    rb"(?i)pass(?:word|phrase|code|w)[^\n]*%b[\"'`][a-z]{3}" % _SAID,
    rb"(?i)pass(?:word|phrase|code|w)[^\n]*%b(?:[a-z]{3,10} ){3}[a-z]{3}" % _SAID,
    rb"(?i)seed|mnemonic|recovery",
)
# Secrets made of digits: PINs, recovery codes, app passwords.
_FIGURES = (
    rb"(?i)(?: pin|passcode)[^\n]*[0-9]{4}",
    rb"(?i)code[^\n]*(?:[:=>]|is|was)[^\n]*[0-9]{4}",
    rb"(?i)(?:recovery|backup|scratch|emergency|2fa|mfa|rescue)[ -]*(?:code|key)",
    rb"(?i)pass(?:word|wort)[^\n]*[ \t:=\"'`](?:[a-z]{4}[ -]){3}[a-z]{4}",
)
# Values below their name.
_BELOW = (
    # Sixteen letters and digits of base32, together or in groups; …
    rb"(?i)(?:secret|key|seed)[^\n]*[ \t:=\"'`]%b" % _BASE32,
    # … and a value alone below its name.
    rb"(?i)(?:pass|token|secret|key|seed)(?:word|phrase|code|wort|wd)?%b%b"
    % (_LINE_ENDS, _WORD),
)
# Columns of a table.
_TABLES = (
    # The ruler is on the line right below the heading.
    rb"(?i)\|[^\n]*(?:pass|pw|token|secret|key)[^\n]*\n[ \t]*\|?[ \t]*:?--",
)
# Runs of base64 and the like, which have no name beside them.
_RUNS = (
    # Only runs of 24 characters or more are decoded, at most two of them padding: less
    # is too little text to find anything in.
    rb"(?:" + _OF_TEXT + rb"){5}" + _BASE64 + rb"{2}",
    _BASE64 + rb"={3}",
    # A private key that is spelt out in hexadecimal.
    rb"(?i)2d2d2d2d2d424547494e",
    # A bot token of Discord.
    rb"[\w-]{23}\.[\w-]{6}\.[\w-]{27}",
    # A token of Asana, and GitHub's with anything glued to them.
    rb"[0-2]/(?:\d{10,20}/)?\d{10,20}:[0-9a-f]{32}",
    rb"gh[opsur]_[0-9A-Za-z]{36}",
)

_STEM = rb"(?i)(?:" + b"|".join(context.STEMS) + rb")[\w.-]*[\"'\])]*"
# A password in quotes with blanks in it.
_QUOTED = (
    rb"(?i)pass[a-z]*(?:[\"'`*]*[ \t]*[:=]|\*{0,2}[ \t](?:is|was))[ \t]*"
    rb"[\"'`][^\s\"'`]+ "
)
_MAIL_USER = rb"[^\s:/?#@\"'`<>|]+@[^\s:/?#@\"'`<>|]+"
# A mail address as a URL's user: it has an at sign of its own.
_MAIL_ADDRESS = rb"://" + _MAIL_USER + rb":[^\s\"'`<>@/]+@[\w.\[{$%-]"

# Kinds that only count if no other tier finds anything (`further`).
_FURTHER: dict[str | bytes, tuple[bytes, ...]] = {
    "printed": (
        rb"-----BEGIN[ A-Za-z0-9_-]*(?:PRIVATE KEY|private key|Static key V1)",
        rb"---- BEGIN SSH2 ",
        rb"0x[0-9a-fA-F]{64}",
    ),
    "addresses": (_MAIL_ADDRESS,),
    "cookies": (rb"(?i)cookie[\"':= ][^\n]*=[\"']?[\w.%+/=~!:-]{16}",),
    "consoles": (
        rb"(?i)net1?(?:\.exe)?[ \t]+user[ \t]",
        rb"send(?:_tty)?[ \t]+(?:--?[ \t]+)?[\"'][^\s\"'\\]{6,128}\\",
    ),
    "apart": (
        _STEM + rb"[ \t]*[:=]+[ \t(]*\r?\n[ \t]+[rbuf]?[\"'`]",
        _STEM + rb",?[ \t]*\r?\n[ \t-]*[\"']?(?:default_?)?value[\"']?[ \t]*[:=]",
        rb"(?i)variable[ \t]+\"[\w-]*\"[ \t]*\{",
    ),
    "pairs": (rb":\*{0,2}[ \t]+`?[\w.@+-]+`?[ \t]*/[ \t]*`?[^\s\"'`<>/]{6}",),
    "quoted": (_QUOTED,),
}

_ESCAPES = (
    rb"\x1b",
    *(
        re.escape(sign) + rb"(?:" + b"|".join(map(re.escape, goes_on)) + rb")"
        for sign, goes_on in normalise.SIGNS
    ),
    b"|".join(re.escape(each) for _, wide in normalise.WIDE for each in wide),
)

# By tier, by stem of the context tier, and by part of the prose tier.
#
# `runs` are what base64 and bots' tokens are found in.
GATES: dict[str | bytes, tuple[bytes, ...]] = {
    "carriers": _CARRIERS,
    "commands": _COMMANDS,
    **{stem: (_context(stem),) for stem in context.STEMS},
    "told passwords": _PASSWORDS,
    "told tokens": _TOKENS,
    "told logins": _LOGINS,
    "told words": _WORDS,
    "told figures": _FIGURES,
    "told below": _BELOW,
    "foreign": (b"|".join(map(re.escape, foreign.NAMES)),),
    "tables": _TABLES,
    "runs": _RUNS,
    **_FURTHER,
    "escapes": _ESCAPES,
}

# Gates whose keyword and value are on the same line.
#
# The native search reports the place of each match, so that keywords on other lines
# need no further check.
TELL_WHERE = frozenset(context.STEMS) | {
    "told passwords",
    "told tokens",
    "told logins",
}
