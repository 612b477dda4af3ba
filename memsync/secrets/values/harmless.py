r"""Values that what they consist of proves to be no secret.

Placeholders, public keys, paths, hashes of passwords, words of an interface in another
language, sources of patterns, pieces of code, names of constants, versions of packages,
addresses of resources, algorithms, hosts that are known by a hash.
"""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.values import languages, shapes
from memsync.secrets.values.drawn import is_drawn
from memsync.secrets.values.expressions import is_expression
from memsync.secrets.values.noise import is_noise
from memsync.secrets.values.placeholders import is_placeholder
from memsync.secrets.values.things import is_thing

# The Modular Crypt Format, RFC 2307, Django, Werkzeug, PostgreSQL, MySQL, GRUB, RADIUS
# and Transmission; the name of a host in OpenSSH's `known_hosts`, and what Jenkins
# encrypted.
_PASSWORD_HASH = lazy(
    rb"(?i)(?:[\w.@-]{0,40}:)?(?:\{?(?:S?SHA\d{0,3}|S?MD5|CRYPT|BCRYPT|PBKDF2\S{0,20}|ARGON2)\}"
    rb"|\{(?:S?SHA\d{0,3}|S?MD5|CRYPT)\Z"
    rb"|\$(?:2[abxy]?|1|5|6|7|y|gy|md5|apr1|sha1|pbkdf2[\w-]{0,20}|argon2\w{0,2}|scrypt"
    rb"|bcrypt[\w-]{0,10}|shiro1|S|H|P)\$"
    rb"|(?:pbkdf2|scrypt|argon2|bcrypt|sha\d{1,3}|md5)[\w-]{0,16}[:$]\S{0,20}[:$]"
    rb"|\{[\w@.-]{2,40}\}[${]|SCRAM-SHA-\d|md5[0-9a-f]{32}\Z|\*[0-9A-F]{40}\Z"
    rb"|grub\.pbkdf2\.|HMACSHA\d(?:\+\d{3})?:[\w+/=]*:|\{[0-9a-f]{40}[\w./+]{8}\Z"
    rb"|\|?1\|[A-Za-z0-9+/]{27}=\||\{AQAAAB[A-Za-z0-9+/]{20,400}={0,2}\}?\Z)"
)

# Such a hash after anything, as in `{bcrypt}$2a$10$…`.
_DOLLAR_HASH = lazy(
    rb"\$(?:2[abxy]?\$\d\d|apr1|[156])\$[./A-Za-z0-9]{8}|\$argon2\w{1,2}\$|\$pbkdf2"
)

# Signs of a regular expression.
_PATTERN = lazy(
    rb"\(\?[:=!<Pi]|\[\^|\[(?:a-z|A-Z|0-9|\\[wds])|\\[wdsbDSW](?:[+*?{)\]|]|$)|\]\+|\]\*"
    rb"|\.\*[^/]|\{\d{1,3},\d{0,3}\}|(?:0-9|a-z|A-Z)(?:0-9|a-z|A-Z)"
    rb"|\|\^|\$/\w{1,40}="
)

# Also a setting, a colour of a terminal, a number in code, a link in markdown.
_CODE = lazy(
    rb"\w(?:\|\||&&|===?|!==?|=>)[\w(!\"']|[\w\])](?:\)\.|\);|\(\)|\)\))|\A[\])}]{1,4}[.;,)]"
    rb"|\A[\[\]*&]{0,4}[A-Za-z_][\w.]{2,60}\{\}?\Z|\A[A-Z]\w+(?:::[A-Z]\w+)+\Z"
    rb"|\A(?:[A-Z][a-z]+){2,8}\#[a-z]+(?:[A-Z][a-z]+){0,8}\Z|\A[A-Z][a-z]\w+\{\w+\Z"
    rb"|\w\)\{|\A\]\w+\(|\A\.\w+[.(]|\A\w{1,40}=(?:true|false|null|\d{1,6})\Z"
    rb"|\\(?:e|033|x1[bB]|u001[bB])\[\d|\A0x[0-9A-Fa-f]{1,8}\Z|\]\("
    rb"|\A_?[A-Za-z]{1,30}(?:\._?[A-Za-z]{1,30}){1,8}\Z|\A\w{1,20}\*\)|,(?:opt|re[pq]),"
    rb"|&\w{1,20}=|\A\\\w{1,30}\\|\A[a-z]{1,30}(?:\.[a-z]{1,30}(?:_[a-z]{1,20}\d?){0,3}){1,6}\.[A-Z]\w{1,60}\Z"
)

# Parts of names such as aes-256-gcm or hmac-sha256.
_ALGORITHM_PART = (
    rb"(?:(?:sha|aes|rsa|dsa|ecdsa|ecdhe?|dhe?|eddsa|hmac|pbkdf|argon|bcrypt|scrypt|wpa|tls"
    rb"|ssl|3?des|rc|md|blake|ed|x|p|secp|curve|chacha|poly|gcm|cbc|ctr|hs|rs|es|ps|h?kdf"
    rb"|base|encoded|enterprise|personal|with|and|oauth|oidc|saml)(?:\d{1,5}[a-z]{0,2}\d?)?|\d{1,4}(?:-?bit)?)"
)

# `SHA-256`, `ECDH/ECDSA-384`, `WPA2-Enterprise`, also with other hyphens.
_ALGORITHM = lazy(
    rb"(?i)%b(?:(?:[-_/,+]|\xe2\x80[\x90-\x95])%b){0,6}"
    % (_ALGORITHM_PART, _ALGORITHM_PART)
)

# A constant's name, in capitals.
_CONSTANT = lazy(
    rb"(?:[A-Z][A-Z0-9]*_){0,6}(?:KEY|KEYS|SECRET|TOKEN|PASSWORD|PASSWD|PASS|USER|USERNAME"
    rb"|HOST|PORT|NAME|ID|URL|URI|PATH|FILE|TYPE|HASH|AUTH|LENGTH|SIZE)(?:_[A-Z0-9]{1,12}){0,2}"
)
# A name in capitals with fewer parts than this may be a secret in capitals.
_CONSTANT_PARTS = 3

# How the tag of a container's image ends.
_IMAGE = (
    rb"|\d[\d.]{0,12}(?:-[\d.]{1,12})?-(?:alpine|slim|debian|ubuntu|bookworm|bullseye)"
)

# `7.29.7(@babel/core@7.29.0)`, as pnpm-lock.yaml and bun.lock have it.
_PACKAGE = lazy(
    rb"\d{1,4}\.\d{1,5}\.\d{1,9}[\w.+-]{0,40}\(@?[\w./-]{1,80}@"
    rb"|@?[\w.-]{1,60}(?:/[\w.-]{1,60})?@[~^]?\d{1,4}\.\d{1,5}\.\d" + _IMAGE
)

# Identifiers of resources, which are long and public.
_RESOURCE = lazy(
    rb"arn:aws[\w-]{0,10}:|urn:[a-z]|spiffe://|projects/[\w-]{1,60}/"
    rb"|%2[fF]|[A-Za-z]{1,40}%(?:20|5[cC])[A-Z]|\w{1,12}%3[aA]%2[fF]%2[fF]"
)

# What Bitnami's Sealed Secrets encrypt for one cluster: two bytes say how long the key
# is that follows them.
_SEALED = lazy(rb"Ag[A-D][A-Za-z0-9+/]{100,}={0,2}")

# An advisory, an amount behind a word, an entry of a list of users, what a lock file
# resolves, a heading within a document, a price.
_REFERENCE = lazy(
    rb"(?i)GHSA(?:-[0-9a-z]{4}){3}|CVE-\d{4}-\d{4,7}"
    rb"|[a-z]{2,20}:\d{1,6}(?:pts|points?|px|m?s|[kmg]b|%)?"
    rb"|x:\d{1,6}:\S{1,40}|npm:[~^]?\d[\w.^~-]{1,40}|\#[a-z][\w-]{1,80}(?:_\([\w-]{1,40}\)?)?"
    rb"|\#\d{1,4}-[\w\x80-\xff-]{2,80}"
    rb"|[$\xe2\x82\xac]{1,3}\d[\d,.]*(?:-|\xe2\x80[\x93\x94]).{1,20}"
)

# Settings of a filter, indices, lists of fields, the arguments of a call, a comment in
# the middle of an injected text, a format's directive, a property with its value.
_SETTINGS = lazy(
    rb"(?:[a-z_]{2,20}=){1,2}\w{1,12}(?::[a-z_]{2,20}=\w{1,12}){1,8}"
    rb"|[a-z_]{2,20}=\w{0,12}\{[A-Za-z_]\w{1,40}\}?"
    rb"|\w{1,40}(?:\]\[\w{1,40}){1,8}\]?(?:=\w{1,40})?"
    rb"|[A-Za-z][\w.]{1,40}(?:,[A-Za-z][\w.]{1,40}){2,20}|[a-z]+(?:\.[a-z]+)+,\d{1,6}"
    rb"|\S{0,40}/\*\S{0,20}\*/\S{0,80}|\S{0,20}%\[\d\][sdvq]\S{0,20}"
    rb"|%[iwIWqQ][\[({]\S{1,80}|[a-z][\w-]*(?:\.[\w-]+){2,}=\S*"
)

# Names of folders and files, and of members with two underscores between words.
_RELATIVE = lazy(
    rb"[A-Za-z][\w-]{1,40}(?:/[A-Za-z][\w.-]{1,80}){3,12}|[a-z]{2,20}/[0-9a-f]{8}-[0-9a-f-]{27}"
    rb"|[A-Za-z]{1,14}\d{0,3}(?:_{1,2}(?:[A-Za-z]{1,14}\d{0,3}|\d{1,3})){2,8}"
)
_DASH = b"\xe2\x80\x94"

# A fingerprint of a key or certificate, or a network card's address.
_PAIRS_OF_HEX = lazy(rb"(?i)(?:[0-9a-f]{2}[:-]){5,63}[0-9a-f]{2}")

# Hexadecimal as version control and containers print it.
_HEX_PIECE = lazy(rb"[0-9a-f]{6,12}|[0-9a-f]{40}")
# A hash behind so many words is the key of a cache: `node-modules-Linux-…`.
_HASH_PIECE, _WORDS_OF_CACHE = lazy(rb"[0-9a-f]{32}|[0-9a-f]{64}"), 3
_WORD_PIECE = lazy(rb"[A-Za-z]{2,14}\d{0,3}")
_SEPARATORS = b"-_./:"


def is_harmless(value: bytes) -> bool:
    """Whether a value is of a kind that is no secret."""
    if is_placeholder(value) or shapes.is_public(value) or is_expression(value):
        return True
    # It has some sign of code, but nothing of which it would be a piece.
    if is_noise(value):
        return is_password_hash(value)
    return (
        shapes.is_path_or_code(value)
        or is_password_hash(value)
        or languages.is_translated(value)
        or _is_pattern_or_code(value)
        or _is_constant(value)
        or _PACKAGE.match(value) is not None
        or _ALGORITHM.fullmatch(value) is not None
        or languages.is_text(value)
        or _RESOURCE.match(value) is not None
        or _SEALED.fullmatch(value) is not None
        or _PAIRS_OF_HEX.fullmatch(value) is not None
        or _is_reference(value)
        or is_thing(value)
    )


def _is_reference(value: bytes) -> bool:
    """A name of something, a setting, or words that a dash joins."""
    left, dash, right = value.partition(_DASH)
    return (
        (_REFERENCE.fullmatch(value) is not None and not is_drawn(value))
        or _SETTINGS.fullmatch(value) is not None
        or _RELATIVE.fullmatch(value) is not None
        or bool(dash and left[-1:].isalpha() and right[:1].isalpha())
    )


def is_password_hash(value: bytes) -> bool:
    """A password's hash, from which only trying can find the password."""
    # In a shell's string a backslash precedes each sign.
    value = value.replace(b"\\$", b"$")
    return _PASSWORD_HASH.match(value) is not None or (
        b"$" in value and _DOLLAR_HASH.search(value) is not None
    )


def _is_pattern_or_code(value: bytes) -> bool:
    """The source of a regular expression, or code between names."""
    return _PATTERN.search(value) is not None or _CODE.search(value) is not None


def _is_constant(value: bytes) -> bool:
    """The name of an environment variable: `OBJECTSTORE_S3_KEY`."""
    return (
        value.isupper()
        and value.count(b"_") >= _CONSTANT_PARTS - 1
        and _CONSTANT.fullmatch(value) is not None
    )


def is_build_name(value: bytes) -> bool:
    """Words around a short commit id: `build-3fa81b2c-linux`."""
    pieces = value.translate(
        bytes(ord("-") if c in _SEPARATORS else c for c in range(256))
    ).split(b"-")
    words = [piece for piece in pieces if _WORD_PIECE.fullmatch(piece)]
    others = [piece for piece in pieces if piece not in words and not piece.isdigit()]
    return (
        len(pieces) >= 2
        and bool(words)
        and len(others) == 1
        and (
            _HEX_PIECE.fullmatch(others[0]) is not None
            or (
                len(words) >= _WORDS_OF_CACHE
                and _HASH_PIECE.fullmatch(others[0]) is not None
            )
        )
    )
