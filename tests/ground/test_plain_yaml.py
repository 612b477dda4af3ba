from __future__ import annotations

import yaml
from hypothesis import given
from hypothesis import strategies as st

from memsync.config import plain_yaml

WORDS = "sync:|remote:| |  |\n|a|true|0123|~|#| #x|:|'|/srv/n.git|git@h:p|https://h/x"
SIGNS = "-|- |[|{|!|&a|*a|=|sync:\n  remote: |caps:\n  note: |\n\n|.|..|%|,|>"
PIECES = st.sampled_from([*WORDS.split("|"), *SIGNS.split("|")])


@given(st.lists(PIECES, max_size=12).map("".join))
def test_what_it_reads_is_what_yaml_reads(text: str) -> None:
    found = plain_yaml.read(text)
    if found is not None:
        loaded = yaml.load(text, Loader=yaml.BaseLoader)  # noqa: S506 -- BaseLoader makes only texts
        assert found == (loaded or {})


def test_what_config_set_writes_is_read() -> None:
    text = "# mine\nsync:\n  remote: git@host:notes.git\n  exclude: work-\n"
    text += "caps:\n  note: 10\n"
    assert plain_yaml.read(text) == {
        "sync": {"remote": "git@host:notes.git", "exclude": "work-"},
        "caps": {"note": "10"},
    }


def test_lists_and_quotes_are_left_to_yaml() -> None:
    for text in (
        "a:\n- b\n",
        "a: 'b'\n",
        "a: {b: c}\n",
        "a:\n",
        "a: b # c\n",
        "a: é\n",
    ):
        assert plain_yaml.read(text) is None
