"""The keys of what commands print for programs: none is renamed, none goes missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.commands import busy_machine, what_counts
from support.machine import Machine

if TYPE_CHECKING:
    from pathlib import Path

ONE_VERSION = "id name scope time reason path chars"
WRITTEN = "name scope path action archived memory_index_updated"
GUARD = "folder state guarded runner place chained framework hooks_path"
SYNCED = (
    "configured remote encrypted last_success unpushed trouble held strays merged"
    " conflicts projects agents head"
)
ROUND = "changed head sent received merged archived held queued"
LOG = "head time machine kind notes archived deleted called sent received merged held"
FILE = "path action dry_run"

# A dot leads into an object, or into the first of a list.
READERS = {
    "status": [
        "workspace user sync hooks warnings",
        *(
            f"workspace.{key}"
            for key in ["root", "memory", "mode", "shared_with", "notes"]
        ),
        "workspace.index_chars workspace.ignored workspace.private",
        "user.memory user.mode user.notes user.index_chars",
        *(f"sync.{key}" for key in SYNCED.split()),
        *(f"hooks.{key}" for key in GUARD.split()),
    ],
    "list": ["name scope type description path chars created updated versions"],
    "read port": [
        "name scope type description body path frontmatter",
        "frontmatter.name frontmatter.description frontmatter.type",
        "frontmatter.created frontmatter.updated",
    ],
    "show port": ["name scope type description body path"],
    "show": [
        "scope memory index notes open_items days",
        "notes.name notes.type notes.description",
    ],
    "daily show": ["date name scope path text"],
    "scratchpad show": [
        "name scope path text items",
        "items.number items.line items.text",
    ],
    "archive list": [ONE_VERSION],
    "archive show ID": [f"{ONE_VERSION} text"],
    "archive diff ID": ["id name diff"],
    "lint": ["findings notes"],
    "search port": ["name scope score description path snippet"],
    "search port --strategy literal": [
        "name scope score description path snippet matches",
        "matches.port",
    ],
    "context": ["text chars cap omitted warnings"],
    "sessions index": [
        "sessions messages read dropped skipped",
        "skipped.malformed skipped.unknown skipped.unread",
    ],
    "learn status": [
        "enabled unattended review model confirmed confirmed_model trouble last_run",
        "today today.calls today.max_calls today.tokens today.tokens.in",
        "today.tokens.out facts failed proposals",
    ],
    "scan": ["findings scanned"],
    "hooks status": [
        f"{GUARD} post_checkout agents",
        "agents.agent agents.settings agents.path agents.state",
    ],
    "doctor": ["ok checks", "checks.name checks.ok checks.message checks.hint"],
    "agents": [
        "agent kind installed folder project_folder notes chars cap over synced linked"
    ],
    "sync status": [SYNCED],
    "sync log": [LOG],
    "sync machines": ["id name last_seen version this"],
    "sync timer status": ["installed kind every active files"],
    "sync verify": ["head encrypted commits files versions epochs seen"],
    "path": ["scope path"],
    "config get caps.note": ["key value origin"],
    "config list": ["key value origin about"],
    "completion bash": ["shell script"],
    "adopt": ["identity source candidates", "candidates.id candidates.why"],
}

TRIALS = {
    "undo": ["command time items kept", "items.name items.scope items.action"],
    "sync": [ROUND],
    "sync undo": [ROUND],
    "purge port": ["name archived dangling purged history queued dry_run"],
    "init": [
        "root memory scope kind actions",
        "actions.path actions.action actions.dry_run",
    ],
    "deinit": [
        "root memory archived actions dry_run",
        "actions.path actions.action",
    ],
    "setup": [
        "parts changed",
        "parts.part parts.state parts.path parts.said parts.reason parts.hint",
    ],
    "import claude-code": ["agent path items"],
    "export claude-code": [
        "agent path items",
        "items.source items.name items.action items.reason items.lost",
    ],
    "link claude-code": [
        "agent path action memory imported dry_run",
        "imported.agent imported.path imported.items",
    ],
    "unlink claude-code": ["agent path action memory dry_run"],
    "sync add": ["changed identity root memory"],
    "sync machines rename tower": ["id name was changed queued"],
    "sync timer install": ["files", "files.path files.text"],
    "sync timer uninstall": ["removed"],
    "hooks install --agent codex": [f"agent {FILE}"],
    "hooks uninstall": [f"{FILE} {GUARD}"],
    "learn": [
        "sessions sessions.read sessions.skipped calls tokens tokens.in tokens.out",
        "facts dropped proposals failed to most_calls",
    ],
    "learn clear": ["proposals decisions"],
    "learn undo": ["command time items kept withdrawn waiting"],
    "adopt git.example/c/d": ["identity previous action memory dry_run"],
}


def keys_of(value: object, before: str = "") -> set[str]:
    """All keys of a JSON value, each with those that lead to it."""
    if isinstance(value, list):
        return set().union(*(keys_of(each, before) for each in value))
    if not isinstance(value, dict):
        return set()
    found = {f"{before}{key}" for key in value}
    # What is keyed by names of a person's is a value of its own.
    return found.union(
        *(keys_of(each, f"{before}{key}.") for key, each in value.items())
    )


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> tuple[Machine, Path]:
    return busy_machine(tmp_path_factory.mktemp("busy"))


@pytest.mark.parametrize("words", READERS)
def test_what_is_read_has_these_keys(busy: tuple[Machine, Path], words: str) -> None:
    machine, top = busy
    listed = machine.memsync("archive", "list", "port", "--json", cwd=top).json
    words_given = words.replace("ID", listed[0]["id"]).split()
    said = machine.memsync(*words_given, "--json", cwd=top).json
    # Only where the agents' hooks call another memsync than this one.
    keys = keys_of(said) - {"agents.calls"}
    assert keys == set(" ".join(READERS[words]).split())


@pytest.mark.parametrize("words", TRIALS)
def test_a_trial_has_these_keys_and_changes_nothing(
    busy: tuple[Machine, Path], words: str
) -> None:
    machine, top = busy
    before = what_counts(machine, top)
    said = machine.memsync(*words.split(), "--dry-run", "--json", cwd=top).json
    assert keys_of(said) == set(" ".join(TRIALS[words]).split())
    assert what_counts(machine, top) == before


def test_what_is_written_has_these_keys(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    top = machine.repository()
    machine.memsync("write", "port", "-m", "The port is 8080.", cwd=top)
    for words, keys in (
        ("remember Hello", WRITTEN),
        ("write port -m x", WRITTEN),
        ("daily add x", WRITTEN),
        ("scratchpad add x", WRITTEN),
        ("scratchpad done 1", f"{WRITTEN} done"),
        ("rename port web", "name archived dangling"),
        ("move web --scope user", "name archived dangling"),
        ("forget web --scope user", "name archived dangling"),
        ("config set caps.note 3000", "key value path"),
        (
            "deinit",
            "root memory archived actions actions.path actions.action dry_run",
        ),
    ):
        said = machine.memsync(*words.split(), "--json", cwd=top).json
        assert keys_of(said) == set(keys.split()), words
