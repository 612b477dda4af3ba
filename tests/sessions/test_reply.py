"""A reply that comes in pieces is one turn, whenever a look comes between them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st
from support import tokens

from memsync.sessions.reading.events import Replaced, Turn
from memsync.sessions.reading.reply import Reply

if TYPE_CHECKING:
    from memsync.sessions.reading.events import Event


def piece(text: str) -> Turn:
    return Turn("assistant", text)


def told(events: list[Event]) -> list[str]:
    """The texts that stand in the index after these events."""
    standing: dict[str, str] = {}
    for event in events:
        if isinstance(event, Replaced):
            del standing[event.key]
        elif isinstance(event, Turn):
            assert event.key not in standing
            standing[event.key] = event.text
    return list(standing.values())


def test_pieces_of_one_reply_are_one_turn_and_another_id_ends_it() -> None:
    reply = Reply()
    events = [*reply.add("a", piece("One.")), *reply.add("a", piece("Two."))]
    assert events == []
    events += reply.add("b", piece("Other."))
    events += reply.ended()
    assert told(events) == ["One.\n\nTwo.", "Other."]


def test_an_empty_piece_adds_nothing() -> None:
    reply = Reply()
    events = [*reply.add("a", piece("One.")), *reply.add("a", piece("  "))]
    assert told([*events, *reply.ended()]) == ["One."]


@given(
    st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from("xy "), st.booleans()))
)
def test_a_look_between_two_pieces_changes_nothing_in_the_end(
    steps: list[tuple[str, str, bool]],
) -> None:
    """A look ends the reader, and the next goes on from what it saved."""
    whole, cut = Reply(), Reply()
    first: list[Event] = []
    second: list[Event] = []
    named: list[str] = []
    for number, (id_, text, look) in enumerate(steps):
        # An id does not come again once another reply has begun.
        if not named or not named[-1].startswith(id_):
            named.append(f"{id_}{number}")
        first += whole.add(named[-1], piece(text))
        second += cut.add(named[-1], piece(text))
        if look:
            second += cut.so_far()
            cut = Reply.restored(json.loads(json.dumps(cut.saved())))
    assert told([*second, *cut.ended()]) == told([*first, *whole.ended()])


def test_what_waits_for_the_next_look_is_redacted() -> None:
    reply = Reply()
    assert list(reply.add("a", piece(f"The token is {tokens.github()}."))) == []
    saved = json.dumps(reply.saved())
    assert tokens.github() not in saved
    assert "[redacted github-pat]" in saved
