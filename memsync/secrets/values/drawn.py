"""Whether letters and figures were drawn by chance, or make the words of a name.

Names consist of words, and in words most letters follow one another far more often
than by chance; capitals begin words, and figures are few and at their ends.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise, starmap

from memsync.lazy import lazy

# How often a small letter follows another letter in the words of names in code, a row
# for each first letter: `j` is as often as by chance, and each step to either side is a
# factor of 1.6 (counted in the names of some hundred public projects).
_ROWS = b"""
    ajkkcfjdicglklajcllmigfghd mgeelbfgkjdmfelhckiglbaajb
    lbhalaalidkkfcncakgljcabgb lfdjocedmdaiedkbaijgkecbha
    jgkkgigcebdjjlfihmllehhkgb lacbljbbnabjbgmdakhikaaahb
    jabbocjjlacjhkiaaljhkcbbfd ndacnabalbdfhfldaigklbbaga
    jhjkjijabbekjnlhdiklciagbi mfeeoeeejfefeemeeemejefeee
    kfbhogggleghghjheglhjbgbhd lgdjndcbmadlcclfabhjkhaaja
    miegndbblacgjgmlachbiaaaha lbklljldjdihfikfbdlmigbagc
    iijkdhhcgdhjknikbmijkiifcc mdbhmbfhjaalaaljamiljbbafa
    edddddddgddkeeddddedpfddde ldihnfhblaggihlfajkkihdaja
    ibjbnfbklbhgeekjfelnjaeaic lbhdndckmaafeclgaljiiceaka
    iiihlhiajadlkmfkalllbbaecd mdbcoddbnbbebcibbcfffbbbbb
    mddembbknbbgdlldbljeebbbeb ielckccfkcdcgccncddodcccic
    jighjhgdidekjmiobfkjedhbbg mdffoddhkddffdidddffdhfdki
""".split()
_FIRST, _TO_SMALL = ord("a"), 0x20
_EVEN = ord("j")

# The same for a small letter, a capital, a figure and anything else, by what precedes
# it. A sign has no say in what follows it.
SMALL, CAPITAL, FIGURE, SIGN = range(4)
_FOLLOWS = ((1, -3, -10, 0), (2, -3, -10, 0), (-5, 0, 2, 0), (0, 0, -2, 0))
_ONEFIGURE = 10
KINDS = bytes(
    SMALL
    if 0x61 <= c <= 0x7A
    else CAPITAL
    if 0x41 <= c <= 0x5A
    else FIGURE
    if 0x30 <= c <= 0x39
    else SIGN
    for c in range(256)
)

# What 91 of a hundred drawn words of ten to fourteen letters and figures reach, and
# hardly a name in code; and 95.
_SURE, _LIKELY = -14, -9
# What nearly all words without capitals reach that have figures between their letters.
_CHANCE = -25
# What two of a hundred exceed, and nearly all names.
_NAME = -4

# Hexadecimal, as addresses in a program and names that are made from them have it.
_ADDRESSES = (b"0x", b"0X")
_HEX = b"0123456789ABCDEFabcdef"
_PIECES = bytes(c if kind != SIGN else 0x20 for c, kind in enumerate(KINDS))

# What names shorten words to, which does not read like words. It is compared only where
# one may begin.
_SHORTENED = lazy(
    rb"(?=[A-Zabiklpsuwx])(?:"
    rb"(?i:log4j|slf4j|k8s|i18n|l10n|a11y|pbkdf|b64|x86|x64|win\d\d?|utf)\d{0,2}"
    rb"|(?:%b)(?![a-z]))"
    % b"|".join(
        b"""
        AES API ASCII ASN AWS CFG CPU CRC CSRF CSS CSV DNS DTO FTP GPU GUID HDR
        HMAC HTML HTTPS? IPv?[46] JPE?G JSON JWT LDAP MD5 MIME MFA MP[34] MTLS
        NTLM OIDC ORM PCRE PDF PKCS PNG RBAC REST RFC RPC RSA S3 SAML SDK SHA
        SMS SMTP SQL SSH SSL SSO STDIN SVG TCP TLS(?:v1)? TOTP TTL UDP URI URL
        UTF UUID VPC VPN WSDL XML YAML Addr Attr Btn Bool Calc Cert Cfg Char Chk
        Cmd Cnt Conn Ctl Ctrl Ctx Curr Dest Dev Dir Dst Dto Elem Env Err Evt
        Exec Expr Fmt Func Gen Grp Http Https Idx Img Impl Int Json Jwt Lib Len
        Max Mgr Min Msg Mtx Num Obj Opt Orig Param Pkg Prev Proc Ptr Pwd Qry Ref
        Regex Req Res Resp Ret Rsa Rsp Sha Sql Src Ssl Srv Std Str Svc Sync Sys
        Tbl Tls Tmp Txt Utf Util Val Var Xml
        """.split()
    )
)


def is_drawn(value: bytes, likeness: int | None = None) -> bool:
    """Whether a machine drew a word, because hardly a name is like it.

    `likeness` is what `namelike` says of it, if that is known.
    """
    likeness = namelike(value) if likeness is None else likeness
    return likeness <= _SURE and _is_mixed(value)


def may_be_drawn(value: bytes) -> bool:
    """The same with less certainty."""
    return namelike(value) <= _LIKELY and _is_mixed(value)


def is_chance(value: bytes) -> bool:
    """Whether letters and figures follow one another as in no name, in one case."""
    return bool(value.strip(_HEX)) and namelike(value) <= _CHANCE


def is_name(value: bytes) -> bool:
    """Whether a word with a figure reads like a name in code."""
    return namelike(value) > _NAME


def _is_mixed(value: bytes) -> bool:
    """Whether a piece of it has small letters and capitals, as names of parts do not.

    `X509V3_EXT_d2i`, `GHSA-6jcg-q3wp-x2f4`
    """
    return not value.startswith(_ADDRESSES) and any(
        piece.lower() != piece != piece.upper() and piece.strip(_HEX)
        for piece in value.translate(_PIECES).split()
    )


def namelike(value: bytes) -> int:
    """How much likelier a word is as a name than by chance."""
    value = _SHORTENED.sub(b".", value)
    kinds = value.translate(KINDS)
    # It has a figure, as the names have that a password may be taken for.
    score = _ONEFIGURE if kinds.find(FIGURE, 1) > 0 else 0
    return score + sum(starmap(_of_pair, pairwise(value)))


@cache
def _of_pair(before: int, here: int) -> int:
    """How much likelier a character follows another one in a name than by chance."""
    kind, then = KINDS[before], KINDS[here]
    score = _FOLLOWS[kind][then]
    if then == SMALL and kind <= CAPITAL:
        score += _ROWS[(before | _TO_SMALL) - _FIRST][here - _FIRST] - _EVEN
    return score
