"""Gates that the native search looks for only in some lines miss none in any other."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from memsync.secrets import native
from memsync.secrets.gates import lines, table
from memsync.secrets.model import figures
from memsync.secrets.texts.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterator

GATES = [
    (tier, gate)
    for tier, gates in table.GATES.items()
    for gate in gates
    if gate in lines.GATES and tier not in table.LIKELY
]


@pytest.fixture(autouse=True, scope="module")
def _natively() -> Iterator[None]:
    assert native.enable()
    yield
    native.disable()


def drawn(gate: bytes, data: st.DataObject) -> bytes:
    """A text that a gate matches."""
    # Hypothesis draws nothing from bytes without regard to case.
    plain = gate.replace(b"(?i)", b"").replace(b"(?i:", b"(?:")
    text = data.draw(st.from_regex(plain))
    assume(re.search(gate, text))
    return text


@pytest.mark.parametrize(("tier", "gate"), GATES, ids=range(len(GATES)))
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_what_a_gate_matches_is_found_in_its_line(
    tier: str, gate: bytes, data: st.DataObject
) -> None:
    assert Text.search
    hits = Text.search(drawn(gate, data))
    assert hits is not None
    assert tier in hits.tiers


@pytest.mark.parametrize("word", figures.WORDS)
def test_figures_that_the_model_judges_choose_their_line(word: bytes) -> None:
    for line in (word + b" 4829", b"x " + word.upper() + b"s: 39825, more"):
        assert [*figures.spans(line)] != []
        assert any(re.search(kind, line) for kind in lines.KINDS)
