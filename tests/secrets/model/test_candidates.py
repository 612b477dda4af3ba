"""Which words the model looks at; the native search tells only where they end."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsync.secrets.gates import likely
from memsync.secrets.model import candidates, figures

PIECES = st.sampled_from(
    b"a b1 1c Ab_12 x-9 @ / : = ! 0xff v1.2 https:// a@b.c2 \n ' ( ) \xc3\xa9 ~".split(
        b" "
    )
)


def seen(text: bytes) -> list[bytes]:
    return [
        text[start:end]
        for start, end in candidates.spans(text)
        if candidates.may_be(text[start:end])
        and candidates.stands_free(text, start, end)
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"it is Tobias1974, ok", [b"Tobias1974"]),
        (b"(**Otter-38!**)", [b"Otter-38!"]),
        (b"root/Otter_38 or root:Tobias1974", [b"Otter_38", b"Tobias1974"]),
        (b"was it Tobias1974?", [b"Tobias1974"]),
        (b"was it To!ias1974?", [b"To!ias1974?"]),
        (b"https://a.example/Tobias1974 /srv/Tobias1974/x ~/Tobias1974", []),
        (b"?id=Tobias1974 tobias1974@example.org @tobias1974", []),
        (b"v1.2.3 1.2.3 utf8 x86 250MB 3rd OPS-1234 notes2.md 0xdeadbeef", []),
        (b"75778ceabc8c030875778ceabc8c0308 Tobias only 1974", []),
        (
            b"PIN=Tobias1974, taskUUID=Tobias1975 and PublicKeyToken=b77a5c561934",
            [b"Tobias1974", b"Tobias1975", b"b77a5c561934"],
        ),
        (
            b"otter-marble-canyon and otter-marble, otter.marble.canyon!",
            [b"otter-marble-canyon", b"otter.marble.canyon!"],
        ),
        (b"Otter&marble, Otter! and marble", [b"Otter&marble"]),
        (b"Thank you, *Tobias1974*! or **Otter38**s", [b"Tobias1974", b"Otter38"]),
        (b"${Tobias1974} Tobias1974${x} 3q2+7wAAAAAAAAAAAAAAAAAAAAA=", []),
        (b"the router &quot;Tobias1974&quot; is new", [b"Tobias1974"]),
        (b"ann:$apr1$Tk4w.d2q$/h7xR3K8PmZVCdsWq =?base64?bm90ZXM5?=", []),
        (b'[Console](#Tobias_12) [x](Tobias1974) {"id":"Tobias1974"}', []),
        (b'using `Tobias128`() and "x5t#S256": "a"', []),
        (b"ann@web-01# ls\n  ann@web02$ ls\nann@web02:~$ ls", []),
        (b"it is ann@web-01# now", [b"ann@web-01#"]),
    ],
)
def test_letters_with_figures_that_are_no_name_or_number(
    text: bytes, words: list[bytes]
) -> None:
    assert seen(text) == words


@given(st.lists(PIECES, max_size=12))
def test_a_word_is_the_same_from_its_end(pieces: list[bytes]) -> None:
    text = b"".join(pieces)
    found = [*candidates.spans(text)]
    for span in found:
        rest = text[span[1] :]
        end = span[1] + len(rest) - len(rest.lstrip(b".*_~-?"))
        assert [*candidates.endings(text, [end])] == [(end, span)]


@given(st.lists(PIECES, max_size=12))
def test_the_native_search_reports_each_word(pieces: list[bytes]) -> None:
    text = b"".join(pieces)
    for start, end in candidates.spans(text):
        around = re.escape(candidates.SEPARATES) + rb"\x00-\x20\x7f-\xff"
        first = [*re.finditer(b"[%b]" % around, text[:start])]
        last = re.search(b"[%b]|$" % around, text[end:])
        assert last
        word = text[first[-1].end() if first else 0 : end + last.end()]
        assert any(re.search(gate, word) for gate in likely.WORDS), word


@pytest.mark.parametrize(
    ("text", "is_code"),
    [
        (b"Log in as ann. The key is under the mat (really).", False),
        (b"if (a == b) { return [c]; }", True),
        (b'{"a": "b", "c": ["d"]}', True),
    ],
)
def test_signs_tell_code_from_sentences(text: bytes, is_code: bool) -> None:
    assert candidates.is_code(text) is is_code


@given(st.text(alphabet="0123 9a.:pin\n", max_size=40))
def test_figures_are_the_same_from_their_end(text: str) -> None:
    data = f"pin {text}".encode()
    found = [*figures.spans(data)]
    assert [figures.ending(data, end) for _, end in found] == found
    assert [figures.ending(data, end + 1) for _, end in found if end < len(data)] == [
        span for span in found if span[1] < len(data)
    ]
