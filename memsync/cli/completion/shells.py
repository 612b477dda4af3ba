"""The completion script of each shell, and the path that the shell loads it from."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from click.shell_completion import (
    BashComplete,
    FishComplete,
    ShellComplete,
    ZshComplete,
    add_completion_class,
    split_arg_string,
)

from memsync.errors import Broken

if TYPE_CHECKING:
    from collections.abc import Mapping

    import click

# The shell sets it when it asks for completions; click chose the name.
VARIABLE = "_MEMSYNC_COMPLETE"


class Bash(BashComplete):
    """Click's class, mended for ids such as `port@1`: in bash, `@` ends a word."""

    source_template: ClassVar[str] = """\
%(complete_func)s() {
    local line="${COMP_LINE:0:COMP_POINT}" word strip="" type value
    word="${line##*[[:space:]]}"
    if [[ $word == *[@:=]* ]]; then
        strip="${word%%"${word##*[@:=]}"}"
    fi
    COMPREPLY=()
    while IFS=, read -r type value; do
        case $type in
            dir) compopt -o dirnames ;;
            file) compopt -o default ;;
            plain) COMPREPLY+=("${value#"$strip"}") ;;
        esac
    done < <(MEMSYNC_LINE="$line" %(complete_var)s=bash_complete "$1")
}
complete -o nosort -F %(complete_func)s %(prog_name)s
"""

    def source(self) -> str:
        """The script; no bash is started to ask for its version."""
        return ShellComplete.source(self)

    def get_completion_args(self) -> tuple[list[str], str]:
        """The words before the cursor, and the unfinished one."""
        line = os.environ.get("MEMSYNC_LINE", "")
        words = split_arg_string(line)[1:]
        if not words or line[-1:].isspace():
            return words, ""
        return words[:-1], words[-1]


SHELLS: dict[str, type[ShellComplete]] = {
    "bash": Bash,
    "zsh": ZshComplete,
    "fish": FishComplete,
}


class Place(NamedTuple):
    """The path of a shell's script, and what the person still has to do to load it."""

    path: Path
    hint: str


def script(shell: str, command: click.Command) -> str:
    """The completion script for a shell."""
    return SHELLS[shell](command, {}, "memsync", VARIABLE).source()


def register() -> None:
    """Register our bash class with click."""
    add_completion_class(Bash, "bash")


def place_for(shell: str, environ: Mapping[str, str]) -> Place:
    """Where the shell looks for a user's scripts; raises `Broken` without a home."""
    if shell == "fish":
        path = _base(environ, "XDG_CONFIG_HOME", ".config") / "fish/completions"
        return Place(path / "memsync.fish", "open a new shell")
    if shell == "zsh":
        data = _base(environ, "XDG_DATA_HOME", ".local/share")
        path = data / "zsh/site-functions/_memsync"
        fpath = f"add this above compinit in ~/.zshrc: fpath+=({path.parent})"
        return Place(path, fpath)
    own = environ.get("BASH_COMPLETION_USER_DIR", "")
    if own.startswith("/"):
        folder = Path(own)
    else:
        folder = _base(environ, "XDG_DATA_HOME", ".local/share") / "bash-completion"
    path = folder / "completions/memsync"
    return Place(
        path, f"open a new shell; without bash-completion: source {path} in ~/.bashrc"
    )


def _base(environ: Mapping[str, str], variable: str, below: str) -> Path:
    value = environ.get(variable, "")
    if value.startswith("/"):
        return Path(value)
    home = environ.get("HOME", "")
    if not home.startswith("/"):
        raise Broken(
            "there is no home folder for the script",
            hint="set HOME, or write the output of `memsync completion` to a file",
            word="environment",
        )
    return Path(home) / below
