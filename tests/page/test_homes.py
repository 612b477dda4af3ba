from __future__ import annotations

import pytest

from memsync.page.views.homes import said


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("user", "user"),
        ("git.example.com+acme+shop", "git.example.com+acme+shop"),
        ("agents/claude-code", "Claude Code's own folder for all repositories"),
        (
            "git.example.com+acme+shop/agents/gemini-cli",
            "Gemini CLI's own folder of git.example.com+acme+shop",
        ),
        (
            "projects/git.example.com+acme+shop/agents/gemini-cli",
            "Gemini CLI's own folder of git.example.com+acme+shop",
        ),
        ("agents/one-that-came-later", "one-that-came-later's own folder"),
    ],
)
def test_a_memory_is_named_for_people(word: str, name: str) -> None:
    assert said(word).startswith(name)
