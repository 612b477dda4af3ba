"""What a value looks like: random, a password, a hash, a UUID, a name, a path.

The context and prose tiers check these shapes instead of measuring entropy: hashes,
UUIDs, public keys, paths and identifiers are as "random" as a password, and every note
has some. All functions take and judge bytes.
"""

from __future__ import annotations

from itertools import pairwise

from memsync.lazy import lazy
from memsync.secrets.texts import glance
from memsync.secrets.values.drawn import is_drawn

# The letter pairs that make up 93 % of English words, and 26 % of random letters.
_PAIRS = (
    b"ab ac ad ag ai al am an ap ar as at ay be bi bl br bu ca ce ch ci cl co ct cu "
    b"da de di do ea ec ed ee ef ei el em en ep er es et ev ex fe fi fo fr ft ga ge "
    b"gh gi gn gr ha he hi ho ht ia ib ic id ie if ig il im in io ir is it iv ke la "
    b"le li ll lo lu ly ma me mi mo mp ms na nc nd ne ng ni no ns nt nu ny oc od of "
    b"og ol om on op or os ot ou ov ow pa pe pi pl po pp pr pt pu py qu ra rc re ri "
    b"rk rm ro rr rs rt ry se sh si so sp ss st su ta te th ti tl to tr ts tw ty ub "
    b"uc ud ui ul um un ur us ut va ve vi wa wh wi wo yo"
)
_is_common = frozenset(map(tuple, _PAIRS.split())).__contains__

# A UUID names a thing far more often than it is a secret.
_UUID = lazy(rb"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}")
# Hexadecimal in one case: mixed case is base64.
_HEX = lazy(rb"(?:0x)?(?:[0-9a-f]+|[0-9A-F]+)")
# A digest with the name of its kind.
_DIGEST = lazy(rb"(?i)(?:sha\d{1,3}|md5|h1|blake2[bs]?|blake3)[-:=.]")
# The first characters of public keys and other public values.
_PUBLIC = lazy(
    rb"age1|ssh-(?:rsa|ed25519|dss)|AAAA[BCE]|pk[-_.](?:live|test)|pk\.eyJ|ecdsa-|MII[BC]Ij|MFkwEwYHKoZIzj0|MHYwEAYHKoZIzj0|MIGbMBAGByqGSM49"
    rb"|MCowBQYDK2|z6Mk|did:|xpub|npub1|sk-ssh|ssh-"
)
# A path, a URL or a file name.
_PATH = lazy(
    rb"(?i)[~.]{0,2}/|[A-Za-z]:[\\/]|\w{1,12}://|.*\.(?:py|[cm]?[jt]sx?|go|rs|md|json|ya?ml|toml|txt|pem"
    rb"|crt|key|cfg|conf|ini|sh|html?|css|java|rb|php|c|h|com|org|net|io|dev|png|svg|xml"
    rb"|lock|env|j2|tmpl|tpl|sql|csv|bat|ps1|jks|p12|pub|asc|gpg|exe|dll|jar|zip|gz|u16|local|internal)(?:[:/?#].*)?$",
)

# A call, an index, or a union of types.
_CALL = lazy(
    rb"[A-Za-z_$](?:[\w$.:>-]|\?\.)*[(\[]|[A-Za-z_-]{3,}(?:\|[A-Za-z_-]{3,})+\Z"
)

_BACKSLASH = ord("\\")

# Bytes spelt out, patterns, and the marks of a man page.
_CODE = lazy(rb"^\\x[0-9a-f]{2}|\\\||\\f[BIRP5]|\\[/d][^/]*[\[{]|\\s-1")

# A date, a version or a measure.
_DATE_OR_NUMBER = lazy(
    rb"[\d.,:/TZ+_ -]+|[\^~<>=v]*\d+(?:\.\d+)+[\w.+-]*(?:/go\.mod)?"
    rb"|[\d.]+(?:ms|s|kb|mb|gb|px|%)"
)
# Words joined by one sign: a name; one word has five figures: `sign_ed25519`.
_SLUG = lazy(
    rb"_?(?:%b)(?:[-_./:](?:%b))+" % ((rb"[A-Za-z]{1,14}(?:\d{0,3}|25519)|\d+",) * 2)
)
# The words of a name in camel case.
_PIECES = lazy(rb"[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
# The same without numbers, and the capital apart that begins a word after capitals.
_CAMEL = lazy(rb"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[A-Z]")
# A capital after a small letter.
_HUMP = lazy(rb"[a-z][A-Z]")
# A word of prose.
_WORD = lazy(rb"[A-Za-z]+[.,:;!?]?")
# Tables for `translate` and `strip`, which are faster than patterns.
_DIGITS = b"0123456789"
_LETTERS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_NOT_LETTERS = bytes(c for c in range(256) if c not in _LETTERS)
_NO_SYMBOL = _LETTERS + _DIGITS + b"_.,:/-"
# 32 characters of base64 are 192 bits: the shortest key that counts without a prefix.
_BASE64 = _LETTERS + _DIGITS + b"+/"
_BASE64_KEY = 32

# A number with this many digits is an account's or a token, not an amount.
_LONGEST_NUMBER = 15

# Lengths of hexadecimal digests: MD5, SHA-1, SHA-2 and their short forms.
HASH_LENGTHS = frozenset((32, 40, 48, 56, 64, 96, 128))

# A comma, a stop, a colon and the like, and brackets, as wide as a letter of Chinese.
_WIDE = lazy(rb"\xe3\x80[\x81\x82\x88-\x91]|\xef\xbc[\x81\x88\x89\x8c\x9a\x9b\x9f]")


def is_hash(value: bytes) -> bool:
    """A digest or a commit id: hexadecimal of a hash's length, a short id, or SRI."""
    if is_named_digest(value):
        return True
    digits = value.removeprefix(b"0x")
    if len(digits) in HASH_LENGTHS or 6 <= len(digits) <= 12:
        return _HEX.fullmatch(value) is not None
    return False


def is_named_digest(value: bytes) -> bool:
    """A digest behind the name of its kind: `sha256:…`."""
    return _DIGEST.match(value) is not None


def is_time_uuid(value: bytes) -> bool:
    """A UUID made from a clock and a network card, which is never a secret."""
    return is_uuid(value) and value[14:15] == b"1" and value[19:20] in b"89abAB"


def is_slug(value: bytes) -> bool:
    """Words and numbers joined by signs: `prod-eu-west-2`, `io.lib:core-0.11.2`."""
    return _SLUG.fullmatch(value) is not None


def is_published(value: bytes) -> bool:
    """A key, or a sample, that its vendor publishes."""
    from hashlib import sha256

    from memsync.secrets.values.published import DIGESTS

    return sha256(value).hexdigest()[:16] in DIGESTS


def is_hex(value: bytes) -> bool:
    """Hexadecimal of one case."""
    return _HEX.fullmatch(value) is not None


def is_uuid(value: bytes) -> bool:
    """A UUID, which names a thing far more often than it gives access to one."""
    return _UUID.fullmatch(value) is not None


def is_public(value: bytes) -> bool:
    """A public key, or an identifier that its vendor calls publishable."""
    return _PUBLIC.match(value) is not None


def has_many_signs(value: bytes) -> bool:
    """Whether it has more kinds of signs than any template, path or pattern."""
    if len(value) < 32 or b" " in value:
        return False
    signs = value.translate(None, _NO_SYMBOL)
    many = len(set(signs)) >= 6 and len(signs) <= len(value) // 2
    return many and glance.digits(value) >= 4


def is_path_or_code(value: bytes) -> bool:
    """A path, an address, a call, a number, a date or a version."""
    if value.isdigit():
        return len(value) < _LONGEST_NUMBER
    if has_many_signs(value) or _is_base64_key(value):
        return False
    if _BACKSLASH in value and _CODE.search(value):
        return True
    # Every path, address and file name has one of these characters.
    may_be_path = b"/" in value or b"." in value or b"\\" in value
    return (
        (may_be_path and _PATH.match(value) is not None)
        or _CALL.match(value) is not None
        or _DATE_OR_NUMBER.fullmatch(value) is not None
    )


def _is_base64_key(value: bytes) -> bool:
    """A key in base64 that begins like a path, as one in sixty-four does."""
    return (
        value.startswith(b"/")
        and len(value) >= _BASE64_KEY
        and not value.rstrip(b"=").translate(None, _BASE64)
        and looks_random(value)
    )


def word_score(value: bytes) -> float:
    """How much its letters read like words: 0.26 for random letters, 0.93 English."""
    runs = _CAMEL.findall(value)
    # Blanks separate the runs, and are in no pair that counts.
    low = b" ".join(runs).lower()
    pairs = len(low) - 2 * len(runs) + 1
    common = sum(map(_is_common, pairwise(low)))
    return common / pairs if pairs else 0.0


def looks_random(value: bytes, *, expected: bool = False) -> bool:
    """Whether a machine chose these characters at random, not a person as a name.

    Judges how letters, capitals and digits alternate and whether the letters make
    words; meant for values of 10 characters or more. `expected` lowers the threshold,
    for values beside a service's name.
    """
    letters = len(value.translate(None, _NOT_LETTERS))
    digits = glance.digits(value)
    known = letters + digits
    fewest = 2 if digits >= 2 else 10 if expected else 16
    if known < 8 or letters < fewest:
        return False
    pieces = len(_PIECES.findall(value))
    ratio = pieces / known
    score = word_score(value)
    pairs = letters - pieces
    if digits >= 2:
        if ratio >= 0.34:
            return score < 0.8 or pairs < 6
        return score < (0.62 if ratio >= 0.2 else 0.5)
    return score < (0.6 if ratio >= 0.4 else 0.48)


def looks_like_password(value: bytes) -> bool:
    """Whether a person or a machine made this up as a password: two classes or more.

    Plain words, with or without hyphens, do not count: a note says
    `password: required` more often than it gives a password.
    """
    if not 6 <= len(value) <= 128:
        return False
    figures = glance.has_digit(value)
    signs = bool(value.translate(None, _NO_SYMBOL))
    kinds = figures + signs + (value.lower() != value) + (value.upper() != value)
    if _WORD.fullmatch(value):
        long = looks_random(value, expected=True) and len(value) >= 10
        drawn = len(value) >= 8 and _HUMP.search(value) and is_drawn(value)
        return long or bool(drawn)
    if kinds < 2 or (len(value) < 8 and kinds < 3):
        return False
    return figures or (signs and kinds >= 3)


def narrow(value: bytes) -> bytes:
    """A value up to the punctuation of Chinese or Japanese, which no value has."""
    return value if value.isascii() else _WIDE.split(value, 1)[0]
