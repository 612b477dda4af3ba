"""What a setting is called, and which of two values permits more."""

from __future__ import annotations

import pytest

from memsync.config.key import Key
from memsync.config.keys import KEYS
from memsync.config.learning import LEARNING

LEVELS = ("strict", "usual", "lax")


@pytest.mark.parametrize(
    ("key", "new", "old", "looser"),
    [
        (Key("a", "usual", "", choices=LEVELS), "lax", "usual", True),
        (Key("a", "usual", "", choices=LEVELS), "strict", "usual", False),
        (Key("a", "usual", "", choices=LEVELS), "usual", "usual", False),
        (Key("a", False, ""), True, False, True),
        (Key("a", False, ""), False, True, False),
        (Key("a", 5, ""), 6, 5, True),
        (Key("a", 5, ""), 5, 5, False),
        # Of texts and lists none is looser than another.
        (Key("a", "", ""), "z", "a", False),
        (Key("a", [], ""), ["x"], [], False),
    ],
)
def test_a_value_is_looser_where_it_permits_more(
    key: Key, new: bool | int | str | list[str], old: bool | int | str, *, looser: bool
) -> None:
    assert key.is_looser(new, old) is looser


def test_a_variable_is_the_name_in_capitals() -> None:
    assert Key("learn.max_calls", 1, "").variable == "MEMSYNC_LEARN_MAX_CALLS"
    assert len({key.variable for key in KEYS.values()}) == len(KEYS)


def test_who_gets_sessions_is_no_repositorys_and_no_variables_to_say() -> None:
    to_whom = ("command", "endpoint", "key_command", "consolidate_command", "prompts")
    trusted = {key.name: key for key in LEARNING}
    for name in to_whom:
        key = trusted[f"learn.{name}"]
        assert (key.repository, key.environ) == ("never", "never"), name


def test_learning_is_switched_on_by_nobody_but_the_person() -> None:
    trusted = {key.name: key for key in LEARNING}
    for name in ("learn.enabled", "learn.unattended"):
        assert trusted[name].default is False
        assert trusted[name].repository == "tighten"
        assert trusted[name].environ == "tighten"
