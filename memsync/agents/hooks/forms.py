"""The forms of settings files, each as functions of a text and our snippet.

The modules that parse a form are imported only to change a file: the hooks that an
agent waits for need the table of agents, but no form.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.agents.agent import Form
from memsync.agents.calls import PROGRAM, meaning, with_program
from memsync.agents.hooks import marked_text, whole_file

if TYPE_CHECKING:
    from memsync.agents.agent import State
    from memsync.agents.calls import Call


def _yaml_state(text: str, snippet: str) -> State:
    from memsync.agents.hooks import yaml_hooks

    return yaml_hooks.state(text, yaml_hooks.events_of(snippet))


def _yaml_merged(text: str, snippet: str) -> str:
    from memsync.agents.hooks import yaml_hooks

    return yaml_hooks.merged(text, yaml_hooks.events_of(snippet))


def _yaml_removed(text: str, snippet: str) -> str:
    from memsync.agents.hooks import yaml_hooks

    return yaml_hooks.removed(text, yaml_hooks.events_of(snippet))


def _yaml_calls(text: str) -> list[Call]:
    from memsync.agents.hooks import yaml_hooks

    return yaml_hooks.calls(text)


def _yaml_spelled(command: str) -> str:
    from memsync.agents.hooks import yaml_hooks

    return yaml_hooks.spelled(command)


def _json_state(text: str, snippet: str) -> State:
    from memsync.agents.hooks import json_hooks

    return json_hooks.state(text, json_hooks.groups_of(snippet))


def _json_merged(text: str, snippet: str) -> str:
    from memsync.agents.hooks import json_hooks

    return json_hooks.merged(text, json_hooks.groups_of(snippet))


def _json_removed(text: str, snippet: str) -> str:
    from memsync.agents.hooks import json_hooks

    return json_hooks.removed(text, json_hooks.groups_of(snippet))


def _json_calls(text: str) -> list[Call]:
    from memsync.agents.hooks import json_hooks

    return json_hooks.calls(text)


def _json_spelled(command: str) -> str:
    from memsync.agents.hooks import json_hooks

    return json_hooks.spelled(command)


JSON_HOOKS = Form(_json_state, _json_merged, _json_removed, _json_calls, _json_spelled)
YAML_HOOKS = Form(_yaml_state, _yaml_merged, _yaml_removed, _yaml_calls, _yaml_spelled)
MARKED_TEXT = Form(
    marked_text.state,
    marked_text.merged,
    marked_text.removed,
    lambda _: [],
    str,
)
WHOLE_FILE = Form(
    whole_file.state,
    whole_file.merged,
    whole_file.removed,
    whole_file.calls,
    whole_file.spelled,
)


def relinked(form: Form, text: str, program: str) -> str:
    """The text with all calls of ours calling this memsync; raises `Unfit`."""
    for call in reversed(form.calls(text)):
        meant = meaning(call.command) or PROGRAM
        new = form.spelled(with_program(meant, program))
        text = text[: call.start] + new + text[call.end :]
    return text
