"""Hooks in a JSON settings file: added and removed as text, every other byte kept.

The format is Claude Code's, which others took over: `hooks` has, for each event, a list
of groups, each with a list of commands; in Cursor and Copilot, the event's list has the
commands themselves. Ours are known by what they run. A container that we made has white
space after its bracket; into one that was there, and empty, the content goes right
after the bracket. So removing it restores the original bytes.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from memsync.agents.calls import Call, meaning, verb, with_program
from memsync.agents.hooks.json_text import inserted, without
from memsync.agents.hooks.jsonc import Node, NotJson, parse
from memsync.agents.hooks.unfit import Unfit

if TYPE_CHECKING:
    from memsync.agents.agent import State

    Groups = dict[str, list[dict[str, object]]]

KEY = "hooks"

# The keys for an entry's command; `bash` is Copilot's.
_COMMAND = ("command", "bash")


def groups_of(snippet: str) -> Groups:
    """The groups by event that a shipped snippet holds."""
    found: Groups = json.loads(snippet)[KEY]
    return found


def state(text: str, ours: Groups) -> State:
    """The state of our commands in the file; raises `Unfit`."""
    events = _events(_root(text, ours))
    if all(_has(events.get(e), groups) for e, groups in ours.items()):
        return "installed"
    there = [x for node in events.values() for x in _meanings(node)]
    verbs = {verb(meant) for groups in ours.values() for meant in _commands(groups)}
    return "outdated" if verbs & {verb(meant) for meant in there} else "absent"


def merged(text: str, ours: Groups) -> str:
    """The file with our groups added, each as its event's last; raises `Unfit`."""
    for event, groups in ours.items():
        root = _root(text, ours)
        there = _events(root).get(event)
        if _has(there, groups):
            continue
        if (renewed := _renewed(text, there, groups)) is not None:
            text = renewed
            continue
        hooks = root.member(KEY)
        if hooks is None:
            text = inserted(text, root, (KEY, {event: groups}))
        elif (found := hooks.member(event)) is None:
            text = inserted(text, hooks, (event, groups))
        else:
            for group in groups:
                text = inserted(text, found, group)
                found = _events(_root(text, ours))[event]
    return text


def removed(text: str, ours: Groups) -> str:
    """The file without our commands, and without what they leave empty."""
    while (cut := _next_cut(text, ours)) is not None:
        container, at = cut
        text = without(text, container, at)
    return text


def calls(text: str) -> list[Call]:
    """Our commands in the file, by place; raises `Unfit`."""
    found = [
        Call(node.start, node.end, str(node.value))
        for event in _events(_root(text, {})).values()
        for group in event.items or ()
        for entry in _entries(group)
        if (node := _command(entry)) is not None and meaning(node.value)
    ]
    return sorted(found)


def spelled(command: str) -> str:
    """A command as a JSON string."""
    return json.dumps(command, ensure_ascii=False)


def _root(text: str, ours: Groups) -> Node:
    try:
        root = parse(text)
    except NotJson as error:
        raise Unfit(str(error)) from None
    if root.members is None:
        raise Unfit("it is not an object")
    _refuse_twins(root, "")
    hooks = root.member(KEY)
    if hooks is None:
        return root
    if hooks.members is None:
        raise Unfit(f"its {KEY} are not an object")
    _refuse_twins(hooks, f" in its {KEY}")
    for member in hooks.members:
        if member.node.items is None and member.key in ours:
            raise Unfit(f"its {KEY}.{member.key} is not a list")
    return root


def _refuse_twins(node: Node, where: str) -> None:
    keys = [member.key for member in node.members or ()]
    twice = {key for key in keys if keys.count(key) > 1}
    if twice:
        raise Unfit(f"the key '{min(twice)}' appears twice{where}")


def _events(root: Node) -> dict[str, Node]:
    hooks = root.member(KEY)
    members = hooks.members if hooks is not None else None
    return {member.key: member.node for member in members or ()}


def _commands(groups: list[dict[str, object]]) -> list[str]:
    """Our groups' commands, normalised."""
    found = []
    for group in groups:
        hooks = group.get("hooks", [group])
        assert isinstance(hooks, list)  # noqa: S101 -- our own snippet
        for hook in hooks:
            meant = meaning(next(hook[key] for key in _COMMAND if key in hook))
            assert meant is not None, hook  # noqa: S101 -- our own snippet
            found.append(meant)
    return found


def _has(event: Node | None, groups: list[dict[str, object]]) -> bool:
    return event is not None and set(_commands(groups)) <= set(_meanings(event))


def _meanings(event: Node) -> list[str]:
    """Our commands in an event, normalised."""
    return [
        meant
        for group in event.items or ()
        for entry in _entries(group)
        if (node := _command(entry)) is not None
        and (meant := meaning(node.value)) is not None
    ]


def _renewed(
    text: str, event: Node | None, groups: list[dict[str, object]]
) -> str | None:
    """The text with an earlier version's command replaced by the present one."""
    wanted = {verb(meant): meant for meant in _commands(groups)}
    for group in (event.items if event else None) or ():
        for entry in _entries(group):
            node = _command(entry)
            meant = meaning(node.value) if node is not None else None
            if node is None or meant is None or verb(meant) not in wanted:
                continue
            program = Call(node.start, node.end, str(node.value)).program
            new = spelled(with_program(wanted[verb(meant)], program))
            return text[: node.start] + new + text[node.end :]
    return None


def _entries(group: Node) -> tuple[Node, ...]:
    """The commands of a group, or the group itself if it is a command."""
    hooks = group.member("hooks")
    if hooks is None:
        return (group,) if _command(group) is not None else ()
    return hooks.items or ()


def _command(entry: Node) -> Node | None:
    found = (entry.member(key) for key in _COMMAND)
    return next((node for node in found if node is not None), None)


def _next_cut(text: str, ours: Groups) -> tuple[Node, int] | None:
    """The container and index of the next part to remove."""
    root = _root(text, ours)
    hooks = root.member(KEY)
    # From the last to the first: the reverse of adding them.
    for event, groups in reversed(ours.items()):
        node = _events(root).get(event)
        if hooks is None or node is None:
            continue
        verbs = {verb(meant) for meant in _commands(groups)}
        for at, group in reversed(list(enumerate(node.items or ()))):
            entries = _entries(group)
            mine = [i for i, x in enumerate(entries) if _does(x, verbs)]
            if not mine:
                continue
            if len(mine) < len(entries):
                inner = group.member("hooks")
                assert inner is not None  # noqa: S101 -- it has entries
                return inner, mine[-1]
            return _outermost([root, hooks, node], [KEY, event], at)
    return None


def _does(entry: Node, verbs: set[str]) -> bool:
    """Whether an entry is a command of ours that does one of these."""
    node = _command(entry)
    meant = meaning(node.value) if node is not None else None
    return meant is not None and verb(meant) in verbs


def _outermost(chain: list[Node], keys: list[str], at: int) -> tuple[Node, int]:
    """What to remove so that no empty container of ours remains."""
    while keys and len(chain[-1].parts) == 1 and not _is_theirs(chain[-1]):
        chain.pop()
        key = keys.pop()
        at = [member.key for member in chain[-1].members or ()].index(key)
    return chain[-1], at


def _is_theirs(container: Node) -> bool:
    """Whether the container existed before its content: no space after its bracket."""
    return container.parts[0].start == container.start + 1
