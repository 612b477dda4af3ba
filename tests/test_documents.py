"""What the documents promise is in the code, and what is in the code is documented."""

from __future__ import annotations

import ast
import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click
import pytest
import yaml
from support import reference
from test_rooms import ORDER, SUB_ROOMS

from memsync.cli.main import memsync
from memsync.cli.verbs import VERBS
from memsync.config.keys import KEYS
from memsync.error_words import Word
from memsync.errors import Exit
from memsync.memory.lint.lint import RULES

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
PAGES = sorted(
    [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "hooks").rglob("*.md"),
        ROOT / "tests/systems.md",
        ROOT / "tests/support/README.md",
    ]
)
SET_UP = (
    "python3 -m venv .venv && .venv/bin/pip install . && .venv/bin/memsync demo",
    "python3 -m venv .venv && .venv/bin/pip install -e '.[test]' && .venv/bin/pytest",
)


def page(path: Path) -> str:
    return path.read_text("utf-8")


def blocks(text: str, language: str) -> Iterator[str]:
    yield from re.findall(
        rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL
    )


def said(text: str) -> Iterator[str]:
    """Every `memsync …` in backticks, and every line of a console block."""
    yield from re.findall(r"`memsync ([a-z-][^`\n]*)`", text)
    for block in blocks(text, "console"):
        for line in block.splitlines():
            yield from re.findall(r"(?:^|/| )memsync ([a-z-].*)$", line)


def check(line: str) -> None:
    """Raise `click.UsageError` unless the verb and all its options exist."""
    # `…` and `[…]` stand for what a reader fills in.
    words = shlex.split(re.sub(r"…|\[[^]]*\]|\|.*|COMMAND.*", "", line), comments=True)
    command: click.Command = memsync
    context = click.Context(memsync, info_name="memsync")
    while True:
        _, rest, _ = command.make_parser(context).parse_args(list(words))
        if not isinstance(command, click.Group) or not rest:
            return
        word, *words = rest
        below = command.get_command(context, word)
        if below is None:
            if command.invoke_without_command and command is not memsync:
                return
            raise click.UsageError(f"no such command: {word}")
        command = below
        context = click.Context(command, info_name=word)


def problems(lines: Iterator[str]) -> list[str]:
    found = []
    for line in lines:
        try:
            check(line)
        except click.UsageError as error:
            found.append(f"memsync {line}: {error.format_message()}")
    return found


@pytest.mark.parametrize("path", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_every_command_in_a_document_exists_with_its_options(path: Path) -> None:
    assert problems(said(page(path))) == []


def test_every_command_in_a_hint_or_message_exists() -> None:
    texts: list[str] = []
    for module in (ROOT / "memsync").rglob("*.py"):
        for node in ast.walk(ast.parse(module.read_text("utf-8"))):
            if isinstance(node, ast.JoinedStr):
                values = [
                    v.value if isinstance(v, ast.Constant) else "NAME"
                    for v in node.values
                ]
                texts.append("".join(map(str, values)))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                texts.append(node.value)
    # Half of an f-string, seen again as a constant, has no closing backtick.
    assert problems(line for text in texts for line in said(text)) == []


@pytest.mark.parametrize("name", reference.PAGES)
def test_made_pages_are_current(name: str) -> None:
    assert page(reference.DOCS / name) == reference.current(name), (
        "run `python tests/support/reference.py --write`"
    )


def test_the_man_page_is_current() -> None:
    made = reference.current_files()[reference.MAN_PAGE]
    assert page(reference.DOCS / reference.MAN_PAGE) == made, (
        "run `python tests/support/reference.py --write`"
    )


def test_every_verb_is_in_the_command_reference() -> None:
    text = page(ROOT / "docs/commands.md")
    for verb in VERBS:
        assert f"\n## memsync {verb}\n" in text


def test_the_readme_is_short_and_begins_with_the_two_set_ups() -> None:
    lines = page(README).splitlines()
    assert len(lines) <= 150
    for command in SET_UP:
        assert command in lines[:19]


def test_the_exit_codes_in_the_readme_are_those_of_the_code() -> None:
    codes = re.findall(r"(?m)^\| (\d+) \| .+ \|$", page(README))
    assert [int(code) for code in codes] == sorted(map(int, Exit))


def test_the_hooks_in_the_documents_are_those_of_the_manifest() -> None:
    manifest = yaml.safe_load(page(ROOT / ".pre-commit-hooks.yaml"))
    offered = {hook["id"] for hook in manifest}
    for path in PAGES:
        used = set(re.findall(r"\bid: (memsync-[a-z-]+)", page(path)))
        assert used <= offered, path
        if path == README:
            assert used == offered
    scripts = re.findall(
        r"^(memsync-[a-z-]+) =", page(ROOT / "pyproject.toml"), re.MULTILINE
    )
    assert {hook["entry"] for hook in manifest} <= set(scripts)


@pytest.mark.parametrize("path", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_every_setting_in_a_document_exists(path: Path) -> None:
    families = "|".join(sorted({name.split(".")[0] for name in KEYS}))
    named = set(re.findall(rf"`((?:{families})\.[a-z_]+)(?::[^`]*)?`", page(path)))
    assert named <= set(KEYS)


@pytest.mark.parametrize("path", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_every_link_to_a_file_leads_somewhere(path: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page(path))
    missing = [
        link
        for link in links
        if not link.startswith("http") and not (path.parent / link).exists()
    ]
    assert missing == []


def test_every_word_that_is_given_to_an_error_is_a_member() -> None:
    used = reference.words_in_use()
    # One that is passed on has been given before.
    passed_on = {word for word in used if word.endswith(".word")}
    assert used.keys() - passed_on - set(Word) == set()
    assert len(used) > 90


def test_no_word_is_left_over() -> None:
    assert set(Word) - reference.words_in_use().keys() == set()


@pytest.mark.parametrize("path", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_every_file_of_ours_that_a_document_names_exists(path: Path) -> None:
    # Capitals stand for what a reader fills in; `memsync/v1/` is the name of a key.
    pattern = r"`((?:memsync|tests|docs|hooks)/[a-z_/.-]+(?:\.[a-z]+|/))`"
    named = re.findall(pattern, page(path))
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_the_index_of_the_documents_leads_to_each_of_them() -> None:
    index = ROOT / "docs/README.md"
    linked = {
        (index.parent / link).resolve()
        for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page(index))
        if not link.startswith("http")
    }
    pages = {path for path in PAGES if path.is_relative_to(index.parent)}
    # Each agent has a page, which the page of agents leads to.
    wanted = {path for path in pages if path.parent.name != "agents"} - {index}
    assert wanted - linked == set()


def test_the_architecture_has_every_room_and_sub_room_in_its_order() -> None:
    text = page(ROOT / "docs/internals/architecture.md")
    rows = re.findall(r"(?m)^\| (?:`([a-z]+)`|(ground floor)) \|.*\|(.*)\|$", text)
    rooms = {
        name or ground: re.findall(r"`(\w+)`", below) for name, ground, below in rows
    }
    assert tuple(room for room in rooms if room in ORDER) == ORDER
    for room, below in SUB_ROOMS.items():
        assert tuple(rooms[room]) == below
    for room in (*SUB_ROOMS["sync"], *SUB_ROOMS["secrets"]):
        assert f"\n| `{room}` |" in text


def test_the_architecture_says_in_which_file_each_rule_is() -> None:
    text = page(ROOT / "docs/internals/architecture.md")
    part = text.partition("## Which file has a rule\n")[2]
    files: dict[str, Path] = {}
    for line in re.findall(r"(?m)^\| (`[a-z].*)\|$", part):
        *rules, file = re.findall(r"`([^`]+)`", line)
        files |= dict.fromkeys(rules, ROOT / file)
    listed = page(ROOT / "docs/guard.md").partition("and of the others: ")[2]
    others = set(re.findall(r"`([a-z-]+)`", listed.partition("\n")[0]))
    assert set(files) == others
    for rule, file in files.items():
        # `basic-auth` and `bearer-auth` are made from the word that stands there.
        written = "-auth" if rule in {"basic-auth", "bearer-auth"} else rule
        assert written in page(file), rule


@pytest.mark.parametrize(
    "room",
    [
        *("texts", "values", "tiers", "commands", "words", "prose"),
        *("prose/below", "tables", "model", "doubts", "gates"),
    ],
)
def test_a_room_that_says_which_file_has_what_names_every_module(room: str) -> None:
    folder = ROOT / "memsync/secrets" / room
    said = re.findall(r"`(\w+)`", page(folder / "__init__.py"))
    modules = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    modules |= {path.parent.name for path in folder.glob("*/__init__.py")}
    assert set(said) == modules


def test_the_page_of_the_tests_support_names_every_module() -> None:
    text = page(ROOT / "tests/support/README.md")
    modules = {path.name for path in (ROOT / "tests/support").glob("*.py")}
    assert set(re.findall(r"`(\w+\.py)`", text)) == modules - {"__init__.py"}


def test_whatever_a_test_replaces_is_in_the_page_about_testing() -> None:
    text = page(ROOT / "docs/internals/testing.md")
    table = text.partition("What a test replaces, and where")[2].partition("##")[0]
    told = re.findall(r"`(tests/[^`]+)`", table)
    replacing = re.compile(r"monkeypatch\.setattr|mock\.patch")
    found = [
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "tests").rglob("test_*.py")
        if replacing.search(page(path)) and path != Path(__file__)
    ]
    # A folder that is named stands for the tests directly in it and below.
    assert [name for name in found if not name.startswith(tuple(told))] == []
    assert found


def test_an_assertion_says_the_one_right_thing() -> None:
    """An implication is an `if`; what may be so or so tells a reader nothing."""
    loose = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in (ROOT / "tests").rglob("*.py")
        if re.search(r"\bassert\b.*?\bor\b", page(path), re.DOTALL)
        for node in ast.walk(ast.parse(page(path)))
        if isinstance(node, ast.Assert)
        and isinstance(node.test, ast.BoolOp)
        and isinstance(node.test.op, ast.Or)
    ]
    assert loose == []


def test_a_person_reads_of_a_sync_and_not_of_a_round() -> None:
    """The code's word, which only docs/internals explains, is in no message or page."""
    word = re.compile(r"\brounds?\b", re.IGNORECASE)
    shown = {
        path: re.sub(r"\S*\.md\b|`[^`\n]*`", "", page(path))
        for path in (README, ROOT / "CHANGELOG.md", *(ROOT / "docs").glob("*.md"))
    }
    for path in (ROOT / "memsync").rglob("*.html"):
        text = re.sub(r"\{%.*?%\}|\{\{.*?\}\}", "", page(path))
        shown[path] = re.sub(r'\b(class|id|aria-labelledby)="[^"]*"', "", text)
    for path in (ROOT / "memsync").rglob("*.py"):
        if "round" not in page(path).lower():
            continue
        tree = ast.parse(page(path))
        docs = {id(each.value) for each in ast.walk(tree) if isinstance(each, ast.Expr)}
        shown[path] = "\n".join(
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in docs
            # A sentence: names of keys and files have no space.
            and " " in node.value
        )
    found = [
        str(path.relative_to(ROOT)) for path, text in shown.items() if word.search(text)
    ]
    assert found == []


def test_nothing_says_to_install_memsync_from_a_registry() -> None:
    """It is in none, so the name may be anybody's there."""
    told = re.compile(r"pipx? install (?:-\S+ )*['\"]?memsync\b")
    files = [
        *PAGES,
        *(ROOT / "memsync").rglob("*.py"),
        *(ROOT / "memsync").rglob("*.html"),
        *(path for path in (ROOT / "hooks").rglob("*") if path.is_file()),
    ]
    assert [file for file in files if told.search(page(file))] == []


def test_the_rules_of_lint_are_in_its_table() -> None:
    table = page(ROOT / "docs/guard.md").partition("## Lint")[2].partition("## CI")[0]
    rows = re.findall(r"^\| `([a-z-]+)` \| (error|warning) \|", table, re.MULTILINE)
    assert dict(rows) == RULES
