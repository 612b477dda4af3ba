"""Parses the JSON of an answer, alone or in a fenced code block of a text."""

from __future__ import annotations

import json
import re

# The most bytes of an answer; real answers are far smaller.
LARGEST = 1 << 20

# The deepest nesting: Python's JSON parser recurses, and no answer needs more.
_DEEPEST = 24
# Models put JSON into a code fence even if they are told not to.
_FENCE = re.compile(r"```[\w-]*[ \t]*\r?\n(.*?)```", re.DOTALL)

Object = dict[str, object]


class Unusable(Exception):
    """An answer that cannot be used; the text tells the model and people why.

    It never repeats the answer's own words.
    """


class Hostile(Unusable):
    """An answer that asks for something forbidden, such as a name that holds a path."""


def parse(answer: str) -> Object:
    """Parse the one JSON object of an answer. Raises `Unusable`."""
    if not answer.strip():
        raise Unusable("the answer is empty")
    if len(answer) > LARGEST:
        raise Unusable(f"the answer is larger than {LARGEST >> 20} MB")
    texts = [answer.strip(), *(found.strip() for found in _FENCE.findall(answer))]
    for text in texts:
        if text.startswith("{") and (found := _object(text)) is not None:
            return found
    raise Unusable("the answer is not one JSON object, alone or in one ``` fence")


def _object(text: str) -> Object | None:
    if _depth(text) > _DEEPEST:
        return None
    try:
        found = json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _refuse(word: str) -> float:
    raise ValueError(word)


def _depth(text: str) -> int:
    deepest = depth = 0
    for character in text:
        if character in "{[":
            depth += 1
            deepest = max(deepest, depth)
        elif character in "}]":
            depth -= 1
    return deepest


def items(given: Object, key: str) -> list[Object]:
    """A list of objects in an answer; empty if the key is missing.

    Raises `Unusable` for anything else.
    """
    found = given.get(key, [])
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        raise Unusable(f'"{key}" must be a list of objects')
    return found


def words(given: Object, key: str) -> list[str]:
    """A list of texts in an answer, without empty ones. Raises `Unusable`."""
    found = given.get(key, [])
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise Unusable(f'"{key}" must be a list of texts')
    return [each for each in found if each.strip()]


def text(given: Object, key: str) -> str:
    """A text in an answer; empty if it is missing or null. Raises `Unusable`."""
    found = given.get(key)
    if found is None:
        return ""
    if not isinstance(found, str):
        raise Unusable(f'"{key}" must be a text')
    # JSON can hold half of a surrogate pair, but a UTF-8 file cannot.
    return found.encode("utf-8", "replace").decode("utf-8")
