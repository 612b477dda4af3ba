"""What a value looks like: random, or one of the many things that are no secret."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import tokens

from memsync.secrets.values import fillers, shapes
from memsync.secrets.values.harmless import is_build_name, is_harmless, is_password_hash
from memsync.secrets.values.noise import is_noise
from memsync.secrets.values.placeholders import is_placeholder

if TYPE_CHECKING:
    import uuid

HEX = "0123456789abcdef"


@pytest.mark.parametrize(
    "value",
    [
        b"3f2a9c1",
        hashlib.sha256(b"x").hexdigest().encode(),
        hashlib.sha512(b"x").hexdigest().upper().encode(),
        b"0x" + b"ab" * 20,
        b"sha256-47DEQpj8HBSa",
        b"md5:abc",
    ],
)
def test_digests_and_commit_ids_are_hashes(value: bytes) -> None:
    assert shapes.is_hash(value)


@pytest.mark.parametrize(
    "value", [b"", b"3f2a9", b"3f2a9c1g", b"3F2a9c1d", b"ab" * 17, b"shadow-1"]
)
def test_other_lengths_letters_and_cases_are_none(value: bytes) -> None:
    assert not shapes.is_hash(value)


@given(st.uuids(version=4))
def test_a_uuid_is_one_and_no_hash(found: uuid.UUID) -> None:
    value = str(found).encode()
    assert shapes.is_uuid(value)
    assert shapes.is_uuid(value.upper())
    assert not shapes.is_time_uuid(value)
    assert not shapes.is_uuid(value[:-1])
    assert not shapes.is_hash(value)


def test_a_uuid_of_a_clock_is_told_apart() -> None:
    assert shapes.is_time_uuid(b"c9a646d3-9c61-11ee-8c90-0242ac120002")


@pytest.mark.parametrize(
    "value",
    [
        *(b"your-api-key", b"YOUR_TOKEN_HERE", b"changeme", b"<token>", b"${TOKEN}"),
        *(b"{{ secrets.KEY }}", b"$(cat key)", b"xxxxxxxxxxxx", b"****", b"test-token"),
        *(b"example-key-123", b"env:TOKEN", b"vault:secret/x", b"aaaaaaaaaaaa"),
        *(b"123456789012", b"...", b"none", b"%(password)s", b"process.env.KEY"),
        *(b"__API_KEY__", b"secrets.TOKEN", b"op://vault/item/field", b"foobar123"),
    ],
)
def test_what_stands_in_for_a_value_is_a_placeholder(value: bytes) -> None:
    assert is_placeholder(value)


def drawn() -> st.SearchStrategy[bytes]:
    """Values as a machine draws them."""
    return st.integers(0, 10**6).map(lambda seed: tokens.text(32, seed).encode())


@given(drawn())
def test_a_drawn_value_looks_random_and_like_nothing_else(value: bytes) -> None:
    assert not shapes.is_slug(value)
    assert not shapes.is_uuid(value)
    assert not fillers.is_sequence(value)
    assert not fillers.is_filler(value)


def test_few_drawn_values_look_like_words() -> None:
    """One in a thousand does by chance, so only their share can be held."""
    drawn_values = (tokens.text(32, seed).encode() for seed in range(2000))
    like_words = sum(shapes.word_score(value) >= 0.7 for value in drawn_values)
    assert like_words < 10


@pytest.mark.parametrize("seed", range(40))
def test_a_machines_token_looks_random(seed: int) -> None:
    assert shapes.looks_random(tokens.text(32, seed).encode())


@pytest.mark.parametrize(
    "value",
    [
        *(b"prod-eu-west-2", b"my_module_name", b"release-2024"),
        *(b"internationalization", b"getUserByIdentifier", b"12345678", b"short1"),
        *(b"AbstractSingletonFactory", b"v1.2.3", b"application/json", b""),
    ],
)
def test_what_a_person_named_does_not(value: bytes) -> None:
    assert not shapes.looks_random(value)


@pytest.mark.parametrize(
    "value",
    [
        *(b"/usr/local/bin/x1", b"~/.ssh/config", b"C:\\Users\\x", b"https://a.b/c"),
        *(b"config.yaml", b"src/app.py:12", b"get_token(user)", b"os.environ[KEY]"),
        *(b"2024-01-02", b"10:30:00", b"1.2.3", b"^1.2.0", b"500ms", b"42", b"a.b.com"),
    ],
)
def test_paths_calls_and_numbers_are_no_secret(value: bytes) -> None:
    assert shapes.is_path_or_code(value)


def test_a_long_number_may_be_an_account() -> None:
    assert shapes.is_path_or_code(b"1" * 14)
    assert not shapes.is_path_or_code(b"12345678901234567890")


@pytest.mark.parametrize(
    "value",
    [
        *(
            b"ssh-ed25519 AAAAC3",
            b"age1qyqszqgpqyqszqgpq",
            b"pk_live_abc",
            b"did:key:z",
        ),
        *(b"MCowBQYDK2VwAyEA", b"npub1abc", b"xpub661"),
    ],
)
def test_public_keys_are_public(value: bytes) -> None:
    assert shapes.is_public(value)
    assert not shapes.is_public(b"sk_live_abc")


def test_words_with_other_letters_are_known_in_utf_8_alone() -> None:
    words = "Schl\u00fcssel-Wald"
    assert is_harmless(words.encode())
    assert not is_harmless(words.encode("latin-1"))


@pytest.mark.parametrize(
    ("value", "is_one"),
    [
        (b"Tr0ub4dor&3", True),
        (b"hunter2!X", True),
        (b"S3cure-Pa5s", True),
        # Words, also with hyphens, and what is too short or too long.
        (b"required", False),
        (b"two-words", False),
        (b"UPPERCASE", False),
        (b"ab1!", False),
        (b"x1!" * 50, False),
    ],
)
def test_a_password_has_letters_figures_and_signs(
    value: bytes, *, is_one: bool
) -> None:
    assert shapes.looks_like_password(value) is is_one


@pytest.mark.parametrize(
    "value",
    [
        b"$2b$12$" + b"a" * 53,
        b"$argon2id$v=19$m=65536,t=3,p=4$c2FsdA$aGFzaA",
        b"{SSHA}" + b"a" * 32,
        b"pbkdf2_sha256$260000$salt$hash",
        b"md5" + b"0a" * 16,
        b"*" + b"0A" * 20,
        b"SCRAM-SHA-256$4096:salt",
        b"grub.pbkdf2.sha512.10000." + b"0A" * 64,
        b"HMACSHA2+256:AAAAAQ:Qk3Zp7Tn5Xw=:" + b"a" * 43,
        b"{" + b"0a" * 20 + b"a1B2.c3/",
        b"ann$6$Tk4wd2qx$" + b"a" * 43,
    ],
)
def test_what_is_stored_of_a_password_is_harmless(value: bytes) -> None:
    assert is_password_hash(value)
    assert is_harmless(value)


@pytest.mark.parametrize(
    "value",
    [
        *(b"S3_ACCESS_KEY", b"SHA-256", b"ECDH/ECDSA-384", b"WPA2-Enterprise"),
        *(b"@babel/core@7.29.0", b"arn:aws:iam::1:role/x", b"urn:ietf:x"),
        *(b"ab:cd:ef:01:23:45", b"[a-z0-9]+", b"(?:x|y)", b"if(a==b){c()}"),
        *("sl\u00f3wo".encode(), b"Jaun\\u0101", "\u5bc6\u7801".encode()),
    ],
)
def test_names_patterns_and_words_are_harmless(value: bytes) -> None:
    assert is_harmless(value)


@pytest.mark.parametrize(
    ("value", "is_one"),
    [
        (b"build-3fa81b2c-linux", True),
        (b"app.3fa81b2c", True),
        (b"3fa81b2c", False),
        (b"build-linux", False),
        (b"a-3fa81b2c-9cd7e1f0", False),
    ],
)
def test_a_build_has_words_around_one_commit(value: bytes, *, is_one: bool) -> None:
    assert is_build_name(value) is is_one


@given(st.binary(max_size=60))
def test_any_bytes_are_judged(value: bytes) -> None:
    for judge in (
        *(shapes.is_hash, shapes.is_slug, shapes.is_uuid, shapes.is_public),
        *(is_placeholder, fillers.is_filler, fillers.is_sequence),
        *(shapes.is_path_or_code, shapes.looks_random, shapes.looks_like_password),
        *(is_noise, fillers.is_documented_example, is_harmless),
    ):
        assert judge(value) == judge(bytes(value))
    assert 0 <= shapes.word_score(value) <= 1
