"""What other tools call our commands, and which command a mistyped word meant."""

from __future__ import annotations

from memsync.meant import nearest

# Words that a git user tries first.
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
    """The command that is meant by a word behind `path`, in full; None for no idea.

    `path` is the command so far, such as `memsync sync`; `known` what may follow.
    """
    if " " not in path and word.lower() in OTHER_WORDS:
        return f"{path} {OTHER_WORDS[word.lower()]}"
    near = nearest(word, known)
    return None if near is None else f"{path} {near}"
