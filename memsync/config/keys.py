"""The settings: each key with its default, its type and who may set it."""

from __future__ import annotations

from memsync.config.key import Key, Value
from memsync.config.learning import LEARNING
from memsync.errors import Broken
from memsync.lazy import lazy

KEYS = {
    key.name: key
    for key in (
        Key("memory.enabled", True, "Whether memory goes into prompts.", "any"),
        Key(
            "memory.teach",
            True,
            "Whether agents are told at the start what to save, and how.",
            "tighten",
        ),
        Key(
            "memory.offer",
            False,
            "Whether agents may create a memory in a repository without one.",
            "never",
        ),
        Key(
            "memory.instructions",
            "",
            "A file with your own instructions for agents, instead of memsync's.",
            "never",
        ),
        Key(
            "prompt.max_bytes",
            4000,
            "The most bytes of notes added to one prompt.",
            "tighten",
        ),
        Key(
            "prompt.min_score",
            0.25,
            "The least score, 0 to 1, of a note that is added to a prompt.",
            "never",
        ),
        Key(
            "identity",
            "",
            "The repository's identity, instead of its remote's URL.",
            "only",
        ),
        Key("caps.note", 2000, "The most characters of a note's body.", "lower"),
        Key(
            "caps.memory_index",
            6000,
            "The most characters of MEMORY.md and COYOTE.md.",
            "lower",
        ),
        Key(
            "caps.context_tools",
            6000,
            "The most characters of a context with tools.",
            "lower",
        ),
        Key(
            "caps.context_no_tools",
            12000,
            "The most characters of a context without tools.",
            "lower",
        ),
        Key("caps.write", 65536, "The most bytes of one write.", "tighten"),
        Key(
            "guard.block",
            "medium",
            "The least confidence at which the guard blocks a text.",
            "tighten",
            ("low", "medium", "high"),
        ),
        Key(
            "search.strategy",
            "auto",
            "How `search` and `context --query` rank notes.",
            "lower",
            # The strictest first: a model, asked by the last, may run on another host.
            choices=("keyword", "bm25", "auto", "semantic"),
        ),
        Key(
            "search.model",
            "",
            "For semantic search: a folder with a model, ollama:NAME or endpoint:NAME.",
            "never",
        ),
        Key(
            "search.endpoint",
            "",
            "The URL of endpoint:NAME; https, or http on this machine.",
            "never",
        ),
        Key(
            "search.key_command",
            [],
            "A command, as a list of words, that prints the endpoint's key.",
            "never",
        ),
        Key("search.top_k", 10, "The most notes that a query finds.", "lower", least=1),
        Key(
            "search.min_score", 0.0, "Leave out notes that score below this; 1 is best."
        ),
        Key(
            "search.max_bytes",
            24000,
            "The most bytes of note bodies in a context for a query.",
            "lower",
        ),
        Key(
            "recall.scope",
            "repository",
            "Whose past sessions an agent may search: this repository's, or all. Only"
            " the user's file can say all.",
            "never",
            ("repository", "all"),
            environ="tighten",
        ),
        Key(
            "recall.keep",
            False,
            "Keep a session in the index after the agent has deleted its file.",
            "never",
        ),
        *LEARNING,
        Key(
            "archive.keep",
            "recent",
            "Which archived versions to keep: the recent ones, or all.",
            "never",
            ("recent", "all"),
        ),
        Key(
            "archive.keep_last",
            20,
            "How many of each note's newest versions to keep.",
            "never",
        ),
        Key("archive.keep_days", 90, "Days for which all versions are kept.", "never"),
        Key(
            "sync.remote", "", "The remote of `memsync sync`; `none`: nowhere.", "never"
        ),
        Key("sync.allow_http", False, "Allow an http remote.", "never"),
        Key("sync.encrypted", False, "Send nothing unencrypted.", "never"),
        Key(
            "keys.passphrase_command",
            "",
            "A command that prints the passphrase of this machine's key.",
            "never",
        ),
        Key(
            "sync.machine",
            "",
            "The name that other machines show for this one.",
            "never",
        ),
        Key("sync.exclude", [], "Names (globs) of notes that are not synced.", "never"),
        Key("sync.wait", 30, "Seconds to wait for another sync to end.", "never"),
        Key("sync.budget", 60, "Seconds to keep trying to push.", "never"),
    )
}

# The keys of each profile, as `sync.profiles.<name>.<key>`.
PROFILE_KEYS = {
    key.name: key
    for key in (
        Key("remote", "", "The remote of this profile.", "never"),
        Key("notes", [], "Names (globs) of the notes in this profile.", "never"),
        Key("allow_http", False, "Allow an http remote.", "never"),
    )
}

# The group that holds the profiles' settings.
PROFILES = "sync.profiles"

# Lower case, since profiles are also names of folders, and some disks ignore case.
_PROFILE_NAME = lazy(r"[a-z0-9][a-z0-9_-]{0,31}")

# The name of the profile without a name.
DEFAULT_PROFILE = "default"

# Characters of an unknown key that an error quotes.
_LONGEST_NAME = 80
_WORDS_FOR = {
    **dict.fromkeys(("true", "yes", "on", "1"), True),
    **dict.fromkeys(("false", "no", "off", "0"), False),
}


def find_key(name: str) -> Key | None:
    """The setting of this name, of a profile too; None if there is none."""
    if name in KEYS:
        return KEYS[name]
    profile, _, word = name.removeprefix(f"{PROFILES}.").partition(".")
    if not name.startswith(f"{PROFILES}.") or not is_profile(profile):
        return None
    key = PROFILE_KEYS.get(word)
    return key and key._replace(name=name)


def known_key(name: str) -> Key:
    """Like `find_key`, for a name that is known to exist."""
    key = find_key(name)
    assert key is not None  # noqa: S101 -- `read_file` refused all others
    return key


def is_group(name: str) -> bool:
    """Whether this name is a group of settings."""
    if any(known.startswith(name + ".") for known in KEYS) or name == PROFILES:
        return True
    prefix = f"{PROFILES}."
    return name.startswith(prefix) and is_profile(name.removeprefix(prefix))


def is_profile(name: str) -> bool:
    """Whether this is a valid name for a profile."""
    return bool(_PROFILE_NAME.fullmatch(name)) and name != DEFAULT_PROFILE


def unknown_key(name: str, where: str) -> Broken:
    """The error for a key that does not exist, naming the nearest that does."""
    from difflib import get_close_matches

    name = name[:_LONGEST_NAME]  # a hostile file may have a key of any length
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
        if int(raw) < key.least:
            raise _wrong(key, f"at least {key.least}", where)
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
    if isinstance(raw, str) and key.is_command:
        from memsync.config.argv import parsed

        if (words := parsed(raw)) is None:
            raise _wrong(key, 'a command, such as ["ollama", "run", "NAME"]', where)
        return words
    if isinstance(raw, str):
        from memsync.config.listed import items

        if (found := items(raw)) is None:
            raise _wrong(key, "a list, such as a, b or [a, b]", where)
        return found
    if isinstance(raw, list) and all(isinstance(item, str) for item in raw):
        return list(raw)
    raise _wrong(key, "a list of texts", where)


def _wrong(key: Key, wanted: str, where: str) -> Broken:
    hint = f"`memsync config unset {key.name}` takes the default again"
    return Broken(
        f"{where}: {key.name} must be {wanted}",
        hint=hint if where == "config set" else None,
        word="config",
    )
