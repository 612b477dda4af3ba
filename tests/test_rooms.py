"""Each room imports only rooms above it, and no module imports itself by a detour."""

from __future__ import annotations

import ast
from functools import cache
from graphlib import TopologicalSorter
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

import memsync

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(memsync.__file__).parent
GROUND = "ground floor"
ORDER = (
    GROUND,
    "secrets",
    "memory",
    "workspace",
    "guard",
    "retrieval",
    "vault",
    "agents",
    "sync",
    "setup",
    "sessions",
    "learn",
    "mcp",
    "page",
    "demo",
    "api",
    "cli",
)

# The order within a room. What stands in the room itself may use each of them, and be
# used by each; that nothing goes round in a circle holds for all.
SUB_ROOMS = {
    GROUND: ("process", "files", "config"),
    "secrets": (
        "rules",
        "texts",
        "values",
        "named",
        "tiers",
        "commands",
        "words",
        "prose",
        "tables",
        "model",
        "doubts",
        "gates",
    ),
    "memory": ("note", "index", "archive", "files", "change", "store", "lint"),
    "workspace": ("repository", "place", "steps", "verbs"),
    "guard": ("checks", "report", "scan", "install"),
    "retrieval": ("words", "ranking", "cache", "meaning", "search"),
    "agents": ("hooks", "known", "layouts", "transfer"),
    "sync": (
        "tree",
        "merge",
        "mirror",
        "state",
        "folder",
        "homes",
        "sealed",
        "early",
        "members",
        "round",
        "verbs",
    ),
    "sessions": ("reading", "readers", "index", "recall"),
    "learn": ("evidence", "answers", "proposals", "models", "ledger", "runs"),
    "mcp": ("calls", "memory_tool", "tools"),
    "page": ("html", "entry", "request", "views", "changes"),
    "cli": (
        "shared",
        "notes",
        "find",
        "sessions",
        "learn",
        "keys",
        "sync",
        "history",
        "hooks",
        "memory",
        "guard",
        "agents",
        "page",
        "hook",
        "completion",
    ),
}

# Lines; most files have fewer than 250.
LONGEST_FILE = 330
# A script writes these tables, and nobody reads them from top to bottom.
GENERATED = PACKAGE / "secrets/model/weights"

NO_ROOM_FOR = {"utils", "util", "helpers", "helper", "manager", "service", "common"}
READING = {"os.environ", "os.getenv", "datetime.now", "date.today"}

# Programs import it, and no other room does.
API = "memsync.api"

ENTRY_POINTS = ("cli/", "mcp/", "guard/hook.py", "api/")


class Import(NamedTuple):
    """One import of ours: from which module, of which, and when it happens."""

    source: str
    target: str
    at_import: bool


def modules() -> dict[str, Path]:
    """Every module of the package by its dotted name."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        found[".".join(parts).removesuffix(".__init__")] = path
    return found


MODULES = modules()


def room_of(module: str) -> str:
    parts = module.split(".")
    if len(parts) == 1 or not (PACKAGE / parts[1]).is_dir():
        return GROUND
    return GROUND if parts[1] in SUB_ROOMS[GROUND] else parts[1]


def sub_room_of(module: str) -> str | None:
    """The sub-room of a module; None for one that stands in the room itself."""
    parts = module.split(".")
    at = 1 if room_of(module) == GROUND else 2
    return (
        parts[at]
        if len(parts) > at and PACKAGE.joinpath(*parts[1 : at + 1]).is_dir()
        else None
    )


def imports_of(module: str) -> Iterator[Import]:
    tree = ast.parse(MODULES[module].read_text())
    yield from _imports(module, tree, at_import=True)


def _imports(module: str, node: ast.AST, *, at_import: bool) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):
            continue  # no expression holds an import
        lazy = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
        typing = isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(
            child.test
        )
        if isinstance(child, ast.ImportFrom):
            assert not child.level, f"{module}: imports are written in full"
            names = [f"{child.module}.{alias.name}" for alias in child.names]
        elif isinstance(child, ast.Import):
            names = [alias.name for alias in child.names]
        else:
            names = []
            yield from _imports(
                module, child, at_import=at_import and not lazy and not typing
            )
        for name in names:
            target = name if name in MODULES else name.rpartition(".")[0]
            if target in MODULES:
                yield Import(module, target, at_import)


@cache
def imports() -> list[Import]:
    """Every import of ours."""
    return [found for module in MODULES for found in imports_of(module)]


def test_there_are_imports_to_look_at() -> None:
    assert len(MODULES) > 50
    assert len(imports()) > 100


@pytest.mark.parametrize("room", sorted({room_of(module) for module in MODULES}))
def test_a_room_imports_only_rooms_above_it(room: str) -> None:
    allowed = ORDER[: ORDER.index(room) + 1]
    wrong = [
        f"{found.source} imports {found.target}"
        for found in imports()
        if room_of(found.source) == room
        and room_of(found.target) not in allowed
        # `python -m memsync` is the command line.
        and found.source != "memsync.__main__"
    ]
    assert wrong == []


@pytest.mark.parametrize("room", sorted(SUB_ROOMS))
def test_a_sub_room_imports_only_those_before_it(room: str) -> None:
    order = SUB_ROOMS[room]
    inside = [m for m in MODULES if room_of(m) == room]
    assert {sub_room_of(module) for module in inside} - {None} == set(order)
    wrong = [
        f"{found.source} imports {found.target}"
        for found in imports()
        if room_of(found.source) == room_of(found.target) == room
        for source, target in [(sub_room_of(found.source), sub_room_of(found.target))]
        if source and target and order.index(target) > order.index(source)
    ]
    assert wrong == []


def test_no_module_imports_itself_by_a_detour() -> None:
    """Imports inside functions, and those for types alone, count as well."""
    graph: dict[str, set[str]] = {module: set() for module in MODULES}
    for found in imports():
        if found.source != found.target:
            graph[found.source].add(found.target)
    TopologicalSorter(graph).prepare()


def test_only_entry_points_and_the_ground_floor_read_the_environment() -> None:
    wrong = []
    for module, path in MODULES.items():
        below = path.relative_to(PACKAGE).as_posix()
        if room_of(module) == GROUND or below.startswith(ENTRY_POINTS):
            continue
        wrong += [
            f"{below}:{node.lineno} reads {ast.unparse(node)}"
            for node in ast.walk(ast.parse(path.read_text()))
            if isinstance(node, ast.Attribute) and ast.unparse(node) in READING
        ]
    assert wrong == []


def test_no_module_is_named_for_being_everything() -> None:
    names = {part for module in MODULES for part in module.split(".")}
    assert not names & NO_ROOM_FOR


def test_a_round_is_run_through_one_door() -> None:
    """Outside of sync nobody starts one but by `memsync.sync.sync`."""
    inside = {"memsync.sync.round.round", "memsync.sync.round.repair"}
    wrong = [
        found
        for found in imports()
        if found.target in inside and room_of(found.source) != "sync"
    ]
    assert wrong == []
    assert any(found.target == "memsync.sync" for found in imports())


def test_no_room_depends_on_the_public_interface() -> None:
    assert API in MODULES
    wrong = [
        found
        for found in imports()
        if room_of(found.target) == "api" != room_of(found.source)
    ]
    assert wrong == []


def test_no_file_is_too_long_to_be_one_idea() -> None:
    long = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if len(path.read_text("utf-8").splitlines()) > LONGEST_FILE
        and GENERATED not in path.parents
    }
    assert long == set()


def test_what_is_said_of_a_constant_stands_above_it() -> None:
    below = []
    for path in PACKAGE.rglob("*.py"):
        body = ast.parse(path.read_text("utf-8")).body
        below += [
            f"{path.relative_to(PACKAGE).as_posix()}:{after.lineno}"
            for before, after in pairwise(body)
            if isinstance(before, ast.Assign | ast.AnnAssign)
            and isinstance(after, ast.Expr)
            and isinstance(after.value, ast.Constant)
        ]
    assert below == []
