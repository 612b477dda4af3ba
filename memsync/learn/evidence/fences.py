"""Texts that go into a prompt between marks of ours, and cannot leave them."""

from __future__ import annotations

import re

from memsync.retrieval.fence import harmless

# The tags of our prompts: text that contains one could end its own fence.
_TAG = re.compile(r"<(?=\s*/?\s*(?:evidence|facts|notes|learned)\b)", re.IGNORECASE)


def fenced(text: str) -> str:
    """The text without control characters, and without tags that are ours."""
    return _TAG.sub("&lt;", harmless(text))


def element(tag: str, text: str) -> str:
    """A part of a prompt; the caller has `fenced` what stands in it."""
    return f"<{tag}>\n{text}\n</{tag}>"
