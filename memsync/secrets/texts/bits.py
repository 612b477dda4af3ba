"""Finds the words that the tiers ask for, and the edges of long runs, in one pass.

Searching for each word by itself costs more than the rest of a scan. So one pass finds
them together by bit-parallel matching (Baeza-Yates and Gonnet, "A new approach to text
searching", 1992): each byte is mapped to bits that say at which places of a piece of a
word it may be, the whole text is one integer, and its shifted copies are joined by AND.
Several pieces share their bits, so a hit is only a candidate, and is compared with the
words themselves.
"""

from __future__ import annotations

from memsync.secrets.texts.runs import LINE_ENDS, REACH, TOKEN, WITHIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

# Words, each with a piece of it. There are two groups of pieces with four letters, and
# two with three.
#
# They were chosen by simulated annealing on notes and on code, so that all together
# give few false candidates; after many new words it is worth doing again.
_LONG_ONE = {
    b":465": b":465",
    b":587": b":587",
    b"[users]": b"[use",
    b"]:25": b"]:25",
    b" words": b"word",
    b"admin": b"admi",
    b"alarm": b"alar",
    b"auth": b"auth",
    b"bearer": b"arer",
    b"borg": b"borg",
    b"clave": b"clav",
    b"cred": b"cred",
    b"crypt": b"cryp",
    b"crypted": b"cryp",
    b"decrypt": b"cryp",
    b"curl": b"curl",
    b"has\xc5\x82o": b"s\xc5\x82o",
    b"heslo": b"hesl",
    b"hmac": b"hmac",
    b"obscure ": b"cure",
    b"parola": b"arol",
    b"rman target": b"arge",
    b"sentence": b"sent",
    b"sifre": b"sifr",
    b"samba-tool": b"a-to",
    b"securestring": b"cure",
    b"seed": b"seed",
    b"senha": b"senh",
    b"sequelize": b"quel",
    b"sign": b"sign",
    b"sqlldr": b"qlld",
    b"sqlplus": b"sqlp",
    b"sudo": b"sudo",
    b"unseal": b"seal",
    b"user:": b"ser:",
    b"wifi": b"wifi",
    b"wlan": b"wlan",
}
_SHORT_ONE = {
    b"\npin": b"\npi",
    b" pin": b" pi",
    b'"pin': b'"pi',
    b"'pin": b"'pi",
    b"(pin": b"(pi",
    b"*pin": b"*pi",
    b"-pin": b"-pi",
    b";pin": b";pi",
    b"?pin": b"?pi",
    b".tochararray()": b"toc",
    b"/p:": b"/p:",
    b";p:": b";p:",
    b"<<<": b"<<<",
    b"@tcp(": b"cp(",
    b"[+]": b"[+]",
    b"_pin": b"_pi",
    b"`pin": b"`pi",
    b"api": b"api",
    b"basic": b"sic",
    b"begin": b"beg",
    b"bitlocker": b"loc",
    b"combin": b"mbi",
    b"connect": b"nec",
    b"digo": b"dig",
    b"exec": b"xec",
    b"ftp(": b"tp(",
    b"gpg": b"gpg",
    b"identified by": b" by",
    b"key": b"key",
    b"ldap_bind": b"_bi",
    b"lockbox": b"loc",
    b"locker": b"loc",
    b"log": b"log",
    b"login": b"log",
    b"luks": b"luk",
    b"mnemonic": b"nic",
    b"opens": b"ope",
    b"padlock": b"loc",
    b"secret": b"sec",
    b"signtool": b"sig",
    b"token": b"tok",
    b"typed": b"ype",
    b"unlock": b"loc",
    b"{pin": b"{pi",
    b"wi-fi": b"wi-",
}
_LONG_TWO = {
    b"'value": b"'val",
    b"boot": b"boot",
    b"disk": b"disk",
    b"haslo": b"hasl",
    b"phrase": b"hras",
    b"salasana": b"alas",
    b"12 words": b"12 w",
    b"24 words": b"24 w",
    b"<value": b"<val",
    b"@unix(": b"nix(",
    b"add_user": b"d_us",
    b"alias set": b"as s",
    b"assw": b"assw",
    b"community": b"nity",
    b"contrase": b"tras",
    b"deploy:": b"ploy",
    b"dialer": b"dial",
    b"identify ": b"tify",
    b"jwt.": b"jwt.",
    b"kata sandi": b"ta s",
    b"mysqli": b"ysql",
    b"net use": b"t us",
    b"pass": b"pass",
    b"opens with": b"ns w",
    b"pasw": b"pasw",
    b"pssw": b"pssw",
    b"root": b"root",
    b"sandinya": b"diny",
    b"satz": b"satz",
    b"twilio": b"twil",
    b"vault": b"vaul",
    b"wants": b"want",
    b'"value': b'"val',
}
_SHORT_TWO = {
    b"account": b"cco",
    b"adgangskode": b"gsk",
    b"certificate2(": b"cat",
    b"code": b"cod",
    b"codice": b"cod",
    b"codici": b"cod",
    b"cookie": b"coo",
    b"door": b"doo",
    b"echo": b"cho",
    b"gate": b"gat",
    b"imap_open": b"p_o",
    b"kennwort": b"nwo",
    b"keypad": b"pad",
    b"kod": b"kod",
    b"kodeord": b"kod",
    b"kombination": b"nat",
    b"kty": b"kty",
    b"mpdp": b"pdp",
    b"p/w": b"p/w",
    b"pat": b"pat",
    b"pdo": b"pdo",
    b"printf": b"ntf",
    b"psk": b"psk",
    b"puk": b"puk",
    b"pwd": b"pwd",
    b"recovery": b"cov",
    b"schtasks": b"cht",
    b"snmp": b"nmp",
    b"wachtwoord": b"cht",
    b"xpdp": b"pdp",
    b"zc3d": b"c3d",
}

# Two letters occur in many words, but only count at the beginning of one; or after
# these letters, as in `bindpw` and `rootpw`.
_PW = b"pw"
_BEFORE_PW = bytes(c for c in range(256) if c >= 0x80 or not chr(c).isalnum()) + b"dt"

_LONG, _SHORT = 4, 3
_RUN_BIT = 0x80
_BLOCK = 1 << 14


def _table(long: Iterable[bytes], short: Iterable[bytes]) -> list[int]:
    table = [0] * 256
    for first, pieces in ((0, long), (_LONG, short)):
        for piece in pieces:
            for place, letter in enumerate(piece):
                table[letter] |= 1 << first + place
    for letter in b"abcdefghijklmnopqrstuvwxyz":
        table[letter - 0x20] = table[letter]
    return table


def _with_runs(table: list[int]) -> list[int]:
    for letter in TOKEN + WITHIN + LINE_ENDS:
        table[letter] |= _RUN_BIT
    return table


_PIECES_OF_PW = [bytes([before]) + _PW for before in _BEFORE_PW]
_TO_ONE = bytes(
    _with_runs(_table(_LONG_ONE.values(), [*_SHORT_ONE.values(), *_PIECES_OF_PW]))
)
_TO_TWO = bytes(_table(_LONG_TWO.values(), _SHORT_TWO.values()))
_FIRST = int.from_bytes(b"\x01" * (_BLOCK + REACH), "little")
_RUN = _FIRST * _RUN_BIT

HIT, EDGE = b"\x01", bytes([_RUN_BIT])

# Words by the first letters of their pieces, with the place of these in the word.
_WORDS: dict[bytes, list[tuple[bytes, int]]] = {}
for _word, _piece in (_LONG_ONE | _SHORT_ONE | _LONG_TWO | _SHORT_TWO).items():
    _WORDS.setdefault(_piece[:_SHORT], []).append((_word, _word.index(_piece)))
for _piece in _PIECES_OF_PW:
    _WORDS[_piece] = [(_PW, -1)]
SOUGHT = frozenset(word for words in _WORDS.values() for word, _ in words)
# Those that may overlap themselves, such as `<<<` in `<<<<`.
_OVERLAPPING = [
    word
    for word in SOUGHT
    if any(word.startswith(word[k:]) for k in range(1, len(word)))
]


def flags(data: bytes) -> tuple[bytes, bytes]:
    """For each byte, whether a piece may begin there, and whether runs change there."""
    if len(data) <= _BLOCK:
        hits, edges, _ = _flags_of(data, before=0)
        return hits, edges
    all_hits, all_edges, last = [], [], 0
    for start in range(0, len(data), _BLOCK):
        block = data[start : start + _BLOCK + REACH]
        hits, edges, run = _flags_of(block, before=last)
        all_hits.append(hits[:_BLOCK])
        all_edges.append(edges[:_BLOCK])
        last = run >> 8 * (_BLOCK - 1) & _RUN_BIT
    return b"".join(all_hits), b"".join(all_edges)


def _flags_of(block: bytes, *, before: int) -> tuple[bytes, bytes, int]:
    n = len(block)
    # The byte at place i has the bits 8i to 8i+7. Its bit k says that it may be the
    # k-th of a piece, so what the next byte says of k+1 is nine bits further.
    one = int.from_bytes(block.translate(_TO_ONE), "little")
    two = int.from_bytes(block.translate(_TO_TWO), "little")
    pairs, others = one & one >> 9, two & two >> 9
    long = pairs & pairs >> 18 | others & others >> 18
    short = pairs & one >> 18 | others & two >> 18
    hits = (long | short >> _LONG) & _FIRST
    run = one & one >> 8
    run &= run >> 16
    run &= run >> 32
    run &= run >> 64
    run &= _RUN
    # No run begins at the last places of a text, so that every run ends within it.
    edges = run ^ (run << 8 | before)
    return hits.to_bytes(n, "little"), edges.to_bytes(n + 1, "little"), run


def compared(
    low: bytes, hits: bytes, gaps: list[bytes], crowded: list[tuple[int, int]]
) -> dict[bytes, list[int]]:
    """Where each of the words is that occurs in a text, in lower case, in order.

    None overlaps itself. `gaps` are what is between hits. What is in `crowded` parts is
    left out. Of a word of two letters, only where it may begin a word (`_BEFORE_PW`).
    """
    places: dict[bytes, list[int]] = {}
    if low.startswith(_PW):
        places[_PW] = [0]
    if crowded:
        done = 0
        for start, end in [*crowded, (len(hits), len(hits))]:
            _compare(low, hits[done:start].split(HIT), done, places)
            done = end
    else:
        _compare(low, gaps, 0, places)
    for word in _OVERLAPPING:
        if word in places:
            places[word] = _apart(places[word], len(word))
    return places


def _apart(places: list[int], length: int) -> list[int]:
    """The places of a word of this length that do not overlap, from the left."""
    kept: list[int] = []
    for at in places:
        if not kept or at >= kept[-1] + length:
            kept.append(at)
    return kept


def _compare(
    low: bytes, gaps: list[bytes], start: int, places: dict[bytes, list[int]]
) -> None:
    words_of, is_at = _WORDS.get, low.startswith
    at = start - 1
    # The last one is behind the last hit.
    for gap in map(len, gaps[:-1]):
        at += gap + 1
        words = words_of(low[at : at + _SHORT])
        if words:
            for word, offset in words:
                if is_at(word, at - offset) and at >= offset:
                    found = places.get(word)
                    if found is None:
                        found = places[word] = []
                    found.append(at - offset)
