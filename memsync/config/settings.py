"""Settings: flag > `MEMSYNC_*` > the repository's file > the user's > default.

Unknown keys are errors, which suggest the nearest known one. A repository's file may
tighten, never loosen, settings that concern the user's memory and remote.
"""

from __future__ import annotations

from functools import lru_cache

from memsync.config import plain_yaml
from memsync.config.keys import (
    DEFAULT_PROFILE,
    KEYS,
    PROFILE_KEYS,
    PROFILES,
    find_key,
    is_group,
    known_key,
    parse_value,
    unknown_key,
)
from memsync.errors import Broken, MemsyncError, NotSetUp
from memsync.files.atomic import read_regular
from memsync.paths import NO_HOME
from memsync.record import NamedTuple

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from memsync.config.key import Key, Value
    from memsync.paths import Places

# Inside `.coyote`, so that one ignore rule for the folder hides it, too.
REPOSITORY_FILE = ".coyote/memsync.yaml"

# The largest settings file: a megabyte of YAML takes half a minute to parse.
MAX_BYTES = 64 << 10

# The deepest nesting of brackets: the YAML parser recurses without a limit.
_DEEPEST = 16

# All bytes but brackets, to delete them before counting the brackets.
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
# A shorter variable that Coyote's users know.
_ALIASES = {"MEMSYNC_MEMORY": "memory.enabled"}


class Settings(NamedTuple):
    """Every setting with where its value comes from. Build it with `load`."""

    values: Mapping[str, Value]
    origins: Mapping[str, str]
    user_denies_memory: bool = False
    """The user's file says `memory.enabled: false`, which no repository overrides."""
    profile: str = ""
    """The profile whose `sync.…` these are; empty for the default one."""

    @property
    def profiles(self) -> list[str]:
        """The names of the profiles that have a remote, sorted."""
        ends = (f"{PROFILES}.", ".remote")
        return sorted(
            name.removeprefix(ends[0]).removesuffix(ends[1])
            for name, value in self.values.items()
            if name.startswith(ends[0]) and name.endswith(ends[1]) and value
        )

    def of_profile(self, profile: str) -> Settings:
        """The settings of a profile: `sync.remote` is the profile's own."""
        if not profile:
            return self
        own: dict[str, Value] = {
            f"sync.{word}": self.values.get(
                f"{PROFILES}.{profile}.{word}", PROFILE_KEYS[word].default
            )
            for word in ("remote", "allow_http")
        }
        return self._replace(values={**self.values, **own}, profile=profile)

    def of_profile_called(self, name: str | None) -> Settings:
        """As `of_profile`; without a name, those of the default profile.

        Raises `NotSetUp` for a profile that does not exist.
        """
        if name is None or name == DEFAULT_PROFILE:
            return self
        if name not in self.profiles:
            from memsync.meant import nearest

            near = nearest(name, [DEFAULT_PROFILE, *self.profiles])
            makes = f"`memsync sync init URL --profile {name}` makes one"
            raise NotSetUp(
                f"there is no profile '{name}'",
                hint=f"did you mean '{near}'? {makes}" if near else makes,
            )
        return self.of_profile(name)

    def key_of(self, name: str) -> str:
        """The full key of a sync setting, such as `sync.remote`, for this profile."""
        if not self.profile:
            return name
        return f"{PROFILES}.{self.profile}.{name.removeprefix('sync.')}"

    def owner_of(self, note: str) -> str:
        """The profile that a note belongs to: the first, by name, that claims it."""
        from fnmatch import fnmatchcase

        for profile in self.profiles:
            globs = self.values.get(f"{PROFILES}.{profile}.notes", [])
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
        user_file = None  # no home, and so no user configuration
    if user_file is not None:
        user = read_file(user_file)
        for name, value in user.items():
            obey_user(known_key(name), user_file)
            values[name], origins[name] = value, str(user_file)
    if root is not None:
        file = root / REPOSITORY_FILE
        for name, value in read_file(file).items():
            key, old = known_key(name), values.get(name, "")
            if key.repository == "lower" and key.is_looser(value, old):
                continue  # the user's lower value stays
            obey_repository(key, value, old, file)
            values[name], origins[name] = value, str(file)
    for variable, name, text in _from_environ(places.environ):
        key, old = KEYS[name], values[name]
        value = parse_value(key, text, variable)
        if key.environ == "tighten" and key.is_looser(value, old):
            continue
        values[name] = value
        origins[name] = variable
    from_shell = origins["memory.enabled"].startswith("MEMSYNC_")
    denied = user.get("memory.enabled") is False and not from_shell
    return Settings(values, origins, denied)


def load_without_broken(
    places: Places, root: Path | None
) -> tuple[Settings, MemsyncError | None]:
    """Like `load`; leaves out a repository's file that cannot be used, and says why.

    Whoever can push to the repository must not be able to disable a user's own memory.
    """
    try:
        return load(places, root), None
    except MemsyncError as error:
        if root is None:
            raise
        return load(places, None), error


def obey_user(key: Key, file: Path) -> None:
    """Raise `Broken` if the user's `file` may not set this key."""
    if key.repository == "only":
        raise Broken(
            f"'{file}': {key.name} belongs in the file of one repository",
            hint=f"`memsync config set --workspace {key.name} …`",
            word="config",
        )


def obey_repository(
    key: Key, new: Value, old: Value, file: Path, *, written: bool = True
) -> None:
    """Raise `Broken` if a repository's `file` may not replace `old` by `new`.

    `written`: it is in the file already.
    """
    guarded = key.repository in ("tighten", "lower")
    loosens = guarded and key.is_looser(new, old)
    if key.repository == "never" or loosens:
        to = f" to {str(new).lower()}" if isinstance(new, bool) else f" above {old}"
        mends = f"use `memsync config set {key.name} …`"
        if written:
            mends = f"`memsync config unset --workspace {key.name}` removes it; {mends}"
        raise Broken(
            f"'{file}': a repository cannot set {key.name}" + (to if loosens else ""),
            hint=mends,
            word="config",
        )


def _from_environ(environ: Mapping[str, str]) -> list[tuple[str, str, str]]:
    known = {k.variable: name for name, k in KEYS.items() if k.environ != "never"}
    known |= _ALIASES
    return [(v, known[v], environ[v]) for v in known if environ.get(v)]


def read_file(path: Path) -> dict[str, Value]:
    """The settings of one YAML file, flat (`caps.note`); none if it is missing."""
    try:
        data = read_regular(path, limit=MAX_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        return {}
    if len(data) > MAX_BYTES:
        raise Broken(
            f"'{path}' is larger than {MAX_BYTES >> 10} kB",
            hint=f"edit '{path}'",
            word="config",
        )
    tree = _parse(data, path)
    if tree in (None, ""):
        return {}
    found: dict[str, Value] = {}
    _flatten(tree, "", path, found)
    return found


def _parse(data: bytes, path: Path) -> object:
    if (plain := plain_yaml.read(data.decode("ascii", "replace"))) is not None:
        return plain
    tree, wrong = _yaml(data)
    if wrong:
        where, _, reason = wrong.partition(":")
        raise Broken(f"'{path}'{where} {reason}", hint=f"edit '{path}'", word="config")
    return tree


# A command reads up to three files, and each may be read again.
@lru_cache(maxsize=4)
def _yaml(data: bytes) -> tuple[object, str]:
    """The parsed text; or None, with where and (after a colon) why it is invalid.

    Cached: a command may ask three times, and 64 kB of YAML take a second.
    """
    import yaml

    if _is_deep(data):
        return None, ":is nested too deeply"
    try:
        return yaml.load(data.decode("utf-8"), Loader=yaml.BaseLoader), ""  # noqa: S506
    # PyYAML names the place in the file, where it knows it.
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        mark = getattr(error, "problem_mark", None)
        return None, f"{f' line {mark.line + 1}' if mark else ''}:is not valid YAML"
    except RecursionError:
        return None, ":is nested too deeply"


def _is_deep(data: bytes) -> bool:
    """Whether brackets nest deeper than any setting needs."""
    depth = 0
    for byte in data.translate(None, _NO_BRACKETS):
        depth += 1 if byte in b"[{" else -1
        if depth > _DEEPEST:
            return True
        depth = max(depth, 0)
    return False


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
