"""What we install is what each agent's published page describes.

The facts below were read on the pages and the days named here; docs/agents/ has the
same for people. When an agent's page changes, this is the place to begin.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
import yaml

from memsync.agents.hooks.settings import hooks_of
from memsync.agents.table import agent_called, with_hooks
from memsync.shipped import shipped

if TYPE_CHECKING:
    from support.machine import Machine

DOCS = Path(__file__).parents[3] / "docs/agents"


class Published(NamedTuple):
    """What a page says of an agent's hooks."""

    source: str
    read: str
    """When, and how where that is not on the page itself."""
    events: frozenset[str]
    """Those that we may use; the pages have more."""
    grouped: bool
    """An event has groups of commands, not commands."""
    required: frozenset[str]
    """The keys that a command must have."""
    optional: frozenset[str]
    timeout: str = ""
    unit: int = 1
    """How many of the timeout's units are a second."""
    version: int | None = None
    """What `version` must say at the top."""


CLAUDE_LIKE = frozenset({"type", "command"})
PUBLISHED = {
    "claude-code": Published(
        "code.claude.com/docs/en/hooks",
        "in November 2026",
        frozenset({"SessionStart", "UserPromptSubmit", "PostCompact", "SessionEnd"}),
        *(True, CLAUDE_LIKE, frozenset({"timeout"}), "timeout"),
    ),
    "codex": Published(
        "developers.openai.com/codex/hooks",
        "in November 2026",
        frozenset({"SessionStart", "UserPromptSubmit", "PostCompact", "SessionEnd"}),
        *(True, CLAUDE_LIKE, frozenset({"timeout"}), "timeout"),
    ),
    "gemini-cli": Published(
        "geminicli.com/docs/hooks/reference",
        "in November 2026",
        frozenset({"SessionStart", "BeforeAgent", "SessionEnd"}),
        *(True, CLAUDE_LIKE, frozenset({"name", "timeout"}), "timeout", 1000),
    ),
    "qwen-code": Published(
        "github.com/QwenLM/qwen-code, docs/users/features/hooks.md",
        "on 2026-11-22",
        frozenset({"SessionStart", "UserPromptSubmit", "SessionEnd"}),
        *(True, CLAUDE_LIKE, frozenset({"name", "timeout"}), "timeout", 1000),
    ),
    "cursor": Published(
        "cursor.com/docs/agent/hooks",
        "on 2026-11-22 by way of public projects that follow it",
        frozenset({"sessionStart", "sessionEnd"}),
        *(False, frozenset({"command"}), frozenset({"timeout"}), "timeout", 1, 1),
    ),
    "copilot": Published(
        "docs.github.com, Copilot CLI hooks reference",
        "on 2026-11-22",
        frozenset({"sessionStart", "sessionEnd"}),
        False,
        frozenset({"type", "bash"}),
        *(frozenset({"timeoutSec"}), "timeoutSec", 1, 1),
    ),
    "goose": Published(
        "github.com/block/goose,"
        " documentation/docs/guides/context-engineering/hooks.md",
        "on 2026-11-22",
        frozenset({"SessionStart", "SessionEnd"}),
        *(True, CLAUDE_LIKE, frozenset({"timeout"}), "timeout"),
    ),
}


def snippets(name: str) -> list[str]:
    hooks = hooks_of(agent_called(name))
    found = [hooks.snippet, *([hooks.per_prompt] if hooks.per_prompt else [])]
    return [shipped(each).read_text() for each in found]


def commands(name: str, published: Published) -> list[tuple[str, dict[str, object]]]:
    """Every command that we install for an agent, with its event."""
    found = []
    for text in snippets(name):
        for event, entries in json.loads(text)["hooks"].items():
            for entry in entries:
                if published.grouped:
                    assert set(entry) == {"hooks"}
                    found += [(event, each) for each in entry["hooks"]]
                else:
                    found.append((event, entry))
    return found


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_events_and_keys_are_those_of_the_page(name: str) -> None:
    published = PUBLISHED[name]
    found = commands(name, published)
    assert {event for event, _ in found} == published.events
    for _, command in found:
        assert published.required <= set(command)
        assert set(command) <= published.required | published.optional
        assert command.get("type", "command") == "command"
        seconds = command[published.timeout]
        assert isinstance(seconds, int)
        assert 5 <= seconds / published.unit <= 30
    if published.version is not None:
        assert json.loads(snippets(name)[0])["version"] == published.version


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_page_in_the_docs_says_the_same(name: str) -> None:
    published = PUBLISHED[name]
    page = (DOCS / f"{name}.md").read_text()
    rows = re.findall(r"(?m)^\| `([A-Za-z.]+)` \|", page)
    assert set(rows) == published.events
    assert f"Source: {published.source}, read {published.read}." in page


def test_qwens_timeouts_mean_the_same_to_every_version() -> None:
    """Milliseconds until September 2026; then seconds, but from 1,000 on as before.

    github.com/QwenLM/qwen-code, pull request 11615.
    """
    for _, command in commands("qwen-code", PUBLISHED["qwen-code"]):
        assert isinstance(command["timeout"], int)
        assert command["timeout"] >= 1000


def test_every_agent_with_hooks_has_its_page() -> None:
    assert {path.stem for path in DOCS.glob("*.md")} == {
        agent.name for agent in with_hooks()
    }
    for agent in with_hooks():
        page = (DOCS / f"{agent.name}.md").read_text()
        assert page.startswith(f"# {agent.title}\n")
        assert f"memsync hooks install --agent {agent.name}" in page


def test_coyotes_events_are_those_of_its_wiki() -> None:
    (text,) = snippets("coyote")
    hooks = yaml.safe_load(text)["hooks"]
    assert set(hooks) == {"session.started", "session.ended"}
    for commands_ in hooks.values():
        assert [set(command) for command in commands_] == [{"name", "command"}]


def test_gooses_plugin_has_the_manifest_that_goose_wants() -> None:
    (beside,) = hooks_of(agent_called("goose")).beside
    manifest = json.loads(shipped(beside.snippet).read_text())
    assert {"name", "version", "description"} == set(manifest)
    assert manifest["name"] == "memsync"


PLUGIN = """\
const { pathToFileURL } = require("node:url")
;(async () => {
  const [file, directory] = process.argv.slice(1)
  const plugin = await import(pathToFileURL(file))
  const hooks = await plugin.Memsync({ directory })
  const transform = hooks["experimental.chat.system.transform"]
  const seen = []
  const ask = async (sessionID) => {
    const output = { system: ["theirs"] }
    await transform({ sessionID }, output)
    seen.push(output.system)
  }
  await ask("one")
  await ask("one")
  const compacted = { type: "session.compacted", properties: { sessionID: "one" } }
  await hooks.event({ event: compacted })
  await ask("one")
  const idle = { type: "session.idle", properties: { sessionID: "one" } }
  await hooks.event({ event: idle })
  await hooks.event({ event: { type: "unknown" } })
  console.log(JSON.stringify(seen))
})()
"""


def test_opencodes_plugin_puts_the_memory_into_the_system_prompt(
    machine: Machine,
) -> None:
    """`event` and `experimental.chat.system.transform`: opencode.ai/docs/plugins."""
    assert shutil.which("node"), "node is missing: apt-get install nodejs npm"
    root = machine.repository()
    machine.memsync("write", "fact", "-d", "a fact", "-m", "text", cwd=root)
    machine.memsync("hooks", "install", "--agent", "opencode", cwd=root)
    plugin = machine.home / ".config/opencode/plugins/memsync.mjs"
    shutil.copy(plugin.with_suffix(".js"), plugin)
    done = subprocess.run(
        ["node", "-e", PLUGIN, str(plugin), str(root)],
        cwd=machine.folder,
        env={**machine.environ, "PATH": "/usr/bin:/bin"},
        capture_output=True,
        check=True,
        timeout=60,
    )
    first, second, third = json.loads(done.stdout)
    assert first == second == third
    assert first[0] == "theirs"
    assert "[[fact]]: a fact" in first[1]
    assert "memsync remember" in first[1]
    gone = plugin.read_text().replace(
        next(line for line in plugin.read_text().splitlines() if "MEMSYNC =" in line),
        'const MEMSYNC = "/no/such/memsync"',
    )
    plugin.write_text(gone)
    done = subprocess.run(
        ["node", "-e", PLUGIN, str(plugin), str(root)],
        cwd=machine.folder,
        env=machine.environ,
        capture_output=True,
        check=True,
        timeout=60,
    )
    assert json.loads(done.stdout) == [["theirs"]] * 3
