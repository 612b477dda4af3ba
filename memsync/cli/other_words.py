"""Finds the command that a person meant by an unknown word."""

from __future__ import annotations

from memsync.meant import nearest

# Words from git and other tools, and our command for each.
OTHER_WORDS = {
    "add": "remember",
    "cat": "read",
    "delete": "forget",
    "diff": "archive diff",
    "find": "search",
    "get": "read",
    "grep": "search",
    "history": "archive list",
    "log": "sync log",
    "ls": "list",
    "mv": "rename",
    "new": "write",
    "note": "write",
    "notes": "list",
    "open": "edit",
    "pull": "sync",
    "push": "sync",
    "query": "search",
    "remove": "forget",
    "restore": "archive restore",
    "rm": "forget",
    "save": "remember",
    "versions": "archive list",
    "view": "show",
}

# The same within a group of commands, by the group and the word.
WORDS_IN_GROUPS = {
    "archive cat": "archive show",
    "archive log": "archive list",
    "archive ls": "archive list",
    "config ls": "config list",
    "config show": "config list",
    "daily list": "daily show",
    "daily ls": "daily show",
    "hooks list": "hooks status",
    "hooks ls": "hooks status",
    "keys list": "keys status",
    "keys ls": "keys status",
    "scratchpad list": "scratchpad show",
    "scratchpad ls": "scratchpad show",
    "sync clone": "sync init",
    "sync conflicts": "sync status",
    "sync devices": "sync machines",
    "sync hosts": "sync machines",
    "sync join": "sync init",
    "sync list": "sync add --list",
    "sync ls": "sync add --list",
    "sync machines delete": "sync machines forget",
    "sync machines mv": "sync machines rename",
    "sync machines remove": "sync machines forget",
    "sync machines rm": "sync machines forget",
    "sync pull": "sync",
    "sync push": "sync",
    "sync setup": "sync init",
}


def suggestion(path: str, word: str, known: list[str]) -> str | None:
    """The full command that is meant by `word` after `path`; None for no idea.

    `path` is the command so far, such as `memsync sync`; `known` are its commands.
    """
    if " " not in path and word.lower() in OTHER_WORDS:
        return f"{path} {OTHER_WORDS[word.lower()]}"
    program, _, group = path.partition(" ")
    if meant := WORDS_IN_GROUPS.get(f"{group} {word.lower()}"):
        return f"{program} {meant}"
    near = nearest(word, known)
    return None if near is None else f"{path} {near}"


def option(given: str, known: list[str]) -> str | None:
    """The option that is meant by an unknown one; None for no idea.

    The dashes count for nothing: else all options would be like each other.
    """
    long = {name.lstrip("-"): name for name in known if name.startswith("--")}
    near = nearest(given.lstrip("-"), long)
    return None if near is None else long[near]
