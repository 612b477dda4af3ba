"""The edit of `.pre-commit-config.yaml`: nothing else in the file changes a byte."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
import yaml

from memsync.errors import BadUsage, Broken
from memsync.guard.install import framework
from memsync.guard.install.framework import Source, fresh, without_entry
from memsync.guard.install.manifest import IDS, LOCAL, hooks_of

URL = "https://git.example.invalid/tools/memsync"
MANIFEST = Path(__file__).parents[3] / ".pre-commit-hooks.yaml"
SOURCES = {"repository": Source(URL, "v0.1.0"), "local": Source(LOCAL, None)}
PLAIN = """\
# Our checks. Ask Ann before you add one.
default_stages: [pre-commit]   # not on push

repos:
  # formatting
  - repo: https://github.com/astral-sh/ruff-pre-commit
    rev: v0.8.0  # keep in step with pyproject.toml
    hooks:
      - id: ruff
        args: [--fix, "--quiet"]
      # - id: ruff-format

# local ones come last
ci:
    autofix_prs: false
"""
AT_THE_MARGIN = "repos:\n- repo: local\n  hooks:\n  - id: x\n    name: 'x'\n"
WIDE = (
    "repos:\n-   repo: https://x.invalid/y\n    rev: '1'\n    hooks:\n    -   id: x\n"
)
LAYOUTS = {
    "plain": PLAIN,
    "at the margin": AT_THE_MARGIN,
    "wide dashes": WIDE,
    "windows line ends": PLAIN.replace("\n", "\r\n"),
    "no final newline": PLAIN.rstrip("\n"),
    "no final newline behind the list": AT_THE_MARGIN.rstrip("\n"),
    "byte order mark": "\ufeff" + PLAIN,
    "empty list": "# none yet\nrepos: []\nexclude: ^vendor/\n",
    "empty list at the end": "repos: []",
    "document marks": f"%YAML 1.1\n---\n{PLAIN}",
    "block scalar at the end": AT_THE_MARGIN
    + "    exclude: |\n      (a|\n      b)\n\n",
    "flow hooks": "repos:\n  - repo: https://x.invalid/y\n    hooks: [{id: x}]\n",
    "characters beyond ASCII": f"# für Zoë \N{SNOWMAN} \U0001f600\n{PLAIN}",
}


def with_entry(text: str, rev: str) -> tuple[str, str | None]:
    return framework.with_entry(text, Source(URL, rev), rev)


@pytest.mark.parametrize("text", LAYOUTS.values(), ids=LAYOUTS)
def test_the_entry_comes_last_and_goes_without_a_trace(text: str) -> None:
    after, rev = with_entry(text, "v0.1.0")
    assert rev == "v0.1.0"
    entry = yaml.safe_load(after)["repos"][-1]
    assert entry == {
        "repo": URL,
        "rev": "v0.1.0",
        "hooks": [{"id": name} for name in IDS],
    }
    kept = [line for line in after.splitlines(keepends=True) if "memsync" not in line]
    assert set(text.splitlines()) <= {line.rstrip("\r\n") for line in kept} | {
        "repos: []"
    }
    assert with_entry(after, "v0.1.0") == (after, "v0.1.0")
    assert without_entry(after) == text


def test_every_line_that_stood_there_stays_in_order() -> None:
    after, _ = with_entry(PLAIN, "v0.1.0")
    lines = after.splitlines(keepends=True)
    left = iter(lines)
    assert all(line in left for line in PLAIN.splitlines(keepends=True))
    at = lines.index(f"  - repo: {URL}\n")
    assert lines[at - 1] == "      # - id: ruff-format\n"
    assert lines[at + 2 : at + 4] == ["    hooks:\n", f"      - id: {IDS[0]}\n"]


@pytest.mark.parametrize(
    ("named", "kept"),
    [
        ("v0.0.9", False),
        ("'v0.0.9'", False),
        ("0.0.9  # why", False),
        ("v0.1.0", True),
        ("v0.10.0", True),
        ("5f1c0a7d3c2b  # frozen: v0.0.9", True),
        ("main", True),
    ],
)
def test_an_older_version_is_raised_and_a_pinned_or_newer_one_stays(
    named: str, *, kept: bool
) -> None:
    text = f"{PLAIN}{'repos2: []'}\n".replace("rev: v0.8.0", f"rev: {named}").replace(
        "https://github.com/astral-sh/ruff-pre-commit", f"{URL}.git"
    )
    after, rev = with_entry(text, "v0.1.0")
    if kept:
        assert after == text
        return
    old = named.partition("  #")[0].strip("'")
    assert rev == "v0.1.0"
    assert after == text.replace(old, "v0.1.0")


def test_hooks_that_a_person_named_are_not_named_again() -> None:
    local = f"repos:\n- repo: local\n  hooks:\n  - id: {IDS[0]}\n"
    scp = "git@git.example.invalid:tools/memsync.git"
    ssh = f"repos:\n- repo: {scp}\n  rev: v9\n  hooks: []\n"
    assert framework.with_entry(local, SOURCES["local"], "v0.1.0")[0] == local
    assert framework.with_entry(local, None, "v0.1.0")[0] == local
    assert with_entry(ssh, "v0.1.0")[0] == ssh
    with pytest.raises(Broken, match="was changed"):
        without_entry(local)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# nothing but a comment\n",
        "ci: {}\n",
        "repos:\n",
        "repos: [{repo: local, hooks: []}]\n",
        "{repos: []}\n",
        "repos: [\n]\n",
        "repos:\n- {repo: local, hooks: []}\n",
        "repos:\n-\n  repo: local\n  hooks: []\n",
        "repos:\n- &a\n  repo: local\n  hooks: []\n- *a\n",
        "repos:\n- repo: local\n  hooks: []\n---\nrepos: []\n",
        "repos:\n- repo: 'local\n",
    ],
)
def test_a_layout_that_is_not_safe_to_edit_is_refused(text: str) -> None:
    with pytest.raises(Broken) as caught:
        with_entry(text, "v0.1.0")
    assert caught.value.hint


def test_an_entry_that_was_changed_is_left_to_its_writer() -> None:
    text = with_entry(PLAIN, "v0.1.0")[0]
    changes = {
        f"id: {IDS[0]}\n": f"id: {IDS[0]}\n        args: [--all]\n",
        f"id: {IDS[1]}\n": f"id: {IDS[1]}  # why\n",
        f"      - id: {IDS[2]}\n": "",
    }
    for old, new in changes.items():
        with pytest.raises(Broken, match="was changed") as caught:
            without_entry(text.replace(old, new))
        assert "lines 12 to " in str(caught.value.hint)


def test_a_file_of_our_own_goes_with_its_entry() -> None:
    for source in SOURCES.values():
        assert without_entry(fresh(source)) is None
        assert without_entry("# mine\n" + fresh(source)) == "# mine\nrepos: []\n"


def test_each_of_many_layouts_comes_back_as_it_was() -> None:
    parts = itertools.product(
        ("", "# c\n", "---\n"),
        ("repos:\n", "repos: # c\n"),
        ("- repo: a\n  hooks: []\n", "  - repo: a\n    hooks:\n    - id: b\n"),
        ("", "\n", "  # c\n", "     # c\n", "# c\n\n", "\nci: {}\n", "\n\n"),
    )
    for each in parts:
        text = "".join(each)
        for variant in (text, text.rstrip("\n"), text.replace("\n", "\r\n")):
            after, _ = with_entry(variant, "v1")
            assert without_entry(after) == variant, variant


@pytest.mark.parametrize("text", LAYOUTS.values(), ids=LAYOUTS)
def test_a_local_entry_means_what_the_manifest_says(text: str) -> None:
    after, rev = framework.with_entry(text, SOURCES["local"], "v0.1.0")
    assert rev is None
    manifest = yaml.safe_load(MANIFEST.read_text())
    for hook in manifest:
        del hook["description"]
        hook["language"] = "system"
    entry = yaml.safe_load(after)["repos"][-1]
    assert entry == {"repo": "local", "hooks": manifest}
    assert framework.with_entry(after, SOURCES["local"], "v9") == (after, None)
    assert without_entry(after) == text
    assert len(hooks_of(LOCAL)) == len(manifest)


def test_without_an_address_nothing_is_written_and_both_ways_are_named() -> None:
    with pytest.raises(BadUsage) as caught:
        framework.with_entry(PLAIN, None, "v0.1.0")
    assert "--repo URL" in str(caught.value.hint)
    assert "--local" in str(caught.value.hint)
    named = with_entry(PLAIN, "v0.0.1")[0]
    raised = framework.with_entry(named, None, "v0.1.0")
    assert raised == (named.replace("rev: v0.0.1", "rev: v0.1.0"), "v0.1.0")


def test_another_address_than_the_one_that_is_named_is_refused() -> None:
    named = with_entry(PLAIN, "v0.1.0")[0]
    other = Source("https://elsewhere.example.invalid/memsync", "v0.1.0")
    with pytest.raises(Broken, match="already has memsync's hooks"):
        framework.with_entry(named, other, "v0.1.0")
