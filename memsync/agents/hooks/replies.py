"""The JSON that hooks print so that an agent takes a text as context."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def specific_output(names: Mapping[str, str]) -> Callable[[str, str], str]:
    """`hookSpecificOutput` with the agent's own name of each event."""

    def reply(event: str, text: str) -> str:
        output = {"hookEventName": names[event], "additionalContext": text}
        return json.dumps({"hookSpecificOutput": output}, ensure_ascii=False)

    return reply


def field(name: str) -> Callable[[str, str], str]:
    """An object with the text under this key."""

    def reply(_: str, text: str) -> str:
        return json.dumps({name: text}, ensure_ascii=False)

    return reply
