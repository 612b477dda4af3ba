"""A setting that is a command: a list of words, or one text that has them all."""

from __future__ import annotations

from memsync.config.listed import yaml_list


def parsed(text: str) -> list[str] | None:
    """The words of a command; None if the text does not say where one ends.

    `a b` and `a,b` are two words each, and so is the YAML list `[a, b]`. A text with
    spaces before its first comma, as `a -x b,c`, may be meant either way.
    """
    if text.lstrip().startswith("["):
        return yaml_list(text)
    if "," in text:
        words = [word.strip() for word in text.split(",") if word.strip()]
        return None if words and words[0].split()[1:] else words
    import shlex

    try:
        return shlex.split(text)
    except ValueError:
        return None  # a quote that does not end
