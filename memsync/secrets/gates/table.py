"""All gates, by the tier, the stem or the kind that each one is for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from memsync.secrets.gates import (
    calls,
    carriers,
    commands,
    keywords,
    likely,
    programs,
    sentences,
    tables,
    values,
)
from memsync.secrets.prose import foreign
from memsync.secrets.prose.accounts import BEFORE_SLASH
from memsync.secrets.texts.meant import escapes
from memsync.secrets.tiers import byte_keys, context, own_keys

if TYPE_CHECKING:
    from collections.abc import Iterable


def _any(words: Iterable[bytes]) -> bytes:
    return b"|".join(map(re.escape, words))


# Base64 of text, with backticks anywhere in it.
_QUARTET = b"".join(one + b"`?" for one in values.BASE64_OF_TEXT)

# Runs of base64 and the like, which have no name beside them.
_RUNS = (
    # Half of the shortest run that is decoded shows whether it can be text. The search
    # is half as long if it need not look within words.
    rb"(?:^|[^A-Za-z0-9+/_=-])(?:" + _QUARTET + rb"){3}",
    values.BASE64 + rb"={3}",
    # A private key that is spelt out in hexadecimal.
    rb"(?i)2d2d2d2d2d424547494e",
    # A bot token of Discord.
    rb"[\w-]{23}\.[\w-]{6}\.[\w-]{27}",
    # A token of Asana, and GitHub's with anything glued to them.
    rb"[0-2]/(?:\d{10,20}/)?\d{10,20}:[0-9a-f]{32}",
    rb"gh[opsur]_[0-9A-Za-z]{36}",
    *own_keys.GATES,
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

_BEHIND_SLASH = values.with_one(6, rb"\s\"'`<>/")

# Kinds that only count if no other tier finds anything (`late`).
_LATE: dict[str | bytes, tuple[bytes, ...]] = {
    "printed": (
        rb"-----BEGIN[ A-Za-z0-9_-]*(?:PRIVATE KEY|private key|Static key V1)",
        rb"-----BEGIN[ A-Za-z0-9_-]*tls-crypt-v2 (?:client|server) key",
        rb"---- BEGIN SSH2 ",
        rb"-----END[ A-Z]*PRIVATE KEY-----",
        rb"0x[0-9a-fA-F]{64}",
    ),
    "numbers": (
        rb"kty\\?[\"']?\s*:\s*(?:\\?[\"'])?(?:RSA|EC|OKP|oct)",
        rb"Private-Key:|Private-key-format",
        rb"<RSAKeyValue>",
    ),
    "addresses": (_MAIL_ADDRESS,),
    "named values": (
        rb"(?i)[\"']value[\"']\s*:\s*(?:\{\s*[\"']\w+[\"']\s*:\s*)?[\"'][^\s\"']{6}",
        rb"(?i)</(?:key|name)>\s*<value",
    ),
    "bytes of keys": (
        (
            rb"(?i)(?:%b)s?[ _-]?key[^\n]{0,110}\n?[ \t\"'`\[({>-]{0,8}"
            rb"(?:0x)?[0-9a-f]{1,3}(?:[ ,:\n\r\t-]{1,12}(?:0x)?[0-9a-f]{1,3}){3}"
            % _any(byte_keys.BEFORE)
        ),
    ),
    "lists": (rb"(?i)[\"']-(?:[pawu]|-?[\w.-]*(?:pass|auth|user))",),
    "user lists": (rb"(?i)(?:chpasswd:|\[users\]|loginmodule required)[ \t]*\r?\n",),
    "cookies": (rb"(?i)cookie[\"':= ][^\n]*=[\"']?[\w.%+/=~!:-]{16}",),
    "headers": (
        rb"(?i)\s(?:-H|--header)[ \t=]*\\?[\"']?[\w-]*(?:token|key|secret):%b"
        % rb"[ \t]*[0-9a-f]{24}",
    ),
    "consoles": (
        rb"(?i)net1?(?:\.exe)?[ \t]+user?[ \t]",
        rb"send(?:_tty)?[ \t]+(?:--?[ \t]+)?[\"'][^\s\"'\\]{6,128}\\",
    ),
    "later lines": (
        _STEM + rb"(?:[ \t]*[:=]+[ \t(]*\r?\n[ \t]+[rbuf]?[\"'`]|,?[ \t]*\r?\n[ \t-]*"
        rb"[\"']?(?:default_?)?value[\"']?[ \t]*[:=])",
        rb"(?i)variable[ \t]+\"[\w-]*\"[ \t]*\{",
    ),
    "pairs": (
        rb"[ \t`](?i:%b)/[ \t]{0,4}[\"'`*]{0,3}%b"
        % (_any(BEFORE_SLASH), _BEHIND_SLASH),
        rb"[\w.@+-]{2}[\"'`*]{0,3}[ \t]{1,4}/[ \t]{1,4}[\"'`*]{0,3}" + _BEHIND_SLASH,
    ),
    "quoted": (_QUOTED,),
    "rows": tables.ROWS,
    "inserts": tables.INSERTS,
}

_SIGNS = (
    rb"%b(?:%b)" % (re.escape(sign), _any(ways))
    for sign, ways in escapes.SIGNS
    if sign != b"%"
)
_ESCAPES = (
    rb"\x1b",
    *_SIGNS,
    rb"%(?:0[aAdD]|[2-7][0-9a-fA-F])",
    _any(each for _, wide in escapes.WIDE for each in wide),
)

# The gate of texts that are scanned in another form, too, and those of what the model
# judges.
ESCAPES = "escapes"
LIKELY = ("likely words", "likely figures", "likely phrases")

# By tier, by stem of the context tier, and by part of the prose tier.
#
# `runs` are what base64 and bots' tokens are found in.
GATES: dict[str | bytes, tuple[bytes, ...]] = {
    **carriers.GATES,
    "commands": commands.OPTIONS + commands.PLACES + programs.LINES,
    "blocks": programs.BLOCKS,
    **{stem: keywords.gates(stem) for stem in context.STEMS},
    "told passwords": sentences.PASSWORDS,
    "told tokens": sentences.TOKENS,
    "told logins": sentences.LOGINS + sentences.LOGIN_WORDS,
    "told words": sentences.WORDS,
    "told wallets": sentences.WALLETS,
    "told phrases": sentences.PHRASES,
    "told figures": sentences.FIGURES,
    "told numbers": sentences.NUMBERS,
    "told below": sentences.BELOW,
    "foreign": (
        b"|".join(map(re.escape, foreign.NAMES + foreign.KEYS)),
        rb"(?i)(?:^|[^a-z0-9])(?:%b)[^a-z0-9]" % b"|".join(foreign.LATIN),
    ),
    "tables": tables.RULED + tables.MARKED_UP,
    "runs": _RUNS,
    **_LATE,
    "calls": calls.GATES,
    "loose tables": tables.LOOSE,
    **dict(zip(LIKELY, (likely.WORDS, likely.FIGURES, likely.PHRASES), strict=True)),
    ESCAPES: _ESCAPES,
}

# Gates whose keyword and value are on the same line, and those of words, runs and
# escapes.
#
# The native search reports the place of each match, so that keywords on other lines,
# and other runs, need no further check.
TELL_WHERE = frozenset(context.STEMS) | {
    "told passwords",
    "told tokens",
    "told logins",
    "told phrases",
    "told numbers",
    "told below",
    "commands",
    *LIKELY,
    "runs",
    ESCAPES,
}
