"""Whether some words are a passphrase that somebody drew, not a sentence or a name.

A name in code, a file and a sentence consist of words as well. But a word of grammar or
of the trade is in nearly all of them, and a list of words to draw from has none.
"""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.values import shapes
from memsync.secrets.values.expressions import is_expression

# The most words of a passphrase, and the most letters of each.
MOST = 10

# Words that sentences are made of, and random phrases are not; at last those for a
# password, which the text of an interface has in any language.
COMMON = frozenset(
    b"""
    about across after again against all already always and any anyone anything are ask
    because been before being below between blank but can case cases character
    characters chosen contains correctly could currently digits directly does during
    each easily eight either else enough enter entered environment ever every everyone
    everything everywhere exactly file five for forgotten four from generated get gets
    given going good had hard has have her here him his how incorrect instead into its
    itself just keep kept key know known last later least letter letters like locally
    long longer lower lowercase made make managed manually maximum may minimum more most
    much must necessary needed needs never new nine nobody not nothing now numbers off
    often once one only other others our out over path people please possible probably
    protects provided put random really recent remember required same second see
    sensitive set seven she short should shown shows simple since six some someone
    something sometimes somewhere soon special still stored strong such symbols ten that
    the their them then there these they this those through too twelve twice two typed
    unchanged under unique unlock until upper uppercase use used user uses using usually
    value vault very was weak well were what when where which while who why will with
    within without words works would written wrong yet you your
    clave haslo heslo kata kennwort parola passord salasana sandi senha wachtwoord
    """.split()
)

# Numbers, one of which may be among so many drawn words: `seven otters eat cold toast`.
_NUMBERS = frozenset(b"two four five six seven eight nine ten twelve".split())
_AMONG = 5

# Words that names in code, files, machines and settings consist of; the last four are
# the passphrase of a comic that documents show.
NAMES = frozenset(
    b"""
    access account action activate active add admin agent alias also api app archive
    args array assertion attr auth azure backend backup bar base basic billing block
    body boot bot branch broker browser bucket build bundle bytes cache call cdn
    center cert change channel chart check class cli client cloud cluster code
    column command commit config connect container content control cookie core count
    create cred creds crypto current custom daemon dash data database db debug
    decrypt default delete demo deploy dev dir disk dns docker docs domain dump
    email empty enable enabled encrypt encrypted endpoint env error event example
    expired export extension failed fake feature field filter flag flow foo form
    format front frontend function gateway gen git global grant group handler hash
    header health helm hidden home host html http https id image import index info
    ingress init input install instance internal invalid ip issue item job json
    kafka keys kube label lambda ldap length level lib license limit link linux list
    loader local lock log login logs mail main manager master max media message meta
    method migration min missing mode model module monitor mount my mysql name
    namespace native nested network next nginx node none null number oauth object
    old only openid operator option optional order org output owner package page
    params parse pass passcode passphrase passwd password passwords passwort peer
    pipeline plain platform plugin policy pool port postgres prefix private prod
    production profile project prompt protocol provider proxy public query queue
    react read readme record redirect redis reference region registry release remote
    remove replica repo report request reset resource response rest restore retry
    role root rotate rotation route router rule run runner salt sample save schema
    scope script search secret secrets secure security send server service session
    sets settings setup shared shell signing single site size smtp source spec
    spring ssh ssl stack stage staging start state static status step storage store
    strict string style sub submit super support switch sync system table tag task
    team template tenant test text theme time timeout tls to token tool trace type
    unit update upload url username users util utils valid validate values var
    variable verify version view volume web webhook webpack wiki window worker
    workflow write yaml your zone
    correct horse battery staple
    """.split()
)

# Words that one sign joins, and perhaps a number behind one of them.
JOINED = (
    rb"[A-Za-z][a-z]{2,9}\d{0,2}(?P<sign>[-_.+&])"
    rb"(?:[A-Za-z][a-z]{2,9}\d{0,2}(?P=sign)){2,8}"
    rb"(?:[A-Za-z][a-z]{2,9}\d{0,4}|\d{1,4})"
)
_JOINED = lazy(JOINED)
# The same with three words or more, where nothing but a password can be. Dots join the
# names of hosts and files as well, most of which end with a short word. And two words
# with a number, as names in code have them, too.
_STRUNG = lazy(
    rb"[A-Za-z][a-z]{2,9}(?P<sign>[-_+])(?:[A-Za-z][a-z]{2,9}(?P=sign)){1,8}"
    rb"[A-Za-z][a-z]{2,9}|(?:[A-Za-z][a-z]{3,9}\.){2,9}[A-Za-z][a-z]{3,9}"
)
_NUMBERED = lazy(rb"[A-Za-z][a-z]{3,9}_[A-Za-z][a-z]{3,9}_?\d{2,6}")
_WORD = lazy(rb"[A-Za-z][a-z]+")

# How much words read like words, and not like random letters.
_READS = 0.6

_HYPHENS = 3

# The name of a member, which precedes its value, a plain name for a password, and bytes
# of the longest name.
_MEMBER = lazy(rb"([^\"'\n]*)[\"'][ \t]*(?::|=>)[ \t]*[\"']\Z")
_PLAIN, _NAME = lazy(rb"(?:[a-z]+[ _-])*pass(?:word|phrase|code)?"), 80
# Bytes around a name in which others like it are.
_NEAR = 2000
# So many words may have one of a name among them: more than names of things have.
_MANY = 5


def are_drawn(words: list[bytes]) -> bool:
    """Whether they are plain words, and none that sentences are made of."""
    return (
        len(words) <= MOST
        and 2 * len(set(words)) > len(words)
        and all(w.isalpha() and w.islower() and 3 <= len(w) <= MOST for w in words)
        and _are_of_no_sentence(words)
    )


def _are_of_no_sentence(words: list[bytes]) -> bool:
    """Whether no word is one of grammar, but for a number among several words."""
    common = COMMON.intersection(words)
    return not common or (
        len(words) >= _AMONG and len(common) == 1 and common <= _NUMBERS
    )


def is_passphrase(value: bytes) -> bool:
    """Whether a value consists of words that were drawn, joined by one sign."""
    return (
        _JOINED.fullmatch(value) is not None
        and not is_expression(value)
        and are_joined(_WORD.findall(value))
    )


def is_hyphened(value: bytes) -> bool:
    """The same if hyphens join them: other signs also join names in code."""
    return value.count(b"-") >= _HYPHENS and is_passphrase(value)


def is_strung(value: bytes) -> bool:
    """The same of three words or more, and with any sign: what a command gets."""
    words = _WORD.findall(value)
    if _STRUNG.fullmatch(value):
        return are_joined(words)
    if _NUMBERED.fullmatch(value):
        low = [word.lower() for word in words]
        return NAMES.isdisjoint(low) and are_drawn(low)
    return is_hyphened(value)


def are_joined(words: list[bytes]) -> bool:
    """Whether words that a sign joins are drawn from a list, and are no name."""
    low = [word.lower() for word in words]
    of_names = sum(word in NAMES for word in set(low))
    return of_names <= (len(words) >= _MANY) and _are_of_list(low)


def are_random(words: list[bytes]) -> bool:
    """Whether words are drawn from a list, and not those of a sentence or a name."""
    low = [word.lower() for word in words]
    # A sentence has a capital at its beginning and in names, code within words.
    capitals = sum(word[:1].isupper() for word in words[1:])
    if capitals not in (0, len(words) - 1) or not all(w[1:].islower() for w in words):
        return False
    return NAMES.isdisjoint(low) and _are_of_list(low)


def has_namesake(data: bytes, start: int, end: int) -> bool:
    """Whether another name near by begins with the same word, joined by the same sign.

    So do names in code, of services and of settings: `acme_mail_…`, `acme_chat_…`.
    """
    value = data[start:end]
    word = _WORD.match(value)
    if word is None:
        return False
    begins = value[: word.end() + 1]
    around = data[max(0, start - _NEAR) : end + _NEAR]
    return around.count(begins) > around.count(value)


def is_label(data: bytes, start: int, end: int) -> bool:
    """Whether words are a text of an interface: a member of JSON with a capital first.

    Those of a passphrase are small, or each has a capital behind a name for it.
    """
    value = data[start:end]
    name = _MEMBER.search(data, max(0, start - _NAME), start)
    if name is None or not value[:1].isupper():
        return False
    return value[1:].islower() or _PLAIN.fullmatch(name[1]) is None


def _are_of_list(low: list[bytes]) -> bool:
    return (
        len(set(low)) >= 3
        and are_drawn(low)
        # Services issue groups of random letters.
        and shapes.word_score(b" ".join(low)) >= _READS
    )
