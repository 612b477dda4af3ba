"""Words of a sentence that can only be a password, though nothing calls them one."""

from __future__ import annotations

import pytest
from support.found import values

from memsync.secrets.scan import scan

pytestmark = pytest.mark.usefixtures("both_ways")

# As people and machines make them up; they belong to nobody.
SIGNED = "Mag" + "412" + "net$"
DRAWN = "iGp" + "#58WAm" + "!dX"
PLAIN = "kT4vqW" + "9ZbR2mXc"
# Figures at one end, signs that join names in code as well, a word with a number.
TAIL = "gXwQpZ" + "kTvRb48"
GLUED = "M_7ODg" + "tLWS-7qa"
CHOSEN = "Marble" + "58#falcon"


@pytest.mark.parametrize(
    "text",
    [
        "the old box still wants {} when you sign in as reporting, sorry\n",
        "Remember: the user gets onto the staging admin with {}.\n",
        "the router takes {} now, the sticker is wrong\n",
        "* deploys go out on Tuesdays\n* {} opens the database (user `app`)\n",
        "I found out that `{}` still gets me into the console of the old cluster\n",
        "Benutzer ist root, rein kommt man seit Montag mit {} und sonst nichts\n",
        "Чтобы зайти на сервер сборки по ssh, вводи {}, он сказал это дважды.\n",
        "ルーターの管理画面は admin と {} で入れる。\n",
    ],
)
@pytest.mark.parametrize("value", [SIGNED, DRAWN, PLAIN, TAIL, GLUED, CHOSEN])
def test_a_sentence_about_access_gives_it_away(text: str, value: str) -> None:
    assert values(text.format(value)) == [value]


def test_with_signs_it_is_enough_that_a_line_beside_it_is_about_access() -> None:
    text = "How do I sign in there?\n\nTry {} once more, it worked for me today.\n"
    assert values(text.format(DRAWN)) == [DRAWN]
    other = "How do I sign in there?\n\nSome people like {} and much more of that.\n"
    assert values(other.format(DRAWN)) == [DRAWN]
    assert values(other.format(PLAIN)) == []


def test_it_is_never_certain() -> None:
    long = PLAIN + PLAIN[::-1]
    (finding,) = scan(f"the router takes {long} now, the sticker is wrong\n".encode())
    assert finding.confidence == "medium"


@pytest.mark.parametrize(
    "text",
    [
        # Names and numbers that code joins.
        "The user may set size+Chunk10 or 60*time.Second for the account cache.",
        "Use `OAuth2Mixin.authorize_redirect` to sign in as the user.",
        "if the key is missing then return $1.intValue2 for this account",
        "Log in with Order2SQLObj to the console, or sign in as ann with Http2TLSCfg",
        "The user's password is kept in `X509V3_EXT_d2i` and the account's next to it",
        "The accounts are decoded with Utf16#decode before the users can log in",
        # Names of programs, ciphers, chips and people.
        "uses XSalsa20 and Poly1305 to encrypt what the user signs in with",
        "The Cortex-M0+ keeps the keys, the Cortex-M4 runs the user's application.",
        "thanks @clauBv23! for the fix of the login screen of the console",
        "Office365 accounts and node.js@10 are supported for users as well",
        # Bytes of a URL, and a variable.
        "an attacker may send %3Cscript%3E as the user name to the login page",
        "users see Od%20pi%C3%B3rka on the login page of the console since then",
        "set $MYAPP2_Home before you sign in as root on the old server",
        # A commit, a version, a file.
        "Users sign in since 4f2a9c81d0e77b15aa3c and Release-2024.10.Final2 again.",
    ],
)
def test_other_words_with_figures_are_none(text: str) -> None:
    assert values(text + "\n") == []


@pytest.mark.parametrize(
    "text",
    [
        # No sentence: code, a table, binary data.
        'user["root"] = decode({}, login, 4);\n',
        "| user | {} | root login |\n",
        "login " + "\udcff\udcfe\udc80\udc9a" * 3 + " {} \udc97\udc88\n",
    ],
)
def test_only_a_sentence_says_that_a_word_is_a_password(text: str) -> None:
    from memsync.secrets.prose.alone import search
    from memsync.secrets.texts.text import Text

    data = text.format(PLAIN).encode("utf-8", "surrogateescape")
    assert list(search.find(Text(data))) == []
