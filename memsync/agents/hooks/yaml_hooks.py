"""Hooks in Coyote's `config.yaml`: added and removed as lines, all others kept.

`hooks` has, for each event, a list of named commands. Ours are first in their lists. A
block that we made is indented by two blanks; one below an empty `hooks:` that was
already there, by four. So removing ours restores the original bytes.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NamedTuple

import yaml

from memsync.agents.calls import Call, meaning
from memsync.agents.hooks.unfit import Unfit

if TYPE_CHECKING:
    from memsync.agents.agent import State

    Events = dict[str, list[dict[str, str]]]

KEY = "hooks"


class _Hooks(NamedTuple):
    """The `hooks` of a file: the position of the key, and its events, if any."""

    key: yaml.Node | None
    value: yaml.Node | None
    events: dict[str, yaml.SequenceNode]
    keys: dict[str, yaml.Node]


def events_of(snippet: str) -> Events:
    """The commands by event that a shipped snippet holds."""
    found: Events = yaml.safe_load(snippet)[KEY]
    return found


def state(text: str, ours: Events) -> State:
    """Whether our commands stand in the file; raises `Unfit`."""
    hooks = _hooks(text)
    if all(_has(hooks, e, commands) for e, commands in ours.items()):
        return "installed"
    there = [i for node in hooks.events.values() for i in node.value if _meant(i)]
    return "outdated" if there else "absent"


def merged(text: str, ours: Events) -> str:
    """The file with our commands; raises `Unfit`."""
    for event, commands in reversed(ours.items()):
        hooks = _hooks(text)
        if not _has(hooks, event, commands):
            if _mine(hooks, event):
                text = _without_event(text, hooks, event)
                hooks = _hooks(text)
            text = _with_event(text, hooks, event, commands)
    return text


def removed(text: str, ours: Events) -> str:
    """The file without our commands, and without what they leave empty."""
    for event in ours:
        hooks = _hooks(text)
        if _mine(hooks, event):
            text = _without_event(text, hooks, event)
    return text


def calls(text: str) -> list[Call]:
    """Our commands in the file, by place; raises `Unfit`."""
    found = [
        Call(node.start_mark.index, node.end_mark.index, node.value)
        for event in _hooks(text).events.values()
        for item in event.value
        if (node := _command(item)) is not None and meaning(node.value)
    ]
    return sorted(found)


def spelled(command: str) -> str:
    """A command as YAML: plain where that means the same."""
    plain = re.fullmatch(r"[A-Za-z0-9/._~][A-Za-z0-9/._~ -]*", command)
    return command if plain else json.dumps(command, ensure_ascii=False)


def _hooks(text: str) -> _Hooks:
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except (yaml.YAMLError, RecursionError):
        raise Unfit("it is not valid YAML") from None
    if root is None:
        return _Hooks(None, None, {}, {})
    if not isinstance(root, yaml.MappingNode) or root.flow_style:
        raise Unfit("it is not a list of keys, one a line")
    found = [pair for pair in root.value if pair[0].value == KEY]
    if len(found) > 1:
        raise Unfit(f"the key '{KEY}' appears twice")
    if not found:
        return _Hooks(None, None, {}, {})
    key, value = found[0]
    if isinstance(value, yaml.ScalarNode) and not value.value:
        return _Hooks(key, None, {}, {})
    if not isinstance(value, yaml.MappingNode) or value.flow_style:
        raise Unfit(f"its {KEY} are not a list of events, one a line")
    events, keys = {}, {}
    for name, commands in value.value:
        if not isinstance(commands, yaml.SequenceNode) or commands.flow_style:
            raise Unfit(f"its {KEY}.{name.value} is not a list, one item a line")
        events[name.value], keys[name.value] = commands, name
    return _Hooks(key, value, events, keys)


def _has(hooks: _Hooks, event: str, commands: list[dict[str, str]]) -> bool:
    found = hooks.events.get(event)
    return found is not None and {meaning(c["command"]) for c in commands} <= {
        _meant(item) for item in found.value
    }


def _mine(hooks: _Hooks, event: str) -> list[yaml.Node]:
    """The items of ours below an event."""
    found = hooks.events.get(event)
    return [item for item in (found.value if found else ()) if _meant(item)]


def _meant(item: yaml.Node) -> str | None:
    node = _command(item)
    return meaning(node.value) if node is not None else None


def _command(item: yaml.Node) -> yaml.ScalarNode | None:
    if not isinstance(item, yaml.MappingNode):
        return None
    found = [v for k, v in item.value if k.value == "command"]
    return found[0] if found and isinstance(found[0], yaml.ScalarNode) else None


def _with_event(
    text: str, hooks: _Hooks, event: str, commands: list[dict[str, str]]
) -> str:
    lines = text.splitlines(keepends=True)
    eol = "\r\n" if text.count("\r\n") * 2 > text.count("\n") else "\n"
    if hooks.key is None:
        if any(line.rstrip() == "..." for line in lines):
            raise Unfit("it ends its document with `...`")
        block = "".join([f"{KEY}:{eol}", *_event_lines(event, commands, 2, eol)])
        if lines and not lines[-1].endswith("\n"):
            return text + eol + block.removesuffix(eol)
        return text + block
    if hooks.value is None:
        at = hooks.key.start_mark.line + 1
        new = _event_lines(event, commands, 4, eol)
    elif event in hooks.events:
        place = hooks.events[event].start_mark
        at, new = place.line, _item_lines(commands, place.column, eol)
    else:
        place = hooks.value.start_mark
        at, new = place.line, _event_lines(event, commands, place.column, eol)
    return "".join((*lines[:at], *new, *lines[at:]))


def _without_event(text: str, hooks: _Hooks, event: str) -> str:
    lines = text.splitlines(keepends=True)
    items = hooks.events[event].value
    mine = _mine(hooks, event)
    gone: set[int] = set()
    for item in mine:
        first = item.start_mark.line
        gone.update(range(first, _last_line(item) + 1))
    if len(mine) == len(items):
        gone.add(hooks.keys[event].start_mark.line)
        key, value = hooks.key, hooks.value
        # Two blanks: `_with_event` made the key, too.
        if key and value and len(hooks.events) == 1 and value.start_mark.column == 2:
            gone.add(key.start_mark.line)
    kept = "".join(line for at, line in enumerate(lines) if at not in gone)
    if len(lines) - 1 in gone and not lines[-1].endswith("\n"):
        return kept.removesuffix("\n").removesuffix("\r")
    return kept


def _last_line(node: yaml.Node) -> int:
    """The last line of a block of plain values: YAML's end mark may be further down."""
    assert isinstance(node, yaml.MappingNode)  # noqa: S101 -- it has a command
    end = node.value[-1][1].end_mark
    last: int = end.line
    return last if end.column else last - 1


def _event_lines(
    event: str, commands: list[dict[str, str]], column: int, eol: str
) -> list[str]:
    return [
        f"{' ' * column}{event}:{eol}",
        *_item_lines(commands, column + 2, eol),
    ]


def _item_lines(commands: list[dict[str, str]], column: int, eol: str) -> list[str]:
    lines = []
    for command in commands:
        for i, (key, value) in enumerate(command.items()):
            mark = "  " if i else "- "
            lines.append(f"{' ' * column}{mark}{key}: {spelled(value)}{eol}")
    return lines
