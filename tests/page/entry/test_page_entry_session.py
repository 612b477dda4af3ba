"""The session of a page: a token that works once, then a cookie, then an end."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsync.page.entry.session import IDLE, TOKEN_LIFE, PageSession


class Clock:
    """Seconds that a test moves."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        """The seconds now."""
        return self.seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def session(clock: Clock) -> PageSession:
    return PageSession(4321, clock)


def cookie_of(session: PageSession) -> str:
    """What a browser sends back of the `Set-Cookie` header."""
    return session.cookie.partition(";")[0]


def good(session: PageSession) -> bool:
    """Whether its token still lets somebody in."""
    return session.token_is_good


def test_the_token_lets_one_in_and_no_second(session: PageSession) -> None:
    assert good(session)
    assert session.exchange(session.token)
    assert not good(session)
    assert not session.exchange(session.token)


def test_a_wrong_token_does_not_use_up_the_right_one(session: PageSession) -> None:
    for wrong in ("", session.token[:-1], f"{session.token}x", session.form, "é\ud800"):
        assert not session.exchange(wrong)
    assert session.exchange(session.token)


def test_a_printed_token_does_not_age(session: PageSession, clock: Clock) -> None:
    clock.seconds += 20 * TOKEN_LIFE
    assert session.exchange(session.token)


def test_a_token_in_a_browsers_hands_is_good_for_a_minute(
    session: PageSession, clock: Clock
) -> None:
    session.handed_over()
    clock.seconds += TOKEN_LIFE
    assert good(session)
    clock.seconds += 0.5
    assert not good(session)
    assert not session.exchange(session.token)


def test_handing_it_over_again_starts_the_minute_again(
    session: PageSession, clock: Clock
) -> None:
    session.handed_over()
    clock.seconds += TOKEN_LIFE - 1
    session.handed_over()
    clock.seconds += TOKEN_LIFE - 1
    assert session.exchange(session.token)


def test_a_used_token_stays_used_when_handed_over(session: PageSession) -> None:
    assert session.exchange(session.token)
    session.handed_over()
    assert not good(session)


def test_the_cookie_is_for_this_page_alone(session: PageSession) -> None:
    parts = session.cookie.split("; ")
    assert parts[0].startswith("memsync-4321=")
    assert parts[1:] == [f"Path=/{session.folder}/", "HttpOnly", "SameSite=Strict"]


def test_its_own_cookie_is_known_among_others(session: PageSession) -> None:
    ours = cookie_of(session)
    assert session.knows(ours)
    assert session.knows(f"theme=dark; {ours}; other=1")
    assert session.knows(f"memsync-4321=forged; {ours}")


def test_another_cookie_is_not_known(session: PageSession) -> None:
    name, _, value = cookie_of(session).partition("=")
    assert not session.knows("")
    assert not session.knows(name)
    assert not session.knows(f"{name}=")
    assert not session.knows(f"{name}={value}x")
    assert not session.knows(f"memsync-4322={value}")
    assert not session.knows(f"{name.upper()}={value}")
    assert not session.knows(f"{name}={session.token}")


@given(st.text())
def test_no_guess_is_a_cookie_a_form_or_a_token(text: str) -> None:
    session = PageSession(4321, Clock())
    assert not session.knows(text)
    assert not session.knows(f"{session.cookie_name}={text}")
    assert not session.made_form(text)
    assert not session.exchange(text)


def test_a_form_carries_the_word_of_forms(session: PageSession) -> None:
    assert session.made_form(session.form)
    assert not session.made_form("")
    assert not session.made_form(session.token)
    assert not session.made_form(session.folder)


def test_two_sessions_share_no_word(clock: Clock) -> None:
    one, two = PageSession(4321, clock), PageSession(4321, clock)
    assert not two.exchange(one.token)
    assert not two.knows(cookie_of(one))
    assert not two.made_form(one.form)
    assert one.folder != two.folder


def test_a_session_ends_when_nobody_came_for_too_long(
    session: PageSession, clock: Clock
) -> None:
    clock.seconds += IDLE
    assert not session.is_over
    clock.seconds += 0.5
    assert session.is_over


def test_a_request_begins_the_wait_anew(session: PageSession, clock: Clock) -> None:
    clock.seconds += IDLE
    session.touch()
    clock.seconds += IDLE
    assert not session.is_over


def test_letting_somebody_in_counts_as_a_request(
    session: PageSession, clock: Clock
) -> None:
    clock.seconds += IDLE
    session.exchange("wrong")
    clock.seconds += 1
    assert session.is_over
    assert session.exchange(session.token)
    assert not session.is_over
