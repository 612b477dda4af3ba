"""A value in a block of code that the lines above call an example."""

from __future__ import annotations

import pytest
from support import tokens

from memsync.secrets.scan import scan

RANDOM = tokens.text(32, 11)
HEX = tokens.text(40, 5, "0123456789abcdef")
FENCED = "```ini\n[remote]\ntype = mega\npass = {}\n```\n"
INDENTED = "    $ login\n\n    pass = {}\n"


def confidence(text: str) -> list[str]:
    return [found.confidence for found in scan(text.encode())]


@pytest.mark.parametrize("block", [FENCED, INDENTED])
@pytest.mark.parametrize(
    "line",
    [
        "A remote in the file, for example:",
        "Example:",
        "**Example**",
        "### Examples of remotes",
        "It will print something like this",
        "The answer should be similar to",
        "Write it (e.g. for a test):",
    ],
)
def test_it_is_one_step_less_sure(line: str, block: str) -> None:
    assert confidence(f"{line}\n\n{block.format(RANDOM)}") == ["medium"]
    assert confidence(f"{line}\n\n{block.format(HEX)}") == ["low"]


@pytest.mark.parametrize("block", [FENCED, INDENTED])
@pytest.mark.parametrize(
    "line",
    [
        "Our remote in the file:",
        "This likely works.",
        "The example above is old. This is ours:",
        "Exemplary:",
        # People note how they use something with what they use.
        "Usage:",
    ],
)
def test_a_block_that_nothing_calls_an_example_is_as_sure(
    line: str, block: str
) -> None:
    assert confidence(f"{line}\n\n{block.format(RANDOM)}") == ["high"]
    assert confidence(f"{line}\n\n{block.format(HEX)}") == ["medium"]


def test_what_stands_after_the_block_is_as_sure() -> None:
    example = "For example:\n\n" + FENCED.format("$PASSWORD")
    assert confidence(f"{example}\npass = {RANDOM}\n") == ["high"]
    bare = example.replace("```ini", "```")
    assert confidence(f"{bare}\npass = {RANDOM}\n") == ["high"]
    assert confidence(f"For example:\n\npass = {RANDOM}\n") == ["high"]


def test_a_block_stands_further_in_than_its_introduction() -> None:
    told = f'    """Sends the token.  For example:\n\n        password = {RANDOM}\n'
    assert confidence(told) == ["medium"]
    beside = told.replace("        password", "    password")
    assert confidence(beside) == ["high"]
    listed = f"example:\n  user: ann\n  password: {RANDOM}\n"
    assert confidence(listed) == ["medium"]
    assert confidence(listed.replace("example", "service")) == ["high"]


def test_a_vendors_token_in_an_example_is_as_sure() -> None:
    assert confidence(f"For example:\n\n    {tokens.github()}\n") == ["high"]
