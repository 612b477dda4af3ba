"""The parts of docs/ that are made from the code.

`python tests/support/reference.py --write` brings them up to date.
"""

from __future__ import annotations

import ast
import sys
from functools import cache
from importlib import import_module
from inspect import cleandoc
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING

import click

sys.path.insert(0, str(Path(__file__).parents[1]))
import memsync
from memsync import error_words as error_words_module
from memsync.cli.verbs import VERBS
from memsync.config.keys import KEYS, PROFILE_KEYS
from memsync.errors import Exit, MemsyncError
from support.man_page import man_page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.config.key import Key, Value

DOCS = Path(__file__).parents[2] / "docs"
BEGIN = "<!-- made by tests/support/reference.py from here -->\n"
END = "<!-- to here -->\n"


def commands() -> Iterator[tuple[str, click.Command]]:
    """Every command with its full name, groups before their commands."""
    for verb, (module, _) in VERBS.items():
        yield from _below(verb, import_module(f"memsync.cli.{module}").command)


def _below(name: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    yield name, command
    if isinstance(command, click.Group):
        for word in command.list_commands(click.Context(command)):
            below = command.get_command(click.Context(command), word)
            assert below is not None
            yield from _below(f"{name} {word}", below)


def command_reference() -> str:
    """Usage, help and options of every command, as markdown."""
    return "\n".join(_section(name, command) for name, command in commands())


def _prose(text: str) -> str:
    """Help as markdown: a paragraph that click prints as it is becomes a code block."""
    paragraphs = []
    for paragraph in cleandoc(text).split("\n\n"):
        mark, _, kept = paragraph.partition("\b\n")
        if kept and not mark.strip():
            title, _, lines = kept.partition("\n")
            paragraphs += [title, f"```console\n{dedent(lines)}\n```"]
        else:
            paragraphs.append(paragraph)
    return "\n\n".join(paragraphs)


def _section(name: str, command: click.Command) -> str:
    context = click.Context(command, info_name=f"memsync {name}")
    usage = " ".join(["memsync", name, *command.collect_usage_pieces(context)])
    lines = [f"## memsync {name}", "", f"`{usage}`", "", _prose(command.help or "")]
    records = [
        record
        for parameter in command.get_params(context)
        if (record := parameter.get_help_record(context)) is not None
        and record[1]
        and "--help" not in record[0]
    ]
    if records:
        lines += ["", "| option | meaning |", "|---|---|"]
        lines += [f"| `{_cell(option)}` | {_cell(text)} |" for option, text in records]
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def configuration_reference() -> str:
    """Every setting, as a markdown table."""
    lines = [
        "| key | default | variable | a repository may set it | meaning |",
        "|---|---|---|---|---|",
    ]
    lines += [_row(key, _variable(key)) for key in KEYS.values()]
    lines += [
        _row(key._replace(name=f"sync.profiles.NAME.{key.name}"), "")
        for key in PROFILE_KEYS.values()
    ]
    return "\n".join(lines) + "\n"


def _variable(key: Key) -> str:
    words = {"any": "", "tighten": ", only lower", "never": ""}
    return "" if key.environ == "never" else f"`{key.variable}`{words[key.environ]}"


def _row(key: Key, variable: str) -> str:
    words = {
        "any": "yes",
        "tighten": "only lower",
        "lower": "only lower",
        "never": "no",
        "only": "only it",
    }
    choices = f" One of {', '.join(key.choices)}." if key.choices else ""
    cells = (
        f"`{key.name}`",
        _value(key.default),
        variable,
        words[key.repository],
        key.about + choices,
    )
    return "| " + " | ".join(cells) + " |"


def _value(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if value not in ("", []) else "not set"


@cache
def words_in_use() -> dict[str, set[Exit]]:
    """Each error word that the package gives to an error, with its exit codes."""
    folder = Path(memsync.__file__).parent
    trees = [
        ast.parse(path.read_text("utf-8")) for path in sorted(folder.rglob("*.py"))
    ]
    kinds = _kinds(trees)
    texts = {
        target.id: node.value.value
        for tree in trees
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    found: dict[str, set[Exit]] = {}
    for node in (node for tree in trees for node in ast.walk(tree)):
        if isinstance(node, ast.ClassDef) and node.name in kinds:
            for said in node.body:
                if ast.unparse(said).startswith("default_word"):
                    value = ast.unparse(said).rpartition(" = ")[2].strip("'")
                    found.setdefault(value, set()).add(kinds[node.name])
        if isinstance(node, ast.Call):
            for given in (each for each in node.keywords if each.arg == "word"):
                code = kinds.get(ast.unparse(node.func).rpartition(".")[2])
                value = ast.unparse(given.value)
                word = str(texts.get(value, value.strip("'")))
                found.setdefault(word, set()).update({code} if code else ())
    return found


def _kinds(trees: list[ast.Module]) -> dict[str, Exit]:
    """The exit code of each class of errors, by its name."""
    direct: list[type[MemsyncError]] = [MemsyncError, *MemsyncError.__subclasses__()]
    kinds = {kind.__name__: kind.exit_code for kind in direct}
    for _ in range(3):  # a class below a class below one of those
        for node in (node for tree in trees for node in tree.body):
            if isinstance(node, ast.ClassDef):
                for base in map(ast.unparse, node.bases):
                    if base in kinds:
                        kinds.setdefault(node.name, kinds[base])
    return kinds


def error_words() -> str:
    """The table of error words."""
    used = words_in_use()
    tree = ast.parse(Path(error_words_module.__file__).read_text("utf-8"))
    members = next(n for n in tree.body if isinstance(n, ast.ClassDef)).body[1:]
    lines = ["| code | exit | meaning |", "|---|---|---|"]
    for member, said in zip(members[::2], members[1::2], strict=True):
        assert isinstance(member, ast.Assign)
        assert isinstance(said, ast.Expr)
        word = ast.literal_eval(member.value)
        codes = ", ".join(str(int(code)) for code in sorted(used.get(word, ())))
        lines.append(f"| `{word}` | {codes} | {ast.literal_eval(said.value)} |")
    return "\n".join(lines)


PAGES = {
    "error-words.md": error_words,
    "commands.md": command_reference,
    "configuration.md": configuration_reference,
}


def current(page: str) -> str:
    """The page as it stands, with its made part made anew."""
    before, _, rest = (DOCS / page).read_text("utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{PAGES[page]()}\n{END}{after}"


MAN_PAGE = "memsync.1"


def current_files() -> dict[str, str]:
    """Every file of docs/ that is made, in part or whole, as it should be."""
    return {page: current(page) for page in PAGES} | {MAN_PAGE: man_page(commands())}


if __name__ == "__main__":
    wanted = current_files()
    stale = [
        name
        for name, text in wanted.items()
        if not (DOCS / name).exists() or (DOCS / name).read_text("utf-8") != text
    ]
    if "--write" in sys.argv:
        for name in stale:
            (DOCS / name).write_text(wanted[name], "utf-8")
    elif stale:
        sys.exit(f"stale: {', '.join(stale)}; run with --write")
