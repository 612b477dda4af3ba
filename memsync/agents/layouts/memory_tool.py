"""The folder behind Anthropic's memory tool: any tree of text files, at a PATH.

A memory may have 100 kB in a managed store; an index is optional
(platform.claude.com/docs/en/agents-and-tools/tool-use/memory-tool).
"""

from __future__ import annotations

from memsync.agents.layouts.engines.tree import Tree
from memsync.agents.layouts.layout import Layout
from memsync.agents.layouts.where import nowhere

LAYOUT = Layout(
    agent="memory-tool",
    kind="A",
    project=nowhere,
    person=nowhere,
    home=nowhere,
    engine=Tree(cap=100_000),
    inner=("memories",),
    not_there="give the folder that your program keeps as PATH",
)
