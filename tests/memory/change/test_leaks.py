"""The door that every write goes through: no secret that was not there before."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import tokens
from support.memories import make_store

from memsync.errors import Broken, Exit, Refused
from memsync.memory.change.leaks import first_secret, refuse_secrets

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.memory.store.store import Store

TOKEN = tokens.github()
OTHER = tokens.github(8)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return make_store(tmp_path)


def line(*words: str) -> bytes:
    return " ".join(words).encode() + b"\n"


def test_a_secret_is_refused_with_its_place_and_never_its_value(store: Store) -> None:
    with pytest.raises(Refused) as raised:
        refuse_secrets(store, "plan", b"# Plan\n\nUse " + line(TOKEN), None)
    error = raised.value
    assert error.message.startswith("'plan.md' line 3, column 5: looks like a secret")
    assert TOKEN not in f"{error.message} {error.hint}"
    assert TOKEN[4:12] not in f"{error.message} {error.hint}"
    assert (error.exit_code, error.word) == (Exit.REFUSED, "secret")


def test_what_was_there_before_does_not_stop_an_edit(store: Store) -> None:
    old = line("Use", TOKEN)
    refuse_secrets(store, "plan", old, old)
    refuse_secrets(store, "plan", b"More words.\n" + old, old)
    refuse_secrets(store, "plan", b"Gone.\n", old)


def test_a_second_copy_is_new(store: Store) -> None:
    found = first_secret(store, line(TOKEN) + line(TOKEN), line(TOKEN))
    assert found is not None
    assert found.line == 2


def test_another_secret_in_its_place_is_new(store: Store) -> None:
    assert first_secret(store, line(OTHER), line(TOKEN)) is not None


def test_the_first_of_several_is_named(store: Store) -> None:
    found = first_secret(store, line("a") + line(TOKEN) + line(OTHER), None)
    assert found is not None
    assert found.line == 2


def test_a_marker_on_its_line_lets_it_pass(store: Store) -> None:
    (rule,) = {
        first.rule for first in [first_secret(store, line(TOKEN), None)] if first
    }
    marked = line(TOKEN, f"<!-- memsync:allow {rule} -->")
    assert first_secret(store, marked, None) is None
    # Of that rule alone, and not beyond the next line.
    other = line(TOKEN, "<!-- memsync:allow some-other-rule -->")
    assert first_secret(store, other, None) is not None
    assert first_secret(store, marked + b"\nwords\n" + line(OTHER), None) is not None


def test_what_is_less_sure_than_the_level_passes(tmp_path: Path) -> None:
    sure = line(TOKEN)
    unsure = line("password:", tokens.text(9, 3) + "!" + tokens.text(4, 5))
    strict = make_store(tmp_path / "a", guard__block="medium")
    lax = make_store(tmp_path / "b", guard__block="high")
    assert first_secret(strict, unsure, None) is not None
    assert first_secret(lax, unsure, None) is None
    assert first_secret(lax, sure, None) is not None


@pytest.mark.parametrize("allowed", [b"words\n\xff\n", b"\x00" * 9, b"salt\n"])
def test_a_malformed_list_of_allowed_ones_is_named_and_allows_nothing(
    store: Store, allowed: bytes
) -> None:
    store.memory.allow_file.write_bytes(allowed)
    with pytest.raises(Broken, match="memsync-allow"):
        first_secret(store, line(TOKEN), None)
    # It stands in the way of no text that needs none.
    assert first_secret(store, b"words\n", None) is None


def test_bytes_that_are_no_text_are_looked_at_too(store: Store) -> None:
    assert first_secret(store, b"\xff\xfe " + line(TOKEN), None) is not None
    assert first_secret(store, b"\xff" * 100, None) is None
    assert first_secret(store, b"", None) is None
