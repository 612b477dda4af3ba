"""Passwords and keys with words between them and their name, and answers about them."""

from __future__ import annotations

import base64

import pytest
from support import tokens
from support.found import TOKEN, found, values

pytestmark = pytest.mark.usefixtures("both_ways")

# As people make them up; they belong to nobody.
CAMEL = "pencil" + "Castle" + "98"
SIGNED = "Mag" + "412" + "net$"
HEX = tokens.text(32, 5, "0123456789abcdef")
LETTERS = "".join(map(chr, range(256)))
GROUPS = "qzxr" + " wlmf" + " gtpv" + " hdkc"


@pytest.mark.parametrize(
    "text",
    [
        "vnc and db3, the same superuser password, {}. Will fix that.\n",
        "the sudo pw {} only works on the jump host\n",
        "Jag bytte lösenordet på burken till {} i fredags.\n",
        "NASのパスワード、昨日「{}」に変えておきました。\n",
        "côté mot de passe, {} (avec la majuscule)\n",
        "the portal asks for a password, answer with {} there\n",
    ],
)
@pytest.mark.parametrize("value", [CAMEL, SIGNED])
def test_a_password_with_words_between_is_found(text: str, value: str) -> None:
    assert values(text.format(value)) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "get {} out of the script, thats the real db password and it is in git\n",
        "put {} into the password field\n",
    ],
)
def test_what_looks_drawn_needs_less(text: str) -> None:
    assert values(text.format(SIGNED)) == [SIGNED]


@pytest.mark.parametrize(
    "text",
    [
        "get {} out of deploy.sh, thats the real prod token for the registry\n",
        "paste {} into the token field\n",
        "Every call needs `X-Api-Key`; the one that works is {}\n",
        "$ printenv API_KEY\n{}\n",
        "Q: which key does the wizard want for the upload, the old key?\nA: {}. Yes.\n",
    ],
)
def test_a_token_with_words_between_is_found(text: str) -> None:
    assert values(text.format(TOKEN)) == [TOKEN]


def test_the_answer_to_a_question_about_a_key_may_be_hexadecimal() -> None:
    text = "Q: What is the shared secret?\nA: {}. Same for all three sites.\n"
    assert values(text.format(HEX)) == [HEX]
    assert found(f"$ echo -n secret | sha256sum\n{HEX}\n") == []
    assert found(f"$ md5sum secret\n{HEX}\n") == []


@pytest.mark.parametrize(
    "text",
    [
        "I made an app password for scanner@acme.com ({}) and entered it\n",
        "Google app pw that Ann made: {}\n",
        "password {}\n",
        'password = "{}"\n',
        "the app-specific password {}\n",
    ],
)
@pytest.mark.parametrize("sign", [" ", "-"])
def test_groups_of_letters_are_an_app_password(text: str, sign: str) -> None:
    groups = GROUPS.replace(" ", sign)
    assert values(text.format(groups)) == [groups]


@pytest.mark.parametrize(
    "text",
    [
        "password must have four sets\n",
        "the app pass does that with this text\n",
        "password from that user form\n",
    ],
)
def test_four_words_of_four_letters_pass(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("the alarm panel (left of the door) wants {} and then #.\n", "126901"),
        ("the tablet is in the drawer, unlock code {}, the rest is open\n", "597366"),
        ("the seed of the shared authenticator for the login of all of us is {}\n", ""),
    ],
)
def test_numbers_and_seeds_further_from_their_name(text: str, value: str) -> None:
    value = value or tokens.text(32, 3, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    assert values(text.format(value)) == [value]


def test_a_number_of_words_opens_a_wallet() -> None:
    words = "drift quantum cradle abandon zebra ability kidney tenant ladder glance"
    words += " umbrella crouch"
    assert values(f"here are the 12 words, so that we can restore it:\n{words}\n") == [
        words
    ]
    assert found("The summary has 12 words:\nand so on, and so on, and more\n") == []


def test_the_end_of_a_private_key_is_one() -> None:
    lines = tokens.private_key("OPENSSH ").splitlines()
    tail = "\n".join(lines[3:])
    assert values(f"the 2nd half of the deploy key\n```\n{tail}\n```\n") == [tail]
    assert found("-----END OPENSSH " + "PRIVATE KEY-----\n") == []
    (whole,) = values("\n".join(lines))
    assert whole.startswith("-----BEGIN")


def test_a_key_in_base64_may_have_all_its_signs() -> None:
    keys = (tokens.text(62, seed, LETTERS).encode("latin-1") for seed in range(99))
    drawn = (base64.b64encode(key).decode() for key in keys)
    key = next(key for key in drawn if "/" in key[20:] and "/" not in key[:20])
    for text in (
        "storage key1 of acmelogs is {} and key2 was rotated last week\n",
        "the signing key of the shop = {}\n",
        "fernet key {}\n",
    ):
        assert values(text.format(key)) == [key]
    assert found(f"the public key is {key}\n") == []


@pytest.mark.parametrize(
    "text",
    [
        # A cache's key, an event, and what only one cluster can decrypt.
        "cache key: node-modules-Linux-{}\n",
        "Cache restored from key: node-modules-Linux-{}\n",
        "| password_reset | 934d2e13-b156-ff85-b2d7-458366d103fc | e4cf14c |\n",
    ],
)
def test_hashes_and_ids_behind_such_names_pass(text: str) -> None:
    assert found(text.format(HEX + HEX)) == []


def test_a_sealed_secret_passes() -> None:
    sealed = "AgB" + tokens.text(400, 3)
    assert found(f"spec:\n  encryptedData:\n    password: {sealed}==\n") == []


def test_what_sops_encrypts_is_no_login() -> None:
    pieces = [tokens.text(n, n) for n in (45, 44, 30)]
    line = "  credentials.json: ENC[AES256_GCM,data:{}+{}/{}==,type:str]\n"
    assert values(line.format(*pieces)) == []


def test_a_hash_behind_the_name_of_its_kind_is_no_password() -> None:
    for kind in ("{SSHA} ", "{SSHA512} ", "{SMD5} ", "{SSHA}", "{MD5}"):
        for seed in range(9):
            line = f"uid: ann\nuserPassword: {kind}{tokens.text(32, seed)}\n"
            assert values(line) == []


def test_another_member_of_a_line_of_json_is_no_password() -> None:
    value = "KT7x" + "-42fq"
    line = '{{"question": "The wifi password?", "{}": "{}", "n": 1}}\n'
    for name in ("id", "ticket", "run_name"):
        assert values(line.format(name, value)) == []
        short = '{{"{}": "{}", "note": "router admin login"}}\n'
        assert values(short.format(name, value)) == []
    for name in ("answer", "wifi password", "value"):
        assert values(line.format(name, value)) == [value]


@pytest.mark.parametrize(
    "line",
    [
        "2. \u5220\u9664 /etc/passwd \u2192 \u62d2\u7edd\uff0cL0.4",
        "Token \u6210\u672c cron \u2192 5903edf8\uff08\u5468\u65e5 21:00\uff09",
        "\u8fde\u63a5: ann7@github\uff0cIP 100.64.0.7",
        "each branch must pass. Sub-100% coverage stops it",
        "the static pass (S1\N{EN DASH}S7) was run twice",
    ],
)
def test_a_thing_beside_a_word_for_passing_is_none(line: str) -> None:
    assert values(line + "\n") == []


def test_a_value_ends_at_a_wide_bracket() -> None:
    value = "Kt7x" + "!42fq9"
    assert values(f"The password is {value}\uff08\u65b0\uff09\n") == [value]
