"""A password right behind its user, or below it, where no word calls it one."""

from __future__ import annotations

import pytest
from support.found import found, values

pytestmark = pytest.mark.usefixtures("both_ways")

# As people and machines make them up; they belong to nobody.
SIGNED = "Mag" + "412" + "net$"
DRAWN = "gXwQpZ" + "kTvRb48"


@pytest.mark.parametrize(
    "text",
    [
        "netflix: ann@acme.com {}\n",
        "- spotify ann@acme.com / {} (family)\n",
        "mongo root {}\n",
        "bmc1  10.4.0.11  ADMIN  {}\n",
        "Windows: .\\Administrator {}\n",
        "user ann {}\nbin\n",
        "netflix?\nann@acme.com\n{}\n",
        "[22:10] Ann: ann@acme.com\n[22:11] Ann: {}\n",
        "to get in use this:\n\n```\nroot\n{}\n```\n",
    ],
)
@pytest.mark.parametrize("value", [SIGNED, DRAWN])
def test_a_word_beside_its_user_is_found(text: str, value: str) -> None:
    assert values(text.format(value)) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "u: ann\np: {}\n",
        "un: ann p: {}\n",
        "ftp.acme.com, u ann, p {}, passive only\n",
        "u/p ann {}\n",
        # Files of PPP, of WebDAV and of IPsec.
        '# client server secret\n"ann" * "{}" *\n',
        "ann\t*\t{}\t10.0.0.4\n",
        'https://cloud.acme.com/dav ann "{}"\n',
        'ann : EAP "{}"\n',
        ': XAUTH ann "{}"\n',
    ],
)
@pytest.mark.parametrize("value", [SIGNED, DRAWN])
def test_short_labels_and_lines_of_files_are_known(text: str, value: str) -> None:
    assert values(text.format(value)) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "switch upstairs   https://10.0.0.3:8443   net-ann   {}\n",
        "nas\t10.0.0.4\tann\t{}\n",
        "wiki of the team    wiki.acme.com   ann@acme.com   {}   (old)\n",
    ],
)
@pytest.mark.parametrize("value", [SIGNED, DRAWN])
def test_columns_have_an_address_a_user_and_a_password(text: str, value: str) -> None:
    assert values(text.format(value)) == [value]


def test_small_letters_by_chance_are_a_usual_users() -> None:
    value = "q8vnx" + "2mzk4tb"
    for text in (f"mysql root {value}\n", f"bmc: admin, {value}\n"):
        assert values(text) == [value]
    for text in ("mysql root copper7731x\n", "admin panel2 works\n"):
        assert found(text) == []


def test_somebody_may_go_on_behind_dots() -> None:
    text = f"Changed the user of the copier (ann): {SIGNED}...let's see if it works\n"
    assert values(text) == [SIGNED]
    assert found(f"The user has the session {DRAWN}...AlNLABQtNjI4OT\n") == []
    assert found("The user says that Build2024b...and its copies fail\n") == []


@pytest.mark.parametrize(
    "text",
    [
        "2024-03-01   10.0.0.4   GET   Order2SQLObj\n",
        "libfoo   example.com   amd64   Build2024b\n",
        f"one 10.0.0.4 ann, who has the file {DRAWN}/x\n",
        "Reviewed by ann@acme.com Release2024b\n",
        "user ann OpenSSL32\n",
        "root Order2SQLObj\nchild Node64Impl\n",
        f"admin({DRAWN})\n",
        f"chown root /srv/{DRAWN}\n",
        f"root {DRAWN}/index.html\n",
        "ann@acme.com\nMerge2024Q1\n",
    ],
)
def test_other_words_beside_a_user_pass(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "the zip is encrypted with {}\n",
        "tried {} today, that one works, the other one does not\n",
        "He read it out over the phone: {}, twice.\n",
    ],
)
def test_a_word_with_signs_needs_only_a_sentence(text: str) -> None:
    assert values(text.format(SIGNED)) == [SIGNED]


@pytest.mark.parametrize(
    "text",
    [
        "Building dependency tree and so on: 97%Reading package lists\n",
        "do not include a sheet prefix like Sheet1!A1 in the cell location\n",
        "it returns a Video3DFormat? and nothing else of the kind\n",
        "the shell shows adam@adam-Y510P in front of each command\n",
        "the digest is expected to be Zmvh+3yNM1Phv2jhDCwEM3q5ebU= in the test\n",
        "the server answers with St%C3%B6p%21 to what the user sends as its name\n",
        "a * b2 * Release2024b\n",
        "u and p are Vectors12 in Chapter3b of the book\n",
        "wait for Precision+10% of the time and then write another file\n",
    ],
)
def test_signs_that_words_have_for_another_reason_pass(text: str) -> None:
    assert found(text) == []
