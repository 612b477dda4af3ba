"""Cursor: `.cursor/rules/*.mdc`; its own memories are gone since version 2.1.

The frontmatter has the keys `description`, `globs` (bare text) and `alwaysApply`
(cursor.com/docs/context/rules).
"""

from __future__ import annotations

from memsync.agents.layouts.engines.rules import RulesFolder
from memsync.agents.layouts.layout import Layout
from memsync.agents.layouts.where import below_top, nowhere

LAYOUT = Layout(
    agent="cursor",
    kind="C",
    project=below_top(".cursor/rules"),
    person=nowhere,
    home=lambda where: where.home / ".cursor",
    engine=RulesFolder(
        ending=".mdc",
        keys=("globs", "alwaysApply"),
        new={"globs": "", "alwaysApply": "false"},
    ),
    inner=(".cursor/rules",),
    loses="types, dates and all keys but description, globs and alwaysApply",
)
