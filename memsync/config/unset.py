"""`config unset`: takes one value out of a YAML file, and keeps every other line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import yaml

from memsync.config.keys import find_key, unknown_key
from memsync.config.settings import MAX_BYTES, REPOSITORY_FILE
from memsync.errors import Broken
from memsync.files import atomic

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.paths import Places


def unset_value(places: Places, top: Path | None, name: str) -> tuple[Path, bool]:
    """Remove a key from the user's file, or from that of the git root `top`.

    Returns the file, and whether it had the key; a key without a valid value counts.
    Raises `Broken` for an unknown key, and for a file that is not YAML.
    """
    if find_key(name) is None:
        raise unknown_key(name, "config unset")
    path = places.config_file if top is None else top / REPOSITORY_FILE
    try:
        data = atomic.read_regular(path, limit=MAX_BYTES)
        text = data.decode()
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except FileNotFoundError:
        return path, False
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError):
        raise Broken(
            f"'{path}' is not valid YAML", hint=f"edit '{path}'", word="config"
        ) from None
    found = _path_to(node, name)
    if not found:
        return path, False
    atomic.write(path, _without(text, found).encode())
    return path, True


def _path_to(node: yaml.Node | None, name: str) -> list[Any]:
    """The entries, each a mapping with a key and a value in it, that lead to a key."""
    if not isinstance(node, yaml.MappingNode):
        return []
    for key, value in node.value:
        word = key.value if isinstance(key, yaml.ScalarNode) else None
        if word == name:
            return [(node, key, value)]
        if word is not None and name.startswith(f"{word}."):
            below = _path_to(value, name.removeprefix(f"{word}."))
            if below:
                return [(node, key, value), *below]
    return []


def _without(text: str, found: list[Any]) -> str:
    """The text without the key, and without a group of which nothing is left."""
    node, key, value = found.pop()
    while len(node.value) == 1 and found:
        node, key, value = found.pop()
    if node.flow_style:
        return _without_in_braces(text, node, key)
    start = text.rfind("\n", 0, key.start_mark.index) + 1
    end = text.find("\n", _end(value))
    return text[:start] + (text[end + 1 :] if end >= 0 else "")


def _without_in_braces(text: str, node: yaml.MappingNode, gone: yaml.Node) -> str:
    """Like `_without`, in `{note: 3000, write: 9000}`."""
    kept = [
        text[key.start_mark.index : value.end_mark.index]
        for key, value in node.value
        if key is not gone
    ]
    inside = "{" + ", ".join(kept) + "}"
    return text[: node.start_mark.index] + inside + text[node.end_mark.index :]


def _end(node: yaml.Node) -> int:
    """Where the last line of a value ends; a list in lines ends with its last item.

    PyYAML takes the comments after such a list for a part of it.
    """
    if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        return _end(last[1] if isinstance(last, tuple) else last)
    # A block of text ends behind its last line.
    block = isinstance(node, yaml.ScalarNode) and node.style in ("|", ">")
    return int(node.end_mark.index) - block
