"""Texts without their secrets, as doors at which nobody is asked keep them."""

from __future__ import annotations

import base64
import string
import textwrap

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import tokens
from support.hostile import PIECES

from memsync.secrets.redact import mark, redact, redact_text
from memsync.secrets.rules import ROWS
from memsync.secrets.scan import scan_all

TOKEN = tokens.github()
PASSWORD = tokens.text(9, 3) + "!" + tokens.text(4, 5)
HEX = "0123456789abcdef"
PARTS = st.one_of(
    st.sampled_from(
        [TOKEN, f"password: {PASSWORD}\n", f"https://a:{PASSWORD}@b.corp.net/", "é"]
    ),
    st.sampled_from(["token: ", "pw is ", "\n", " ", "-----BEGIN PRIVATE KEY-----\n"]),
    st.text(max_size=12),
    st.sampled_from([piece.decode("latin-1") for piece in PIECES]),
)


@settings(max_examples=300, deadline=None)
@given(st.lists(PARTS, max_size=20).map("".join))
def test_nothing_is_found_in_a_redacted_text_and_redacting_again_changes_nothing(
    text: str,
) -> None:
    done = redact_text(text)
    assert scan_all(done.text.encode("utf-8", "surrogatepass")) == []
    assert redact_text(done.text) == (done.text, ())
    assert bool(done.rules) == (done.text != text)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.binary(max_size=60), max_size=8).map(TOKEN.encode().join))
def test_any_bytes_are_redacted(data: bytes) -> None:
    done = redact(data)
    assert scan_all(done.data) == []


@pytest.mark.parametrize("name", ["password: ", "DB_PASSWORD=", "the pw is "])
def test_an_exclamation_mark_goes_with_the_password_that_it_may_belong_to(
    name: str,
) -> None:
    done = redact_text(f"{name}{PASSWORD}!!\nThe rest stays!\n")
    assert done.text.startswith(f"{name}[redacted ")
    assert done.text.endswith("]\nThe rest stays!\n")


def test_a_token_of_each_format_goes_and_its_sentence_stays() -> None:
    for row in ROWS:
        token = tokens.of_row(row, 1)
        done = redact_text(f"# Deploy\n\nWe use {token} for that, since May.\n")
        assert token not in done.text, row
        assert done.text.startswith("# Deploy\n\nWe use "), row
        assert done.text.endswith(" for that, since May.\n"), row
        assert done.rules, row


def test_the_rest_of_a_text_stays_byte_for_byte() -> None:
    text = f"Stra\u00dfe\r\n\n\ttoken {TOKEN}, and {TOKEN}.\n\n"
    done = redact_text(text)
    assert done.text == text.replace(TOKEN, mark("github-pat"))
    assert done.rules == ("github-pat", "github-pat")
    assert redact_text("Nothing here.\n") == ("Nothing here.\n", ())


def test_a_value_goes_also_where_nothing_says_what_it_is() -> None:
    done = redact_text(f"password: {PASSWORD}\n\nType {PASSWORD} and wait.\n")
    assert PASSWORD not in done.text
    assert done.text.endswith("and wait.\n")


def test_a_marker_that_allows_a_secret_does_not_keep_it() -> None:
    done = redact_text(f"{TOKEN} <!-- memsync:allow github-pat -->\n")
    assert TOKEN not in done.text


def test_a_key_goes_whole_also_where_its_end_is_missing() -> None:
    key = tokens.private_key()
    cut = key.rpartition("-----END")[0]
    for text in (key, cut, key.replace("\n", "\\n"), cut.replace("\n", "\\n")):
        done = redact_text(f"It is\n{text}\nand that is all.\n")
        for line in key.splitlines()[1:-1]:
            assert line not in done.text
        assert "and that is all." in done.text
        assert done.rules == ("private-key",)


def test_all_recovery_codes_of_a_list_go() -> None:
    codes = [f"{tokens.text(5, n, HEX)}-{tokens.text(5, n + 9, HEX)}" for n in range(8)]
    listed = "".join(f"- {code}\n" for code in codes)
    done = redact_text(f"Recovery codes:\n{listed}\nKept since May.\n")
    assert not [code for code in codes if code in done.text]
    assert done.text.endswith("Kept since May.\n")


def test_a_value_that_is_longer_than_its_rule_looks_leaves_no_rest() -> None:
    value = tokens.text(900, 4)
    done = redact_text(f"api_key = {value}\n")
    assert value[-40:] not in done.text


def test_what_is_wrapped_in_base64_goes_with_its_wrapping() -> None:
    wrapped = base64.b64encode(f"password={PASSWORD}".encode()).decode()
    assert wrapped[:20] not in redact_text(f"data: {wrapped}\n").text


def test_half_of_a_surrogate_pair_is_no_obstacle() -> None:
    text = "\ud83d " + TOKEN
    assert redact_text(text).text == "\ud83d " + mark("github-pat")


def test_letters_beyond_ascii_are_not_cut_in_two() -> None:
    value = "é" * 250 + "!" + tokens.text(12, 4, string.ascii_letters + string.digits)
    done = redact_text(f"password: a1{value}\n")
    assert scan_all(done.text.encode()) == []


def test_no_line_is_left_of_a_key_without_its_marks() -> None:
    head = b"openssh-key-v1\0" + bytes(range(250)) * 2
    lines = textwrap.wrap(base64.b64encode(head).decode(), 70)
    for ending in (["QmF6MQ=="], []):
        body = "\n".join([*lines[:-1], *ending])
        text = f"the dashes are missing:\n\n{body}\nThat is all there is.\n"
        done = redact_text(text)
        assert done.text == (
            "the dashes are missing:\n\n[redacted openssh-key]\nThat is all there is.\n"
        )


def test_no_line_is_left_of_a_key_that_has_a_line_twice() -> None:
    head = b"openssh-key-v1\0" + bytes(range(250)) * 2
    lines = textwrap.wrap(base64.b64encode(head).decode(), 70)[:-1]
    body = "\n".join([*lines, lines[-1], lines[-1]])
    assert redact_text(f"\n{body}\nEnd.\n").text == "\n[redacted openssh-key]\nEnd.\n"


@pytest.mark.parametrize("sign", ["+", "/", "+ ", "\t", "a"])
def test_a_long_line_below_a_key_without_its_marks_is_read_once(sign: str) -> None:
    """Each sign begins a line of a key in some way; trying all ways takes hours."""
    head = b"openssh-key-v1\0" + bytes(range(250)) * 2
    body = "\n".join(textwrap.wrap(base64.b64encode(head).decode(), 70)[:-1])
    long = sign * (200_000 // len(sign)) + " a b"
    assert redact_text(f"\n{body}\n{long}\n").text.endswith(f"{long}\n")


def test_a_value_in_many_lines_is_looked_for_once() -> None:
    text = "".join(f"{n} {TOKEN}\n" for n in range(2000))
    done = redact_text(text)
    assert done.text == text.replace(TOKEN, mark("github-pat"))
    assert len(done.rules) == 2000


def test_each_of_many_values_goes_wherever_it_stands() -> None:
    values = [tokens.text(9, n) + "!" + tokens.text(4, n) for n in range(100)]
    named = "".join(f"password: {value}\n" for value in values)
    again = "".join(f"Type {value} and wait.\n" for value in values)
    done = redact_text(f"{named}\n{again}")
    assert not [value for value in values if value in done.text]
    assert done.text.count(" and wait.\n") == len(values)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-32-le"])
def test_a_text_of_wide_characters_can_still_be_read(encoding: str) -> None:
    text = f"Stra\u00dfe\npassword: {PASSWORD}\n{TOKEN}\nThe rest stays.\n"
    done = redact(text.encode(encoding))
    assert done.data.decode(encoding) == (
        f"Stra\u00dfe\npassword: {mark('generic-password')}\n{mark('github-pat')}\n"
        "The rest stays.\n"
    )
    assert done.rules == ("generic-password", "github-pat")
