"""Settings: flag > `MEMSYNC_*` > the repository's file > the user's > default.

Unknown keys are refused by name, with the nearest known one. What a repository
says may tighten, never loosen, what touches its user's memory and remote.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple

from memsync import plain_yaml
from memsync.atomic import read_regular
from memsync.errors import Broken
from memsync.paths import NO_HOME

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from memsync.paths import Places

Value = bool | int | float | str | list[str]
Trust = Literal["any", "tighten", "never", "only"]

REPOSITORY_FILE = ".coyote/memsync.yaml"


class Key(NamedTuple):
    """One setting: its default fixes its type."""

    name: str
    default: Value
    about: str
    repository: Trust = "any"
    """May a repository's file set it? `tighten`: only to a stricter value; `only`:
    no other file may."""
    choices: tuple[str, ...] = ()

    @property
    def variable(self) -> str:
        """The environment variable that sets it."""
        return "MEMSYNC_" + self.name.upper().replace(".", "_")


KEYS = {
    key.name: key
    for key in (
        Key("memory.enabled", True, "Whether memory goes into prompts.", "any"),
        Key(
            "identity",
            "",
            "Which repository this is, in place of its remote's URL.",
            "only",
        ),
        Key("caps.note", 2000, "Characters of a note's body."),
        Key("caps.memory_index", 6000, "Characters of MEMORY.md and COYOTE.md."),
        Key("caps.context_tools", 6000, "Characters of a context with tools."),
        Key("caps.context_no_tools", 12000, "Characters of a context without."),
        Key("caps.write", 65536, "Bytes of one write.", "tighten"),
        Key(
            "search.strategy",
            "auto",
            "How `search` and `context --query` rank notes.",
            choices=("auto", "bm25", "keyword", "semantic"),
        ),
        Key("search.top_k", 10, "Notes that a query finds at most."),
        Key("search.min_score", 0.0, "Score below which a note is left out; best: 1."),
        Key("search.max_bytes", 24000, "Bytes of bodies in a context for a query."),
        Key(
            "archive.keep",
            "recent",
            "Which archived versions stay: the recent ones, or all.",
            "never",
            ("recent", "all"),
        ),
        Key("archive.keep_last", 20, "Newest versions kept of each note.", "never"),
        Key("archive.keep_days", 90, "Days for which all versions stay.", "never"),
        Key(
            "sync.remote", "", "Where `memsync sync` pushes; `none`: nowhere.", "never"
        ),
        Key("sync.allow_http", False, "Let the remote be http.", "never"),
        Key("sync.encrypted", False, "Send nothing that is not encrypted.", "never"),
        Key("sync.exclude", [], "Names (globs) of notes that stay here.", "never"),
        Key("sync.wait", 30, "Seconds to wait for another round.", "never"),
        Key("sync.budget", 60, "Seconds to keep trying to push.", "never"),
    )
}
PROFILE_KEYS = {
    key.name: key
    for key in (
        Key("remote", "", "Where this profile's notes go.", "never"),
        Key("notes", [], "Names (globs) of the notes that it has.", "never"),
        Key("allow_http", False, "Let its remote be http.", "never"),
    )
}
"""What can be said of each profile, as `sync.profiles.<name>.<key>`."""
_PROFILES = "sync.profiles"
_PROFILE_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")
DEFAULT_PROFILE = "default"
"""What the profile without a name is called."""
_WORDS_FOR = {
    **dict.fromkeys(("true", "yes", "on", "1"), True),
    **dict.fromkeys(("false", "no", "off", "0"), False),
}
_ALIASES = {"MEMSYNC_MEMORY": "memory.enabled"}


class Settings(NamedTuple):
    """Every setting with where its value comes from. Build it with `load`."""

    values: Mapping[str, Value]
    origins: Mapping[str, str]
    user_denies_memory: bool = False
    """The user's file says `memory.enabled: false`, which no repository can lift."""
    profile: str = ""
    """The profile whose `sync.…` these are; empty for the default one."""

    @property
    def profiles(self) -> list[str]:
        """The names of the profiles that have a remote, sorted."""
        ends = (f"{_PROFILES}.", ".remote")
        return sorted(
            name.removeprefix(ends[0]).removesuffix(ends[1])
            for name, value in self.values.items()
            if name.startswith(ends[0]) and name.endswith(ends[1]) and value
        )

    def of_profile(self, profile: str) -> Settings:
        """The settings as a profile has them: `sync.remote` is that of its own."""
        if not profile:
            return self
        own: dict[str, Value] = {
            f"sync.{word}": self.values.get(
                f"{_PROFILES}.{profile}.{word}", PROFILE_KEYS[word].default
            )
            for word in ("remote", "allow_http")
        }
        return self._replace(values={**self.values, **own}, profile=profile)

    def key_of(self, name: str) -> str:
        """The key that sets `sync.remote`, or its like, for this profile."""
        if not self.profile:
            return name
        return f"{_PROFILES}.{self.profile}.{name.removeprefix('sync.')}"

    def owner_of(self, note: str) -> str:
        """The profile that a note belongs to: the first, by name, that claims it."""
        from fnmatch import fnmatchcase

        for profile in self.profiles:
            globs = self.values.get(f"{_PROFILES}.{profile}.notes", [])
            assert isinstance(globs, list)  # noqa: S101 -- `load` checked it
            if any(fnmatchcase(note, glob) for glob in globs):
                return profile
        return ""

    def flag(self, name: str) -> bool:
        """A yes-or-no setting."""
        return self.values[name] is True

    def number(self, name: str) -> int:
        """A setting that is a whole number."""
        value = self.values[name]
        assert isinstance(value, int)  # noqa: S101 -- `load` checked it
        return value

    def share(self, name: str) -> float:
        """A setting that is a number from 0 to 1."""
        value = self.values[name]
        assert isinstance(value, float)  # noqa: S101 -- `load` checked it
        return value

    def text(self, name: str) -> str:
        """A setting that is a word or a sentence."""
        return str(self.values[name])

    def items(self, name: str) -> list[str]:
        """A setting that is a list."""
        value = self.values[name]
        assert isinstance(value, list)  # noqa: S101 -- `load` checked it
        return value


def load(places: Places, root: Path | None) -> Settings:
    """Read all sources; `root` is the git root whose file counts, if any.

    Raises `Broken` naming the file and the key of anything malformed.
    """
    values: dict[str, Value] = {name: key.default for name, key in KEYS.items()}
    origins = dict.fromkeys(KEYS, "default")
    user: dict[str, Value] = {}
    try:
        user_file = places.config_file
    except Broken as error:
        if error.word != NO_HOME:
            raise
        user_file = None  # no home: no user configuration either
    if user_file is not None:
        user = read_file(user_file)
        for name, value in user.items():
            obey_user(known_key(name), user_file)
            values[name], origins[name] = value, str(user_file)
    if root is not None:
        file = root / REPOSITORY_FILE
        for name, value in read_file(file).items():
            obey_repository(known_key(name), value, values.get(name, ""), file)
            values[name], origins[name] = value, str(file)
    for variable, name, text in _from_environ(places.environ):
        values[name] = parse_value(KEYS[name], text, variable)
        origins[name] = variable
    from_shell = origins["memory.enabled"].startswith("MEMSYNC_")
    denied = user.get("memory.enabled") is False and not from_shell
    return Settings(values, origins, denied)


def obey_user(key: Key, file: Path) -> None:
    """Raise `Broken` for what the user's `file` may not set."""
    if key.repository == "only":
        raise Broken(
            f"'{file}': {key.name} belongs in the file of one repository",
            hint=f"`memsync config set --workspace {key.name} …`",
            word="config",
        )


def obey_repository(key: Key, new: Value, old: Value, file: Path) -> None:
    """Raise `Broken` for what a repository's `file` may not set in place of `old`."""
    loosens = (
        key.repository == "tighten"
        and isinstance(new, int)
        and isinstance(old, int)
        and new > old
    )
    if key.repository == "never" or loosens:
        raise Broken(
            f"'{file}': a repository cannot set {key.name}"
            + (f" above {old}" if loosens else ""),
            hint=f"remove it there, and use `memsync config set {key.name} …`",
            word="config",
        )


def _from_environ(environ: Mapping[str, str]) -> list[tuple[str, str, str]]:
    known = {key.variable: name for name, key in KEYS.items()} | _ALIASES
    return [(v, known[v], environ[v]) for v in known if environ.get(v)]


def read_file(path: Path) -> dict[str, Value]:
    """The settings of one YAML file, flat (`caps.note`); none if it is missing."""
    try:
        data = read_regular(path, limit=1 << 20)
    except (FileNotFoundError, NotADirectoryError):
        return {}
    tree = _parse(data, path)
    if tree in (None, ""):
        return {}
    found: dict[str, Value] = {}
    _flatten(tree, "", path, found)
    return found


def _parse(data: bytes, path: Path) -> object:
    if (tree := plain_yaml.read(data.decode("ascii", "replace"))) is not None:
        return tree
    import yaml

    try:
        return yaml.load(data.decode("utf-8"), Loader=yaml.BaseLoader)  # noqa: S506
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        mark = getattr(error, "problem_mark", None)
        where = f" line {mark.line + 1}" if mark else ""
        raise Broken(
            f"'{path}'{where} is not valid YAML", hint=f"edit '{path}'", word="config"
        ) from None


def _flatten(tree: object, prefix: str, path: Path, found: dict[str, Value]) -> None:
    if not isinstance(tree, dict):
        raise Broken(
            f"'{path}': {prefix.rstrip('.') or 'the file'} is not a mapping",
            hint=f"edit '{path}'",
            word="config",
        )
    for word, value in tree.items():
        name = f"{prefix}{word}"
        if key := find_key(name):
            found[name] = parse_value(key, value, f"'{path}'")
        elif is_group(name):
            _flatten(value, name + ".", path, found)
        else:
            raise unknown_key(name, f"'{path}'")


def find_key(name: str) -> Key | None:
    """The setting of this name, also one of a profile."""
    if name in KEYS:
        return KEYS[name]
    profile, _, word = name.removeprefix(f"{_PROFILES}.").partition(".")
    if not name.startswith(f"{_PROFILES}.") or not is_profile(profile):
        return None
    key = PROFILE_KEYS.get(word)
    return key and key._replace(name=name)


def known_key(name: str) -> Key:
    """As `find_key`, of a name that was found before."""
    key = find_key(name)
    assert key is not None  # noqa: S101 -- `read_file` refused all others
    return key


def is_group(name: str) -> bool:
    """Whether settings stand below this name."""
    if any(known.startswith(name + ".") for known in KEYS) or name == _PROFILES:
        return True
    prefix = f"{_PROFILES}."
    return name.startswith(prefix) and is_profile(name.removeprefix(prefix))


def is_profile(name: str) -> bool:
    """Whether a profile can be called so."""
    return bool(_PROFILE_NAME.fullmatch(name)) and name != DEFAULT_PROFILE


def unknown_key(name: str, where: str) -> Broken:
    """The error for a key that does not exist, naming the nearest that does."""
    from difflib import get_close_matches

    near = get_close_matches(name, KEYS, n=1, cutoff=0.3)
    hint = f"did you mean {near[0]}?" if near else "see `memsync config list`"
    return Broken(f"{where}: unknown key {name!r}", hint=hint, word="config")


def parse_value(key: Key, raw: object, where: str) -> Value:
    """Turn text (or a YAML list of texts) into a value of the key's type."""
    if isinstance(key.default, list):
        return _parse_list(key, raw, where)
    if not isinstance(raw, str):
        raise _wrong(key, "a single value", where)
    if isinstance(key.default, bool):
        if raw.lower() not in _WORDS_FOR:
            raise _wrong(key, "true or false", where)
        return _WORDS_FOR[raw.lower()]
    if isinstance(key.default, int):
        if not raw.isascii() or not raw.isdigit() or len(raw) > 9:
            raise _wrong(key, "a whole number", where)
        return int(raw)
    if isinstance(key.default, float):
        return _parse_share(key, raw, where)
    if key.choices and raw not in key.choices:
        raise _wrong(key, " or ".join(key.choices), where)
    return raw


def _parse_share(key: Key, raw: str, where: str) -> float:
    try:
        value = float(raw)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise _wrong(key, "a number from 0 to 1", where)
    return value


def _parse_list(key: Key, raw: object, where: str) -> list[str]:
    if isinstance(raw, str):
        return [item.strip() for item in raw.split(",") if item.strip()]
    if isinstance(raw, list) and all(isinstance(item, str) for item in raw):
        return list(raw)
    raise _wrong(key, "a list of texts", where)


def _wrong(key: Key, wanted: str, where: str) -> Broken:
    return Broken(f"{where}: {key.name} must be {wanted}", word="config")
