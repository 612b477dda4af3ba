"""Answers repeat no secret that a client gave as a name, a path or a URI.

A model that asks for `sk-…` by name has the secret in its context already, but answers
are stored in transcripts and logs, where nobody expects one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from memsync.secrets.redact import mark
from memsync.secrets.scan import scan_all
from memsync.terminal import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

# What a suggested name may have between the letters of a secret.
_BETWEEN = "[^0-9a-z]{0,8}"
# A suggested name is in lower case and has other characters between the letters.
_REST = "[0-9a-z+/=_-]*"
# A shorter text is in too many words to be hidden.
_SHORTEST = 6
# Characters of a secret that are looked for; a pattern of more takes too long.
_LONGEST = 1 << 10


def hide_secrets(given: Iterable[str]) -> Callable[[str], str]:
    """A function that replaces each given secret in an answer by `[redacted RULE]`."""
    patterns: dict[str, str] = {}
    for text in given:
        for rule, value in _secrets(text):
            pattern = _pattern(value)
            if pattern:
                patterns[pattern] = rule

    def hide(answer: str) -> str:
        # The longest first, since one secret may contain another.
        for pattern in sorted(patterns, key=len, reverse=True):
            shown = mark(patterns[pattern])
            answer = re.sub(pattern, shown, answer, flags=re.IGNORECASE)
        return answer

    return hide


def _secrets(text: str) -> Iterator[tuple[str, str]]:
    """The rule and the value of each secret in a text, as it is and as a URI."""
    for form in {text, unquote(text)}:
        data = form.encode("utf-8", "replace")
        for found, _ in scan_all(data):
            value = data[found.start : found.end].decode("utf-8", "replace")
            yield found.rule, value
            if form != text or quote(value, safe="") != value:
                yield found.rule, quote(value, safe="")
    if unquote(text) != text and scan_all(unquote(text).encode("utf-8", "replace")):
        # Any character may be percent-encoded, such as %41.
        yield "generic-secret", text


def _pattern(value: str) -> str:
    """A regular expression for a value in any form that an answer may contain."""
    signs = [each for each in printable(value)[:_LONGEST] if each.isalnum()]
    if len(signs) < _SHORTEST:
        return re.escape(printable(value)) if value.strip() else ""
    return _BETWEEN.join(map(re.escape, signs)) + _REST * (len(value) > _LONGEST)
