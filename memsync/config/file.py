"""`config set`: changes one value in a YAML file, and keeps comments and order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memsync.config.keys import find_key, parse_value, unknown_key
from memsync.config.settings import (
    REPOSITORY_FILE,
    load,
    obey_repository,
    obey_user,
    read_file,
)
from memsync.errors import Broken
from memsync.files import atomic

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.config.key import Value
    from memsync.paths import Places


def set_value(
    places: Places, top: Path | None, name: str, given: str | list[str]
) -> Path:
    """Set one key in the user's file, or in that of the git root `top`.

    Returns the file. Raises `Broken` for an unknown key, a value of the wrong
    type, a file that is not valid, and a key that a repository cannot set.
    """
    key = find_key(name)
    if key is None:
        raise unknown_key(name, "config set")
    value = parse_value(key, given, "config set")
    if key.is_endpoint and value:
        _check_url(name, str(value))
    path = places.config_file if top is None else top / REPOSITORY_FILE
    if top is not None:
        old = load(places, None).values.get(name, "")
        obey_repository(key, value, old, path, written=False)
    else:
        obey_user(key, path)
    # Report errors in the file before writing to it.
    read_file(path)
    private = 0o700 if top is None else atomic.PLAIN_FOLDER
    atomic.make_folder(path.parent, mode=private)
    atomic.write(path, _with_value(path, name, value))
    return path


def _check_url(name: str, url: str) -> None:
    from memsync.process.http_post import is_allowed

    if not is_allowed(url):
        raise Broken(
            f"config set: {name} must be https://… or a loopback address",
            hint="such as https://api.example.com/v1 or http://127.0.0.1:11434/v1",
            word="config",
        )


def _with_value(path: Path, name: str, value: Value) -> bytes:
    from io import BytesIO

    from ruamel.yaml import YAML

    yaml = YAML()
    yaml.preserve_quotes = True
    # Else ruamel folds long values over several lines.
    yaml.width = 4096
    try:
        data = atomic.read_regular(path)
    # The first setting creates the file.
    except FileNotFoundError:
        data = b""
    tree: Any = yaml.load(data)
    if tree is None:
        # ruamel sees no document in a file of comments only, and would drop them.
        fresh = BytesIO()
        yaml.dump(_nested(name, value), fresh)
        return data + b"\n" * (bool(data) and data[-1:] != b"\n") + fresh.getvalue()
    _put(tree, name, value)
    out = BytesIO()
    yaml.dump(tree, out)
    return out.getvalue()


def _nested(name: str, value: Value) -> dict[str, Any]:
    first, _, rest = name.partition(".")
    return {first: _nested(rest, value) if rest else value}


def _put(tree: Any, name: str, value: Value) -> None:  # noqa: ANN401 -- ruamel's own mapping type
    first, _, rest = name.partition(".")
    if name in tree or not rest:
        tree[name] = value
    elif isinstance(tree.get(first), dict):
        _put(tree[first], rest, value)
    else:
        tree[first] = _nested(rest, value)
