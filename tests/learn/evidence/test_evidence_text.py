"""The evidence of one session, letter for letter: it must not change unnoticed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.lines_of_agents import claude_code
from support.talk import Talk

from memsync.learn.evidence.evidence import evidence_of
from memsync.paths import Places
from memsync.sessions.past import past_sessions

if TYPE_CHECKING:
    from support.machine import Machine

GOLDEN = """\
user 2026-03-04
 Why does the harbour test fail on Tuesdays?
remark 2026-03-04
 The fixture counts weekdays from Sunday. I will look.
tool 2026-03-04
 Bash
 command: pytest -k harbour
tool 2026-03-04
 1 failed: expected quay 7, got quay 6
answer 2026-03-04
 Off by one: the quay index starts at zero.
user 2026-03-04
 Then let getQuayNumber add one, and write it down.
answer 2026-03-04
 Done: getQuayNumber returns index plus one. 港の番号を直した。"""


def test_the_evidence_of_a_session_is_the_same_each_time(machine: Machine) -> None:
    top = machine.repository()
    claude_code(machine.home, Talk(str(top)))
    with past_sessions(Places(machine.environ), machine.environ, 0.0) as past:
        past.refresh()
        (session,) = past.sessions()
        found = evidence_of(past, session, 12_000)
        again = evidence_of(past, session, 12_000)
    assert found.text == GOLDEN
    assert found == again
    assert found.turns == 2
    assert found.key == f"claude-code:{Talk.id}"
