"""Sentences that are not facts: refusals, and orders to whoever reads them next."""

from __future__ import annotations

import re

# A model that declines, or reports that it found nothing: not a fact.
_REFUSAL = re.compile(
    r"^\W*(?:i(?:'|\u2019)?m sorry\b|sorry, (?:but )?i\b|as an? (?:ai|large language)\b"
    r"|i(?: am|'m|\u2019m) (?:unable|not able)\b"
    r"|i (?:can(?:'|\u2019)?t|cannot|can not) (?:help|assist|comply|extract|do that)\b"
    r"|(?:there (?:is|are|was|were) )?no(?:thing| durable| new| relevant)?"
    r" (?:facts?|information|content|worth|to (?:keep|remember|extract|save))\b)",
    re.IGNORECASE,
)
# Text that gives orders to a model: a fact would pass the prompt injection on.
_ORDER = re.compile(
    r"\b(?:ignore|disregard|forget|override)\b[^.\n]{0,40}"
    r"\b(?:instructions?|prompts?|rules|guidelines|directions)\b"
    r"|\b(?:system|developer) prompt\b"
    r"|\byou are now\b|\bnew instructions?\s*:"
    r"|\b(?:do not|don(?:'|\u2019)?t|never) (?:tell|inform|mention|reveal|show)\b"
    r"[^.\n]{0,40}"
    r"\b(?:user|person|human|anyone|them)\b"
    r"|<\s*/?\s*(?:system|assistant|user|instructions?|tool_(?:call|result|use))\b"
    r"|\[/?(?:INST|SYSTEM)\]|<\|[a-z_]{2,20}\|>",
    re.IGNORECASE,
)
# A download piped into a shell: no fact may repeat it to an agent.
_PIPED = re.compile(
    r"\b(?:curl|wget|iwr|invoke-webrequest)\b[^\n]{0,200}\|\s*(?:sudo\s+)?"
    r"(?:ba|z|da|k)?sh\b|\beval\b[^\n]{0,20}\$\((?:curl|wget)\b",
    re.IGNORECASE,
)


def is_refusal(text: str) -> bool:
    """Whether a model says that it found nothing, or that it declines."""
    return bool(_REFUSAL.search(text))


def is_order(text: str) -> bool:
    """Whether a text gives orders to an agent, or pipes a download into a shell.

    No list of phrases finds all of them. So memsync never accepts a fact without review
    unless a person said it.
    """
    return bool(_ORDER.search(text) or _PIPED.search(text))
