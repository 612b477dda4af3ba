"""The table of folders that are synced in place agrees with the layouts."""

from __future__ import annotations

import pytest
from support.agent_folders import SHAPES, Shape

from memsync.agents.layouts.engines.folder import NotesFolder
from memsync.agents.layouts.registry import layout_called
from memsync.agents.layouts.where import nowhere
from memsync.agents.synced import DEEPEST, SYNCED, travels


@pytest.mark.parametrize("agent", sorted(SYNCED))
def test_a_synced_folder_is_one_that_the_agent_edits_note_by_note(agent: str) -> None:
    layout = layout_called(agent)
    form = SYNCED[agent]
    assert layout.agent == agent
    assert layout.kind == "A"
    assert layout.project is not nowhere
    assert not (form.for_person and layout.person is nowhere)
    if isinstance(layout.engine, NotesFolder):
        assert form.ending == layout.engine.ending
        assert form.index_file == (layout.engine.index or "")


@pytest.mark.parametrize(
    "shape", [s for s in SHAPES if s.agent in SYNCED], ids=lambda shape: shape.agent
)
def test_all_but_the_earlier_versions_of_a_folder_travels(shape: Shape) -> None:
    left = {path for path in shape.files if not travels(shape.agent, path)}
    earlier = {path for path in shape.files if ".bak" in path or ".archive/" in path}
    assert left == earlier


@pytest.mark.parametrize(
    ("agent", "path", "does"),
    [
        ("claude-code", "MEMORY.md", True),
        ("claude-code", "reference/grafana.md", True),
        ("claude-code", "notes.txt", False),
        ("claude-code", ".archive/a.md", False),
        ("claude-code", "a/.hidden.md", False),
        ("claude-code", ".md", False),
        ("claude-code", "/a.md", False),
        ("claude-code", "a//b.md", False),
        ("goose", "development.txt", True),
        ("goose", "development.md", False),
        ("yottacode", "projects/x/a.md", False),
        ("yottacode", "projects.md", True),
        ("zerostack", "projects/x/notes/a.md", False),
        ("qwen-code", "projects/a.md", True),
        ("cursor", "a.md", False),
        ("claude-code", "d/" * DEEPEST + "a.md", True),
        ("claude-code", "d/" * (DEEPEST + 1) + "a.md", False),
    ],
)
def test_which_files_travel(agent: str, path: str, does: bool) -> None:
    assert travels(agent, path) is does
