"""Whether a person's words apply to all of their projects, not to one alone."""

from __future__ import annotations

import re

# Words by which a person says that something applies in every repository.
_EVERYWHERE = re.compile(
    r"\bin (?:all|any|every|each)(?: of)?(?: (?:my|our|other))*"
    r" (?:projects?|repos|repositor(?:y|ies)|codebases?|work)\b"
    r"|\b(?:every|any|whatever|whichever)[ -](?:project|repo|repository|codebase)\b"
    r"|\b(?:across|for) (?:all|my)(?: my)? (?:projects|repos|repositories)\b"
    r"|\beverywhere\b|\bno matter (?:which|what) (?:project|repo)"
    r"|\bi (?:always|never|generally|usually|personally)\b"
    r"|\bi(?:'d| would)? (?:prefer|like|love|hate|dislike|want)\b"
    r"|\bi (?:work as|live in|speak)\b|\bi(?:'m|\u2019m| am) (?:an?|from)\b"
    r"|\b(?:call|address) me\b"
    r"|\bmy (?:name|editor|shell|machine|laptop|time ?zone|language|pronouns)\b",
    re.IGNORECASE,
)
# Words that limit it to this repository; they override those above.
_HERE = re.compile(
    r"\b(?:this|the) (?:project|repo|repository|codebase|service|package|branch)\b"
    r"|\b(?:in|on) here\b|\bhere,? (?:we|i)\b",
    re.IGNORECASE,
)


def is_everywhere(text: str) -> bool:
    """Whether the words say that they apply to all of a person's projects."""
    return bool(_EVERYWHERE.search(text)) and not _HERE.search(text)
