"""Fences the texts that go into a prompt, so that they cannot close their fence."""

from __future__ import annotations

import re

from memsync.retrieval.fence import harmless

# The tags of our prompts: a text that contains one could close its own fence.
_TAG = re.compile(r"<(?=\s*/?\s*(?:evidence|facts|notes|learned)\b)", re.IGNORECASE)


def fenced(text: str) -> str:
    """The text without control characters, and without the tags of our prompts."""
    return _TAG.sub("&lt;", harmless(text))


def element(tag: str, text: str) -> str:
    """One element of a prompt; the caller has passed its content through `fenced`."""
    return f"<{tag}>\n{text}\n</{tag}>"
