"""How Coyote reads a note and a memory index, from what is known of its code."""

from __future__ import annotations

import re
from typing import NamedTuple

import yaml


class Drill(NamedTuple):
    """A note as Coyote has it; one without a name is out of its reach."""

    name: str
    description: str
    type: str
    body: str


def read(text: str) -> Drill:
    """Read a file as Coyote does: the first three dashes after a newline end it."""
    start = text.lstrip()
    if start.startswith("---"):
        header, found, rest = start[3:].partition("\n---")
        if found:
            fields = yaml.safe_load(header)
            return Drill(
                fields["name"],
                fields.get("description") or "",
                fields.get("type") or "",
                rest.lstrip("\n"),
            )
    return Drill("", "", "", text)


def references(index: str, name: str) -> bool:
    """Whether Coyote takes the note for indexed: any token that names it counts."""
    tokens = re.split(r"[^\w.-]", index)
    return any(token == f"{name}.md" or token.strip(".") == name for token in tokens)


def index_description(index: str, name: str) -> str | None:
    """What Coyote compares with a note's own description."""
    for line in index.splitlines():
        _, found, rest = line.partition(f"[[{name}]]")
        if found and rest.lstrip().startswith(":"):
            return rest.lstrip()[1:].strip()
    return None
