"""An address that poses as an option is an argument, and refused as an address."""

from __future__ import annotations

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsync.cli.sync.init import UrlCommand


def parsed(*words: str) -> dict[str, object]:
    """What a command of this kind makes of the words."""

    @click.command(cls=UrlCommand)
    @click.argument("url", required=False)
    @click.option("--yes", is_flag=True)
    @click.option("--name")
    def get(**_: object) -> None:
        """Take them."""

    return get.make_context("get", [*words]).params


@pytest.mark.parametrize("word", ["-oProxyCommand=touch x", "-e", "-1", "-u=x"])
def test_one_dash_begins_no_option_of_ours(word: str) -> None:
    assert parsed(word)["url"] == word
    assert parsed("--yes", word) == {"url": word, "yes": True, "name": None}
    assert parsed(word, "--yes") == {"url": word, "yes": True, "name": None}


@given(st.text(st.characters(exclude_characters="-"), min_size=2, max_size=30))
def test_whatever_follows_the_dash(rest: str) -> None:
    assert parsed(f"-{rest}")["url"] == f"-{rest}"


def test_an_option_keeps_its_value_and_a_path_stays_one() -> None:
    assert parsed("host:memory", "--name", "desk")["name"] == "desk"
    assert parsed("--", "-x")["url"] == "-x"
    with pytest.raises(click.UsageError, match="No such option"):
        parsed("--upload-pack=x")
