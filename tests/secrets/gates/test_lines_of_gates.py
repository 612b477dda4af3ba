"""Gates that the native search looks for only in some lines miss none in any other."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memsync.secrets.gates import lines

GATES = sorted(lines.GATES)


@pytest.mark.parametrize("gate", GATES, ids=range(len(GATES)))
@settings(max_examples=40, deadline=None)
@given(st.data())
def test_a_line_with_what_a_gate_matches_is_chosen(
    gate: bytes, data: st.DataObject
) -> None:
    # Hypothesis draws nothing from bytes without regard to case.
    text = data.draw(st.from_regex(gate.removeprefix(b"(?i)")))
    for line in text.split(b"\n"):
        if re.search(gate, line):
            assert any(re.search(kind, line) for kind in lines.KINDS), line
