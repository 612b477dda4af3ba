"""`sync: false` counts also where the frontmatter around it is broken."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from support.machine import Machine


@pytest.mark.parametrize(
    "text",
    [
        "---\nsync: false\nsync: true\n---\n\nMine.\n",
        "---\nsync: true\nsync: false\n---\n\nMine.\n",
        "---\nsync: false\n\nMine, and the fence was never closed.\n",
        "---\nname: [\nsync: 'no'\n---\n\nMine.\n",
    ],
)
def test_one_word_against_it_keeps_a_note_here(machine: Machine, text: str) -> None:
    machine.user_memory.mkdir(parents=True)
    (machine.user_memory / "diary.md").write_text(text)
    (machine.user_memory / "plan.md").write_text("Ours.\n\nsync: false is a word.\n")
    (machine.user_memory / "rule.md").write_text("---\n\nsync: false\n")
    machine.memsync("sync", "init")
    assert machine.memsync("sync", "--json").json["sent"] == ["plan", "rule"]
