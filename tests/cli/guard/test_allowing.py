"""The allow list: what may stand on it, and which one counts where."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.command_line import session_in

from memsync.cli.guard.allowing import allow_finding, allow_list, confirm_finding
from memsync.errors import BadUsage, Exit, NotFound
from memsync.memory.files import confirmed
from memsync.secrets.allow import ALLOW_FILE, AllowList

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.cli.shared.session import Session

FINGERPRINT = "0123456789abcdef"


@pytest.fixture
def session(tmp_path: Path) -> Session:
    found = session_in(tmp_path)
    found.places.user_memory.mkdir(parents=True)
    return found


@pytest.mark.parametrize("word", ["", "0123", "g" * 16, FINGERPRINT + "0"])
def test_what_is_no_fingerprint_is_a_usage_error(session: Session, word: str) -> None:
    with pytest.raises(BadUsage, match="16 hexadecimal digits"):
        allow_finding(session, None, word)
    assert not (session.places.user_memory / ALLOW_FILE).exists()


def test_it_is_added_once_and_in_lower_case(
    session: Session, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert allow_finding(session, None, FINGERPRINT.upper()) == Exit.DONE
    assert allow_finding(session, None, FINGERPRINT) == Exit.DONE
    first, second = capfdbinary.readouterr().out.splitlines()
    assert first.endswith(f"{FINGERPRINT} added".encode())
    assert second.endswith(f"{FINGERPRINT} is there already".encode())
    assert allow_list(session, None).fingerprints == {FINGERPRINT}


def test_without_a_repository_and_a_memory_there_is_no_place_for_it(
    tmp_path: Path,
) -> None:
    bare = session_in(tmp_path)
    with pytest.raises(NotFound, match="no memory of your own") as error:
        allow_finding(bare, None, FINGERPRINT)
    assert "`memsync init --scope user`" in str(error.value.hint)


def test_what_a_remote_brought_counts_once_it_is_confirmed(session: Session) -> None:
    allow = session.places.user_memory / ALLOW_FILE
    confirmed.begin(session.places.config / confirmed.CONFIRMED_FILE, allow)
    elsewhere = AllowList(b"s" * 16).with_one(FINGERPRINT, b"s" * 16)
    allow.write_bytes(elsewhere.render())
    assert allow_list(session, None).fingerprints == set()
    assert confirm_finding(session, FINGERPRINT) == Exit.DONE
    assert allow_list(session, None).fingerprints == {FINGERPRINT}


def test_what_a_person_allows_here_needs_no_confirmation(session: Session) -> None:
    allow = session.places.user_memory / ALLOW_FILE
    confirmed.begin(session.places.config / confirmed.CONFIRMED_FILE, allow)
    allow_finding(session, None, FINGERPRINT)
    assert allow_list(session, None).fingerprints == {FINGERPRINT}


def test_nothing_is_confirmed_that_did_not_arrive(session: Session) -> None:
    with pytest.raises(NotFound, match="has no fingerprint"):
        confirm_finding(session, FINGERPRINT)


def test_without_a_home_there_is_an_empty_list(tmp_path: Path) -> None:
    homeless = session_in(tmp_path, HOME="")
    assert allow_list(homeless, None).fingerprints == set()
