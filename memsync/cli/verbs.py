"""The verbs: where each one is, and its line in `memsync --help`."""

from __future__ import annotations

VERBS: dict[str, tuple[str, str]] = {
    "setup": ("setup", "Set up this machine: agents, sync and its timer."),
    "init": ("memory.init", "Initialise agent memory in this repository."),
    "deinit": ("memory.deinit", "Undo what init and hooks install did."),
    "merge-back": (
        "memory.merge_back",
        "Merge a worktree's own notes into the shared memory.",
    ),
    "merge-file": ("memory.merge_file", "Merge a team's note, as git's merge driver."),
    "adopt": ("memory.adopt", "Set the repository's identity after a move or a fork."),
    "status": ("memory.status", "Show the memories that apply here and their state."),
    "list": ("notes.list", "List notes by name, type and description."),
    "read": ("notes.read", "Print a note."),
    "show": ("notes.show", "Show a note, or the whole memory, rendered."),
    "write": ("notes.write", "Create or update a note."),
    "remember": ("notes.remember", "Save a fact as a note."),
    "edit": ("notes.edit", "Edit a note or the memory index."),
    "rename": ("notes.rename", "Rename a note and all links to it."),
    "move": ("notes.move", "Move a note between workspace and user memory."),
    "forget": ("notes.forget", "Delete a note; the archive keeps its text."),
    "undo": ("history.undo", "Undo the last command that changed notes."),
    "daily": ("notes.daily", "Keep a daily log."),
    "scratchpad": ("notes.scratchpad", "Keep a list of open items."),
    "purge": ("history.purge", "Delete a note or a secret everywhere, for good."),
    "archive": (
        "history.archive",
        "List, compare and restore earlier versions of notes.",
    ),
    "lint": ("guard.lint", "Check notes, links and the memory index."),
    "search": ("find.search", "Search notes."),
    "recall": ("sessions.recall", "Search the past sessions of all agents."),
    "sessions": ("sessions.group", "List, show and forget the sessions of agents."),
    "learn": ("learn.group", "Propose notes from past sessions, with your own model."),
    "ui": ("page.ui", "View and edit the memory in your browser."),
    "context": ("find.context", "Print the memory for an agent's prompt."),
    "eval": ("find.eval", "Measure a search strategy on a fixture."),
    "reindex": ("find.reindex", "Compute the missing vectors for semantic search."),
    "ephemeral": ("memory.ephemeral", "Run one command with a throwaway memory."),
    "scan": ("guard.scan", "Scan files, commits or notes for secrets."),
    "hooks": ("hooks.group", "Install or remove git hooks and agent hooks."),
    "doctor": ("guard.doctor", "Check that the guard stops a secret here."),
    "agents": ("agents.list", "List agents, the memory each keeps, and its limit."),
    "import": ("agents.import_", "Import an agent's own memory as notes."),
    "export": ("agents.export", "Export notes into an agent's own memory."),
    "link": ("agents.link", "Make Claude Code use this repository's memory."),
    "unlink": ("agents.unlink", "Undo link: restore the agent's settings."),
    "sync": ("sync.group", "Sync your user memory with a private git repository."),
    "keys": ("keys.group", "Manage the keys of the encrypted memory."),
    "path": ("memory.path", "Print the path of a memory."),
    "config": ("config", "Read or change settings."),
    "hook": ("hook.group", "Run an agent's session hook."),
    "mcp": ("mcp", "Run the MCP server for this folder."),
    "completion": ("completion.command", "Print the completion script for your shell."),
    "demo": ("demo", "Show memsync at work in a throwaway folder."),
}

# The groups in `memsync --help`; a verb that is in none is listed last, under More.
SECTIONS: dict[str, tuple[str, ...]] = {
    "Set up": ("setup", "init", "deinit", "merge-back", "adopt", "doctor", "config"),
    "Notes": (
        *("list", "read", "show", "write", "remember", "edit", "rename", "move"),
        *("forget", "lint", "daily", "scratchpad"),
    ),
    "Search and prompts": (
        *("search", "recall", "sessions", "learn", "context", "reindex"),
    ),
    "History": ("undo", "archive", "purge"),
    "Guard": ("scan", "hooks"),
    "Sync": ("sync", "keys"),
    "Agents": ("agents", "import", "export", "link", "unlink", "hook", "mcp"),
    "Inspect": ("status", "ui", "path"),
    "Other": ("demo", "eval", "ephemeral", "merge-file", "completion"),
}


def verb_of(arguments: list[str]) -> str | None:
    """The first word that is neither an option nor the value of `-C`."""
    words = iter(arguments)
    for word in words:
        if word == "-C":
            next(words, None)
        elif not word.startswith("-"):
            return word
    return None
