"""Whether a line is about access to something, or about logging in.

The second says more: `the NAS is encrypted` is about access alone.
"""

from __future__ import annotations

from memsync.lazy import any_of, lazy

# What `given` looks for to find sentences about logging in: the beginning of a word in
# small letters, and how it may go on.
WORDS: dict[bytes, tuple[bytes, ...]] = {
    b"log": (b"in", b" in", b"-in", b"on ", b" on", b"s in", b"ged in", b"ging in"),
    b"sign": (b" in", b"-in", b"s in", b"ed in", b"ing in"),
    **dict.fromkeys(
        (
            *(b"pass", b"pasw", b"pssw", b"pwd", b"cred", b"account", b"community"),
            *(b"contrase", b"senha", b"kennwort", b"wachtwoord", b"clave", b"heslo"),
            *(b"sudo", b"root", b"wants", b"admin"),
        ),
        (b"",),
    ),
}
# A word of a line about access to something.
_ACCESS = lazy(
    rb"(?<![a-z])(?:pass\w*|pwd?s?|log(?:s|ged|ging)?[ -]?(?:in|on|into)|logins?|creds?"
    rb"|credentials?|sign(?:s|ed)?[ -]in|users?|user ?names?|accounts?|admin\w*|root"
    rb"|superuser|auth\w*|wi-?fi|wlan|router|vpn|ssh|sudo|rdp|s?ftp|access"
    rb"|prompt\w*|asks?|asked|portal|console|panel|benutzer\w*|nutzer|sticker|opens"
    rb"|hard-?coded|locked|unlock\w*|decrypt\w*|encrypted|protected|luks|bitlocker|bios"
    rb"|roles?|ssid|hotspot|nas|ilo|idrac|ipmi|bmc"
    rb"|zugang\w*|anmeld\w*|konto|konta|kennwort|usuario|utilisateur|identifiants?|mdp"
    rb"|compte|contrase\S+|(?<!palabra )clave|senha"
    rb"|utente|gebruiker|wachtwoord|heslo|has\xc5\x82o)"
    rb"(?![a-z])"
    rb"|\xd0\xbf\xd0\xb0\xd1\x80\xd0\xbe\xd0\xbb|\xe5\xaf\x86\xe7\xa0\x81"
    rb"|\xe3\x83\x91\xe3\x82\xb9\xe3\x83\xaf\xe3\x83\xbc\xe3\x83\x89"
)
# A word about logging in, or for what a password near it may open.
_LOGIN = lazy(
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


def is_about(line: bytes) -> bool:
    """Whether a line is about access to something."""
    return _ACCESS.search(line.lower()) is not None


def is_about_login(line: bytes) -> bool:
    """Whether a line is about logging in."""
    return _LOGIN.search(line.lower()) is not None
