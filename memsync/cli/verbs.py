"""The verbs: where each one is, and its line in `memsync --help`."""

from __future__ import annotations

VERBS: dict[str, tuple[str, str]] = {
    "init": ("init", "Give this git root a memory, kept out of version control."),
    "deinit": ("deinit", "Take back what init and hooks install did."),
    "merge-back": ("merge_back", "Bring a worktree's own notes to the shared memory."),
    "adopt": ("adopt", "Tell this repository who it is, after a move or a fork."),
    "status": ("status", "Show which memories apply here and how they are."),
    "list": ("list", "List notes."),
    "read": ("read", "Print a note."),
    "write": ("write", "Create or replace a note."),
    "remember": ("remember", "Save a fact as a note and index it."),
    "edit": ("edit", "Open a note, or the memory index, in your editor."),
    "rename": ("rename", "Rename a note and the links to it."),
    "move": ("move", "Move a note to the other scope."),
    "forget": ("forget", "Remove a note; its text stays in the archive."),
    "archive": ("archive", "List, show, compare, restore and prune versions."),
    "lint": ("lint", "Check notes, links and the memory index."),
    "context": ("context", "Print what goes into a prompt."),
    "scan": ("scan", "Look for secrets."),
    "search": ("search", "Find notes by what they say."),
    "hooks": ("hooks", "Install, remove or show the git hooks."),
    "eval": ("eval", "Measure how well search finds what was meant."),
    "doctor": ("doctor", "Prove that the guard works here."),
    "sync": ("sync", "Mirror the user memory to a private git repository."),
    "path": ("path", "Print the folder of a memory."),
    "config": ("config", "Read and change settings."),
    "hook": ("hook", "The entry for an agent's session hooks."),
    "mcp": ("mcp", "Serve the memories of this folder to an agent, over MCP."),
    "demo": ("demo", "Show the main job in a throwaway folder."),
}
