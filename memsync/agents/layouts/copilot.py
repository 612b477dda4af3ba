"""GitHub Copilot: `.github/instructions/*.instructions.md`, and the person's own.

Its own memory is kept by a server, and has no files. Files have the key `applyTo`
(docs.github.com).
"""

from __future__ import annotations

from memsync.agents.layouts.engines.rules import RulesFolder
from memsync.agents.layouts.layout import Layout
from memsync.agents.layouts.where import below_top

LAYOUT = Layout(
    agent="copilot",
    kind="C",
    project=below_top(".github/instructions"),
    person=lambda where: where.folder("COPILOT_HOME", ".copilot") / "instructions",
    home=lambda where: where.folder("COPILOT_HOME", ".copilot"),
    engine=RulesFolder(
        ending=".instructions.md", keys=("applyTo",), new={"applyTo": "'**'"}
    ),
    inner=(".github/instructions", "instructions"),
    loses="types, dates and all keys but description and applyTo",
)
