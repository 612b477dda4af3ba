"""What the words before a value call it, if not a password: a user, a host, a file."""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.prose.names import MISSPELT
from memsync.secrets.values.given import is_only_chosen, may_be_name
from memsync.secrets.values.harmless import is_password_hash

# Words after which comes what is no password, in several languages.
_OTHERS = frozenset(
    b"user username login host hostname server account email mail benutzer nutzer "
    b"utilisateur usuario utente gebruiker like version eg e.g. e.g ex example z.b. "
    b"p.ex. ticket issue see pr id ref uid file path called named class function role "
    b"branch commit tag build release ssid network bucket database db table repo model "
    b"by from at in via campaign campaigns group channel algorithm method type "
    b"secure".split()
)
# What a text about passwords in general goes on with.
_GENERAL = (
    b"hash salt algorithm method encod polic choice strength spray crack attack guess"
    b" complexity list generator hygiene".split()
)
_OF_ANY = tuple(b" " + word for word in _GENERAL)
_NOT_IN_GENERAL = rb"(?![ /-](?:%b))" % b"|".join(_GENERAL)
# What is right before a digest, in go.sum, in lock files and in a key's fingerprint.
_DIGESTS = (
    *(b"h1:", b"sha256:", b"sha512:", b"sha512-", b"sha1:", b"md5:", b"sha256 "),
    b"hash: ",
)
# Bytes before a digest that say so, and what ends the name of a password's hash.
_SAID, _ENDS_SCHEME = 24, b"}"
# Words for a password, in most languages that notes are written in.
_PASSWORD = lazy(
    rb"(?<![a-z])(?:pass(?:word|code|phrase|wort|wd|ord|wrd)|(?<![/.+\w])pwd?|%b|mdp"
    rb"|psk|passe|contrase\S{1,3}a|(?<!palabra )(?<!palabras )clave|senha"
    rb"|kennwort|wachtwoord|l(?:\xc3\xb6|o)sen\w*"
    rb"|heslo|has\S{1,2}o|kata sandi|\xc5\x9fifre\w*|parola|salasana|adgangskode"
    rb"|passphrase|jelsz\S+|lozink\w)(?![a-z(.=\[])%b|"
    % (MISSPELT, _NOT_IN_GENERAL)
    + "парол|密码|密碼|パスワード|비밀번호|비번|סיסמ|κωδικ|συνθηματικ|كلمة".encode()
)
# Signs of code.
CODE = lazy(
    rb"[={}<;$\\]|\w\(|::|//(?!\d)|\b\d{2}:\d\d:|\bAUTH [A-Z]"
    rb"|\A[\s$>#%]*(?:echo|printf|sudo|cat|ls|cd)\s"
)
_ID = lazy(
    rb"(?:\A|[\s(\[{,\"'_.-])(?:(?:uu|gu)?(?:id|ID)|[Hh]ash|HASH|[Dd]igest|[Cc]hecksum"
    rb"|[Ff]ingerprint)[\"'`*]{0,3}[:=]?[ \"'`*]{0,4}\Z"
    rb"|[a-z]I[dD][\"'`]?[:=][ \"'`]{0,3}\Z"
)
# A member of JSON, or an attribute, up to its value; names of those with any text.
_MEMBER = lazy(
    rb"(?:[{,]\s*\\?\"(?P<member>[^\"\\\n]{1,40})\\?\"\s*:\s*\\?"
    rb"|\s(?P<attribute>[a-z][\w:-]{1,40})=)\"\Z"
)
_ANY_TEXT = frozenset(
    b"value val default text content note notes answer data message msg description"
    b" desc comment comments code login access output input result results cmd command"
    b" line body credential credentials cred creds secret info details remark".split()
)
_REACH = 80
_SIGNS = b"(:=,\"'`*[\xc2\xab"


def is_other(before: bytes) -> bool:
    """Whether the last word before a value says that it is something else."""
    return before.strip(_SIGNS).lower() in _OTHERS


def is_identified(before: bytes) -> bool:
    """Whether the last word before a value says that it identifies something."""
    return _ID.search(before) is not None


def is_of_member(data: bytes, start: int, end: int) -> bool:
    """Whether it is all that a member or an attribute has, named after another thing.

    Such a line says `password` in some other member.
    """
    if data[end : end + 1] not in (b'"', b"\\"):
        return False
    member = _MEMBER.search(data, max(0, start - _REACH), start)
    if member is None:
        return False
    name = (member["member"] or member["attribute"]).lower()
    return name not in _ANY_TEXT and not names_password(name)


def is_digest(data: bytes, start: int) -> bool:
    """Whether what is right before a value says that it is a digest.

    `h1:…`; also of a password, as directories of users have it: `{SSHA}…`.
    """
    before = data[max(0, start - _SAID) : start].lower()
    if before.endswith(_DIGESTS):
        return True
    scheme = before.rstrip(b" ")
    return scheme.endswith(_ENDS_SCHEME) and is_password_hash(
        scheme[scheme.rfind(b"{") :]
    )


def is_general(low: bytes, behind: int) -> bool:
    """Whether the word for a password that ends there is about any password."""
    return low.startswith(_OF_ANY, behind)


def names_password(line: bytes) -> bool:
    """Whether a line in small letters has a word for a password."""
    return _PASSWORD.search(line) is not None


def may_be_another(value: bytes, left: bytes) -> bool:
    """Whether a value may be a name, or `left` of it are signs of code."""
    name = may_be_name(value) and not is_only_chosen(value)
    return name or CODE.search(left + value) is not None
