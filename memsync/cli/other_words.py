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


def suggestion(path: str, word: str, known: list[str]) -> str | None:
    """The full command that is meant by `word` after `path`; None for no idea.

    `path` is the command so far, such as `memsync sync`; `known` are its commands.
    """
    if " " not in path and word.lower() in OTHER_WORDS:
        return f"{path} {OTHER_WORDS[word.lower()]}"
    near = nearest(word, known)
    return None if near is None else f"{path} {near}"
