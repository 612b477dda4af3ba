"""What a sentence says around a word that somebody enters, in a dozen languages.

`type … at the prompt`, `it's … now`, `entra con …`: these give away a word that alone
might also be a name, such as `Word-word-12`. A line with nothing else is a value, too,
if a line beside it is about access.
"""

from __future__ import annotations

from memsync.lazy import any_of, lazy
from memsync.secrets.values.certainty import LIKELY
from memsync.secrets.values.drawn import is_drawn, is_name

# Bytes right before a word that are read.
_REACH = 64
_OPENS = b"\"'`*_([{<"


# What one does with a password alone.
_TYPED = lazy(
    rb"(?:\b(?:key(?:ed)? in|answer with|reply with|%b)(?:te|en)?|%b)"
    rb"[:,]?(?: (?:in|just|simply|again|once|dann|einfach))?[ :]*\Z"
    % (
        any_of(
            r"""
            typ(?:e|es|ed|ing)? enter(?:s|ed|ing)? putting puts? answer submit paste gib
            geb tippe? eingeben eintippen tape[zr]? mets mettez mettre saisi[rs] pon
            poner pones teclear? escribe colocar? digita(?:re)? metti mettere inserisci
            voer vul wpisz wpisać zadej zadat skriv ange girin yaz\w*
            """
        ),
        any_of("вводи ввести введи 输入"),
    )
)
# What gives a new one, or the one that something takes.
_GIVEN = lazy(
    rb"(?:\b(?:set|chang|rotat|reset|updat|switch|mov|go|went)\w*(?: [\w'-]+){0,4} to"
    rb"|\b(?:new|old|current|temp(?:orary)?|default)(?: (?:one|value))?"
    rb"(?: is| was)?[:=]?"
    rb"|\b(?:it|that|which|one|this|there)(?:'s|\xe2\x80\x99s| is| was)"
    rb"(?: (?:now|still|again|just|currently|always))?"
    rb"|\bc'est toujours|\b(?:%b)|%b|[:=]|, )[ ]*\Z"
    % (
        any_of(
            r"""
            wants? wanted takes? took accept(?:s|ed)? expects? gave puse has have
            using use[sd]? with via then and is
            mit und jetzt nun neu lautet ist avec et est c'est con y es ahora com por
            para pra e é è diventata met en op naar jest teraz na to i je s med och är
            numera art\S{1,2}k ve ile
            """
        ),
        any_of(
            "\N{CYRILLIC SMALL LETTER ES} и на と は を 和 是 了 用 为 를 은 는 「 -> →"
        ),
    )
)
# `sign in to …` goes to a place, and not with a password.
_PLACE = lazy(rb"\b(?:in|on|log|get|go|connect\w*|access|ssh|goes|login) to[ ]*\Z")
# What follows a password that is what a sentence is about.
_OPENED = lazy(
    rb"[\"'`*_)]{0,3} +(?:(?:=|->|\xe2\x86\x92) |(?:opens?|unlocks?|still|gets"
    rb"|lets|work(?:s|ed)|is (?:what|the one)"
    rb"|for (?:the )?(?:user|account|admin|root|login))\b)"
)
# Words about logging in, which name what a word near them may open.
_ENTRY = lazy(
    rb"(?<![a-z])(?:(?:log(?:s|ged|ging)?|sign(?:s|ed|ing)?)[ -]?(?:in|on|into)"
    rb"|(?:gets?|lets?) (?:(?:you|me|us|them|him|her) )?in(?:to)?"
    rb"|users? ?(?:name|id)?|%b)(?![a-z])|%b"
    % (
        any_of(
            r"""
            opens pass(?:word|code|phrase|wort|wd|e)s? pwd?s? logins? creds? ssh rdp
            credentials? sudo accounts? root admin\w* sa superuser authenticat\w+ asks?
            prompt\w* asked unlock\w* wi-?fi wlan vpn router s?ftp benutzer\w* nutzer
            zugang\w*
            luks bitlocker bios nas ilo idrac ipmi bmc ssid hotspot
            anmeld\w* melde roles? bastion community portal
            panel console einlogg\w* kont[oa] kennwort usuario usuário contrase\S+
            clave senha connecter identifiants? mdp compte utente gebruiker wachtwoord
            inlogg\w* heslo hasło lösenord\w* logga přihlas kullan\S+ giriş şifre\w*
            """
        ),
        any_of(
            """
            парол логин заходи войти зайти 密码 登录 用户 パスワード ログイン 管理画面
            비밀번호 비번 계정
            """
        ),
    )
)
# What a password seals, in the same sentence.
_SEALED = lazy(
    rb"\b(?:(?:en|de)crypt(?:s|ed)?|protected|sealed|verschl\S+sselt|chiffr\S+)"
)
# A product, a standard or a ticket, each word with a capital or with its number alone.
_NAMED = lazy(rb"(?:[A-Z][A-Za-z]*[-_]?){1,4}[-_]?\d+|[A-Za-z]+[-_]?\d+(?:\.\d+)*")


# From so many characters on, names are told from what was drawn.
_DRAWN = 10
_OF_CODE = lazy(
    rb"%[0-9A-F]{2}.*%[0-9A-F]{2}|\w\.[A-Za-z_]{3}|_[0-9a-f]{8,}\Z"
    rb"|(?:[A-Za-z]|16|32|64|128|256|512)\#[a-z]{3,}\Z"
)

# Words with a number behind them, and perhaps another word: only what is typed.
_CHOSEN = lazy(rb"(?:[A-Z]?[a-z]{2,}){1,4}\d{2,8}[a-z]*")


def _is_name(value: bytes) -> bool:
    """Whether it may be a name, a piece of code or of an address."""
    if _OF_CODE.search(value):
        return True
    if not value.isalnum():
        return False
    return is_name(value) if len(value) >= _DRAWN else not is_drawn(value)


def is_place(before: bytes) -> bool:
    """Whether the words before one say that somebody goes there."""
    return _PLACE.search(before[-_REACH:].rstrip(_OPENS).lower()) is not None


def gives(
    value: bytes, before: bytes, behind: bytes, beside: tuple[bytes, bytes]
) -> bool:
    """Whether a sentence gives a word as what somebody enters."""
    name = _is_name(value)
    if name and not _CHOSEN.fullmatch(value):
        return False
    left = before[-_REACH:]
    # Behind a comma, quotes are those of code.
    left = (left if left.endswith(b", ") else left.rstrip(_OPENS)).lower()
    line = (before + b" " + behind).lower()
    if _TYPED.search(left):
        return any(_ENTRY.search(each.lower()) for each in (line, *beside))
    if name or _NAMED.fullmatch(value) or _PLACE.search(left):
        return False
    given = _GIVEN.search(left) is not None
    return (given or _OPENED.match(behind) is not None) and (
        _ENTRY.search(line) is not None or _SEALED.search(line) is not None
    )


# Who says it, in a chat or in questions and answers, a user before the password, and
# signs around what is said.
_SPEAKER = lazy(
    rb"(?:\[[\d:, /T.apAPmM-]{4,24}\] *|\d{1,2}:\d\d(?::\d\d)? *)?"
    rb"(?:\*{0,2}<?[\w.@-]{1,24}(?: [\w.@-]{1,24})?(?: \d{1,2}:\d\d)?"
    rb"(?:>|\*{0,2}:\*{0,2}) +)?"
    rb"(?:[\w.@+\\-]{2,40}(?: /| ->| \xe2\x86\x92| then) )?"
)
_MARKS = b" \t\r>*+`_-"
# A line that asks somebody for something.
_ASKS = lazy(
    rb"\?|\b(?:send|give|tell|share|need|remind|forgot|whats?|how|paste|post|dm|know)\b"
)


def is_alone(before: bytes, behind: bytes) -> bool:
    """Whether a line has nothing else but who says it, and the user."""
    if behind.strip(_MARKS + b".,!"):
        return False
    said = before.lstrip(_MARKS)
    return not said or _SPEAKER.fullmatch(said) is not None


# An entry of a list: its mark, its label, and what separates that from the value; or a
# label with dots or blanks behind it, as in a column.
_LABEL = lazy(
    rb"[ \t>]{0,8}(?:(?:[-*+]|\xe2\x80\xa2|\d{1,2}[.)]) +[A-Za-z][\w@.',: -]{1,40}?"
    rb"(?:[:=,] *| (?:-|->|/|\xe2\x80[\x93\x94]|\xe2\x86\x92) | +)"
    rb"|[A-Za-z][\w@' -]{1,40}?(?: ?\.[ .]{2,60}|  +))[`*]{0,3}"
)


def is_entry(before: bytes, behind: bytes) -> bool:
    """Whether a line has nothing else but the label of a list's entry."""
    return not behind.strip(_MARKS + b".,!") and (_LABEL.fullmatch(before) is not None)


def belongs(
    value: bytes, beside: tuple[bytes, bytes], sure: int, *, only: bool
) -> bool:
    """Whether the lines beside a word that is alone on its own are about access.

    `only` says that the word can be nothing but a password.
    """
    above, below = (line.lower() for line in beside)
    # A line that is longer than what is read introduces nothing.
    above = above[above.find(b"\n") + 1 :] if len(above) >= _LONG_LINE else above
    if (
        _OF_CODE.search(value)
        or _APART.search(above)
        or value.endswith(_PADS)
        or _SHOWN.search(above)
    ):
        return False
    if not only and (_is_name(value) or _NAMED.fullmatch(value)):
        return False
    entry = _ENTRY.search(above) is not None
    if sure >= LIKELY:
        return entry or _ENTRY.search(below) is not None
    return entry and _ASKS.search(above) is not None


# Bytes of the lines above, and too many blank lines.
_LONG_LINE, _APART = 160, lazy(rb"\n[ \t\r]*\n[ \t\r]*\n[ \t\r]*\Z")
# How the last line of a block of base64 ends.
_PADS = (b"=", b"IDAQAB")
# Another line of base64, and what documents show of a program.
_SHOWN = lazy(rb"[\w+/]{40}[ \t\r\n]*\Z|generat|\b(?:foo|example)\b")
