"""What memsync depends on: under which licence, and up to which version."""

from __future__ import annotations

import re

from packaging.utils import canonicalize_name
from support.licences import (
    PAGE,
    ceiling,
    installed,
    requirements,
    rows,
    table_of,
)

_FREE = re.compile(
    r"(MIT|MIT-0|0BSD|Zlib|CC0-1\.0|BSD-[23]-Clause|Apache-2\.0|PSF-2\.0|MPL-2\.0|"
    r"Artistic-1\.0-Perl)( (OR|AND) [\w.-]+)*"
)

# The page says why.
_WITHOUT_CEILING = {"cryptography", "rich"}


def test_the_table_says_what_is_installed() -> None:
    listed = table_of(PAGE.read_text())
    made = rows()
    assert len(made) > 20
    assert {name: listed.get(name) for name in made} == made


def test_every_licence_lets_memsync_be_used_as_it_says() -> None:
    lines = table_of(PAGE.read_text()).values()
    wrong = [x for x in lines if not _FREE.fullmatch(x.split("|")[3].strip())]
    assert wrong == []


def test_a_dependency_has_a_ceiling_or_the_page_says_why_not() -> None:
    page = PAGE.read_text().partition("## Ceilings")[2]
    promised = dict(re.findall(r"^\| ([a-z0-9-]+) \| ([\d.]+) \|", page, re.MULTILINE))
    asked = [each for found in requirements().values() for each in found]
    named = {canonicalize_name(each.name): ceiling(each) for each in asked}
    assert {n for n, most in named.items() if not most} == _WITHOUT_CEILING
    assert all(f"`{name}`" in page for name in _WITHOUT_CEILING)
    assert {name: most for name, most in named.items() if most} == promised


def test_what_is_installed_is_what_is_asked_for() -> None:
    there = installed()
    for each in (one for found in requirements().values() for one in found):
        name = canonicalize_name(each.name)
        if name in there:
            assert there[name][0].version in each.specifier, name
