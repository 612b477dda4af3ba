"""Folders as agents leave them: real-shaped files, each for one layout."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

BOM = b"\xef\xbb\xbf"


class Shape(NamedTuple):
    """Files of one agent's folder, and the names that import gives to them."""

    agent: str
    files: dict[str, bytes]
    names: set[str]
    """What is imported; other files are the agent's business."""
    back: tuple[str, ...] | None = None
    """The files that an export into an empty folder gives back; None: all."""


def lay(folder: Path, files: dict[str, bytes]) -> None:
    """Write the files below a folder."""
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def text(*lines: str, eol: str = "\n") -> bytes:
    """Lines as a file, with a final line end."""
    return (eol.join(lines) + eol).encode()


CLAUDE_CODE = Shape(
    "claude-code",
    {
        "MEMORY.md": text(
            "# Memory",
            "",
            "- [Testing](feedback_testing.md) — run the tests before a commit",
            "- [Deploys](project_deploys.md) — Fridays are off",
        ),
        "feedback_testing.md": text(
            "---",
            "name: testing-first",
            'description: "Run the tests: always"',
            "metadata:",
            "  node_type: memory",
            "  type: feedback",
            "  originSessionId: 0b54a1c5-6a53-4c76-9f1a-0f7b8f5b5a11",
            "---",
            "",
            "Run the tests before each commit.",
            "",
            "**Why:** a broken main stops everybody.",
            "**How to apply:** `make test`.",
        ),
        "project_deploys.md": text(
            "---",
            "name: deploys",
            "description: when we deploy",
            "type: project",
            "---",
            "",
            "Never on Fridays. See [[testing-first]].",
            eol="\r\n",
        ),
        "reference/grafana.md": BOM
        + b"---\nname: grafana\ndescription: where\n---\n\nAt /d/latency, no newline",
        "Später.md": text("Ohne Frontmatter, mit Umlaut."),
        "🚀.md": text("---", "name: launch", "description: d", "---", "", "Emoji."),
    },
    {
        *("feedback_testing", "project_deploys", "grafana", "spater"),
        "launch",
    },
)
GEMINI = Shape(
    "gemini-cli",
    {
        "MEMORY.md": text("- [build](build.md) — how to build"),
        "build.md": text("# Build", "", "Use `npm run build`."),
    },
    {"build"},
)
QWEN = Shape(
    "qwen-code",
    {
        "MEMORY.md": text("- [Style](feedback/style.md) — tabs"),
        "feedback/style.md": text(
            "---",
            "type: feedback",
            "name: Style",
            "description: tabs",
            "---",
            "",
            "Tabs.",
        ),
        "pinned/keep.md": text(
            "---", "name: Keep", "description: keep", "type: user", "---", "", "Keep."
        ),
    },
    {"style", "keep"},
)
GOOSE = Shape(
    "goose",
    {
        "development.txt": b"# python style\nUse 4 spaces.\n\nRun ruff\nand mypy.\n\n",
        "user.txt": b"\n# prefs\nLikes tea.",
    },
    {"development-use-4-spaces", "development-run-ruff", "user"},
)
CURSOR = Shape(
    "cursor",
    {
        "style.mdc": text(
            "---",
            "description: How we write TypeScript",
            "globs: *.ts,*.tsx",
            "alwaysApply: false",
            "---",
            "",
            "- No default exports.",
        ),
        "deep/tests.mdc": text(
            "---", "description:", "globs:", "alwaysApply: true", "---", "Test it."
        ),
        "ignored.md": text("Cursor does not read this."),
    },
    {"style", "tests"},
    ("style.mdc", "deep/tests.mdc"),
)
WINDSURF = Shape(
    "windsurf",
    {
        "style.md": text(
            "---", "trigger: glob", "globs: *.py", "---", "", "Black, 100 columns."
        ),
        "always.md": text("---", "trigger: always_on", "---", "Be brief."),
    },
    {"style", "always"},
)
CLINE = Shape(
    "cline",
    {
        "01-style.md": text("# Style", "", "Two spaces."),
        "02-api.md": text("---", "paths:", '  - "src/api/**"', "---", "", "Use zod."),
    },
    {"01-style", "02-api"},
)
BASIC_MEMORY = Shape(
    "basic-memory",
    {
        "coffee/Brewing Methods.md": text(
            "---",
            "title: Brewing Methods",
            "type: note",
            "permalink: coffee/brewing-methods",
            "tags:",
            "- coffee",
            "- brewing",
            "---",
            "",
            "# Brewing Methods",
            "",
            "- [method] Pour over is clean #clarity (at 94 degrees)",
            "- relates_to [[Coffee Beans]]",
        ),
    },
    {"brewing-methods"},
)
MEMORY_TOOL = Shape(
    "memory-tool",
    {
        "preferences.md": text("I like tabs."),
        "project/notes.txt": text("Line one", "Line two"),
        "project/preferences.md": text("Another file of that name."),
        "index.xml": text("<memory><fact>x</fact></memory>"),
    },
    {"preferences", "notes", "project-preferences", "index-note"},
)
OH_MY_PI = Shape(
    "oh-my-pi",
    {
        "learned.md": text(
            "# Learned",
            "",
            "- Use bun, not npm *(context: package.json)*",
            "- The API answers 429 above 10 requests a second",
        ),
        "MEMORY.md": text("# Memory", "", "The service is called heron."),
        "raw_memories.md": text("# Raw Memories", "", "## thread"),
    },
    {"oh-my-pi-memory", "learned-use-bun-not-npm-context-package-json"}
    | {"learned-the-api-answers-429-above-10"},
    ("learned.md",),
)
ZEROSTACK = Shape(
    "zerostack",
    {
        "SCRATCHPAD.md": text("- [ ] open", "* [ ] starred", "- [x] done"),
        "SCRATCHPAD.bak": text("- [ ] open"),
        "daily/2026-05-30.md": text("", "### 09:15 — summary", "We chose X."),
        "notes/deployment.md": text("Deploy with `make ship`."),
        "notes/deployment.bak": text("Deploy by hand."),
    },
    {"scratchpad/SCRATCHPAD", "daily/2026-05-30", "deployment"},
    ("SCRATCHPAD.md", "daily/2026-05-30.md", "notes/deployment.md"),
)
YOTTACODE = Shape(
    "yottacode",
    {
        "MEMORY.md": text(
            "# Memory Index (project scope)",
            "",
            "Kept by yottacode; do not edit.",
            "",
            "## project",
            "- [release](release.md) — how to release",
        ),
        "release.md": text(
            "---",
            "name: release",
            "type: project",
            "description: how to release",
            "created: 2026-05-01T10:00:00Z",
            "source_session: 20260501-100000.000001",
            "---",
            "Tag, then push.",
        ),
        ".archive/release.1746093600000000000.a1b2.md": text(
            "---", "name: release", "---", "Push, then tag."
        ),
    },
    {"release"},
    ("MEMORY.md", "release.md"),
)
JUTUL = Shape(
    "jutul-agent",
    {
        "MEMORY.md": text(
            "# Memory index",
            "",
            "One line per note.",
            "",
            "- `Grid: size` — cells (file: `grid-size.md`)",
        ),
        "grid-size.md": text(
            "---",
            "name: grid-size",
            "description: Grid: size",
            "type: simulator",
            "---",
        )
        + text("", "Use 30x30x5 cells."),
    },
    {"grid-size"},
)
COYOTE = Shape(
    "coyote",
    {
        "MEMORY.md": text("# Workspace Memory Index", "", "- [[auth]]: how we log in"),
        "auth.md": text(
            "---", "name: auth", "description: how we log in", "type: project", "---"
        )
        + text("", "With SSO."),
    },
    {"auth"},
)
CODEX = Shape(
    "codex",
    {
        "MEMORY.md": text(
            "# Task Group: Release the crate",
            "scope: releases",
            "applies_to: cwd=/srv/crate; reuse_rule=same repository",
            "",
            "## Task 1: publish",
            "### keywords",
            "- cargo, publish",
            "",
            "# Task Group: Flaky tests",
            "scope: tests",
            "applies_to: cwd=/srv/other; reuse_rule=any",
            "",
            "## Reusable knowledge",
            "- retry once",
        ),
        "memory_summary.md": text(
            *("v1", "## User Profile", "Writes Rust.", "", "## User preferences"),
            *("- Answers in German.", "", "## General Tips", "- Use rg."),
        ),
        "extensions/ad_hoc/notes/2026-11-01T10-00-00-likes-tea.md": text("Likes tea."),
    },
    {"release-the-crate", "flaky-tests", "likes-tea", "answers-in-german"},
    ("extensions/ad_hoc/notes/2026-11-01T10-00-00-likes-tea.md",),
)
CLAUDE_MD = Shape(
    "claude-md",
    {
        "CLAUDE.md": text("# Project", "", "Use pnpm.", "", "@docs/style.md"),
        ".claude/rules/api.md": text(
            "---", "paths:", '  - "src/**"', "---", "", "Validate input."
        ),
    },
    {"claude", "api"},
)
AGENTS_MD = Shape(
    "agents-md", {"AGENTS.md": text("# Agents", "", "Run `just check`.")}, {"agents"}
)
HERMES = Shape(
    "hermes",
    {
        "MEMORY.md": "Uses Arch.\n§\nThe server is heron.\n".encode(),
        "USER.md": b"Calls herself Kim.\n",
    },
    {"memory-uses-arch", "memory-the-server-is-heron", "user"},
)
OPENCLAW = Shape(
    "openclaw",
    {
        "MEMORY.md": text("# Long-term", "", "Likes short answers."),
        "memory/2026-05-30.md": text("- talked about sync"),
    },
    {"openclaw-memory", "daily/2026-05-30"},
)
LETTA = Shape(
    "letta",
    {
        "system/persona.md": text("---", "description: who I am", "---", "", "I help."),
        "human.md": text(
            "---", "description: the person", "limit: 2000", "---", "Kim."
        ),
    },
    {"persona", "human"},
)
KIRO = Shape(
    "kiro",
    {"api.md": text("---", "inclusion: always", "---", "", "REST only.")},
    {"api"},
)
COPILOT = Shape(
    "copilot",
    {
        "python.instructions.md": text(
            "---", 'applyTo: "**/*.py"', "---", "", "Type hints everywhere."
        )
    },
    {"python"},
)
AGENT_MEMORY_GIT = Shape(
    "agent-memory-git",
    {
        "2026/11/20261101-tabs.md": text(
            "---",
            "id: 20261101-tabs",
            "name: tabs",
            "type: feedback",
            "scope: global",
            "description: tabs, not spaces",
            "source:",
            "  tool: claude-code",
            "---",
            "",
            "Tabs.",
        )
    },
    {"20261101-tabs"},
)
SHAPES = (
    *(CLAUDE_CODE, CLAUDE_MD, CODEX, AGENTS_MD, GEMINI, QWEN, GOOSE, CURSOR, WINDSURF),
    *(CLINE, BASIC_MEMORY, MEMORY_TOOL, OH_MY_PI, ZEROSTACK, YOTTACODE, JUTUL, COYOTE),
    *(HERMES, OPENCLAW, LETTA, KIRO, COPILOT, AGENT_MEMORY_GIT),
)
