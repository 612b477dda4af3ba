"""A setting that is a list, given as one text."""

from __future__ import annotations

import re

# Where a list in brackets was cut at its commas: `[a`, `b]`, `["a"]`.
_HALF_LIST = re.compile(r"\[[^\]]*|[^\[]*\]|\[\s*[\"'].*|.*[\"']\s*\]")


def items(text: str) -> list[str] | None:
    """The items of `a, b` or of the YAML list `[a, b]`.

    None for a list that is not closed, or not of texts alone. `[a-c]*` is a pattern.
    """
    in_brackets = text.strip().startswith("[") and text.strip().endswith("]")
    if in_brackets and (words := yaml_list(text)) is not None:
        return words
    found = [item.strip() for item in text.split(",") if item.strip()]
    return None if any(_HALF_LIST.fullmatch(item) for item in found) else found


def yaml_list(text: str) -> list[str] | None:
    """The items of a list of texts in YAML; None for anything else."""
    import yaml

    try:
        words = yaml.load(text, Loader=yaml.BaseLoader)  # noqa: S506 -- makes texts only
    except (yaml.YAMLError, RecursionError):
        return None
    if isinstance(words, list) and all(isinstance(word, str) for word in words):
        return words
    return None
