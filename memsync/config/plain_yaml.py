"""Reads the simple YAML of nearly all settings files, without a YAML library.

Importing the library costs 15 ms in every command. Anything but mappings of plain
words, two levels deep, is left to it.
"""

from __future__ import annotations

import re

# A word that YAML reads literally: no quote, bracket, tag, comment or alias.
_WORD = r"[A-Za-z0-9/~._][A-Za-z0-9/~._@+=%,-]*(?::[A-Za-z0-9/~._@+=%,-]+)*"
_LINE = re.compile(rf"(?P<indent>|  )(?P<key>[a-z_]+):(?: (?P<value>{_WORD}))?")
_EMPTY = re.compile(r" *(?:#.*)?")


def read(text: str) -> dict[str, str | dict[str, str]] | None:
    """The mapping in a text, with values as strings; None for other YAML.

    Where it is not None, it equals what `yaml.BaseLoader` returns.
    """
    if not text.isascii() or "\t" in text or "\r" in text:
        return None
    top: dict[str, str | dict[str, str]] = {}
    inner: dict[str, str] | None = None
    for line in text.split("\n"):
        if _EMPTY.fullmatch(line):
            continue
        found = _LINE.fullmatch(line)
        if not found:
            return None
        key, value = found["key"], found["value"]
        if found["indent"]:
            if inner is None or value is None or key in inner:
                return None
            inner[key] = value
        elif key in top or inner == {}:
            return None
        elif value is None:
            top[key] = inner = {}
        else:
            top[key], inner = value, None
    return None if inner == {} else top
