"""Which files pre-commit, prek and lefthook give to our checks."""

from __future__ import annotations

from pathlib import Path

import pytest

from memsync.guard.install.configurations import framework_checks, lefthook_checks
from memsync.guard.install.filters import READ

YAML, TOML = Path(".pre-commit-config.yaml"), Path("prek.toml")
ALWAYS = "    always_run: true\n    pass_filenames: false\n"
NOTE = ".coyote/memory/note.md"
CONFIG = """\
repos:
- repo: local
  hooks:
  - id: fine
    entry: 'true'
  - id: {}
"""


def lefthook(name: str, *texts: bytes) -> set[str] | None:
    return lefthook_checks([(Path(name), text) for text in texts])


@pytest.mark.parametrize(
    ("hook", "expected"),
    [
        ("memsync-secrets", True),
        ("memsync-secrets\n    stages: [commit]", True),
        ("memsync-secrets\n    stages: [pre-push, pre-commit]", True),
        ("memsync-secrets\n    stages: [manual]", False),
        ("memsync-secrets\ndefault_stages: [pre-push]", False),
        ("memsync-secrets\n    stages: [pre-commit]\ndefault_stages: [manual]", True),
        ("mine\n    entry: bin/memsync-guard --all", True),
        ("memsync-secrets\n    entry: 'true'", False),
        ("other\n    # memsync-secrets", False),
        ("memsync-secrets\n  - [", False),
        ("memsync-secrets\n    args: " + "[" * 5000, False),
    ],
)
def test_a_framework_runs_what_it_names_at_the_stage_of_commits(
    hook: str, *, expected: bool
) -> None:
    assert (
        framework_checks(YAML, CONFIG.format(hook).encode()) == set(READ)
    ) is expected


def test_preks_own_file_is_read_too() -> None:
    text = b'[[repos]]\nrepo = "local"\nhooks = [{id = "memsync-secrets"%s}]\n'
    assert framework_checks(TOML, text % b"") == set(READ)
    assert framework_checks(TOML, text % b', stages = ["manual"]') is None
    assert None is framework_checks(TOML, b"memsync-secrets")
    assert None is framework_checks(YAML, b"- memsync-secrets")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("pre-commit:\n  commands:\n    a: {run: memsync-guard}", True),
        ("pre-commit:\n  jobs:\n  - run: memsync-guard {staged_files}", True),
        ("pre-commit:\n  jobs:\n  - group: {jobs: [run: memsync-guard]}", True),
        ("pre-commit:\n  commands:\n    a: {run: memsync-guard || true}", False),
        ("pre-push:\n  commands:\n    a: {run: memsync-guard}", False),
        ("pre-commit: {commands: {memsync-guard: {run: make}}}", False),
        ("pre-commit: [", False),
        ("- memsync-guard", False),
    ],
)
def test_lefthook_runs_what_stands_below_pre_commit(
    text: str, *, expected: bool
) -> None:
    assert (lefthook("lefthook.yml", text.encode()) == set(READ)) is expected


def test_lefthooks_json_may_have_comments_and_tabs() -> None:
    text = b"""{
\t// https://lefthook.dev
\t"pre-commit": {"commands": { // ours
\t\t"memsync": {"run": "memsync-guard"},
\t}},
}"""
    for name in ("lefthook.json", ".lefthook.jsonc"):
        assert lefthook(name, text) == set(READ)
        assert lefthook(name, text.replace(b"-commit", b"-push")) is None


@pytest.mark.parametrize(
    ("hook", "missing"),
    [
        ("memsync-secrets\nexclude: ^vendor/", set()),
        ("memsync-secrets\nexclude: AGENTS", {"AGENTS.md"}),
        ("memsync-secrets\nfiles: ^src/", set(READ)),
        ("memsync-secrets\n    exclude: ^\\.coyote/", {NOTE}),
        ("memsync-secrets\n    files: \\.md$", set()),
        ("memsync-secrets\n    files: '['", set(READ)),
        ("memsync-secrets\n    exclude: '['", set(READ)),
        ("memsync-secrets\n    types: [python]", set(READ)),
        ("memsync-secrets\n    types: [text]", set()),
        ("memsync-secrets\n    types: []\n    types_or: [file, symlink]", set()),
        ("memsync-secrets\n    types_or: [python, rust]", set(READ)),
        ("memsync-secrets\n    exclude_types: [markdown]", set(READ)),
        (f"memsync-secrets\n{ALWAYS}    files: ^src/", set()),
        ("memsync-secrets\n    always_run: true\n    files: ^src/", set(READ)),
        ("memsync-secrets\n    files: {glob: '**/*.md'}", set(READ) - {NOTE}),
        ("memsync-secrets\n    exclude: {glob: ['x', 'AGENTS.*']}", {"AGENTS.md"}),
        ("memsync-secrets\n    exclude: {unknown: x}", set(READ)),
    ],
)
def test_a_filter_keeps_files_from_the_checks(hook: str, missing: set[str]) -> None:
    checked = framework_checks(YAML, CONFIG.format(hook).encode())
    assert checked == set(READ) - missing


@pytest.mark.parametrize(
    ("command", "missing"),
    [
        ("glob: '*.md'", set()),
        (
            "glob: ['*.py', '?GENTS.md', '[!x]LAUDE.md']",
            {"COYOTE.md", "GEMINI.md", NOTE},
        ),
        ("glob: '{agents,claude,coyote,gemini}.md'", {NOTE}),
        ("glob: '*.py'", set(READ)),
        ("glob: '**/*.md'", set(READ) - {NOTE}),
        ("exclude: ['*.lock']", set()),
        ("exclude: ['.coyote/**']", {NOTE}),
        ("exclude: ^AGENTS", {"AGENTS.md"}),
        ("root: src/", set(READ)),
        ("root: .", set()),
        ("file_types: [text]", set()),
        ("file_types: binary", set(READ)),
        ("files: git diff --name-only", set(READ)),
        ("skip: false", set()),
        ("skip: [merge, rebase]", set()),
        ("skip: true", set(READ)),
        ("skip: [{ref: main}]", set(READ)),
        ("only: [{ref: main}]", set(READ)),
    ],
)
def test_a_filter_of_lefthooks_does_too(command: str, missing: set[str]) -> None:
    job = f"{{run: memsync-guard, {command}}}"
    texts = [
        f"pre-commit: {{commands: {{a: {job}}}}}",
        f"pre-commit: {{jobs: [{job}]}}",
        f"pre-commit: {{jobs: [{{{command}, group: {{jobs: [run: memsync-guard]}}}}]}}",
    ]
    for text in texts:
        checked = lefthook("lefthook.yml", text.encode())
        assert checked == set(READ) - missing, text


def test_stars_of_lefthooks_stay_in_a_folder_where_it_says_so() -> None:
    job = b"{run: memsync-guard, glob: %s}"
    text = b"glob_matcher: doublestar\npre-commit: {jobs: [" + job + b"]}"
    assert lefthook("lefthook.yml", text % b"'*.md'") == set(READ) - {NOTE}
    assert lefthook("lefthook.yml", text % b"'**/*.md'") == set(READ)


def test_a_persons_own_file_of_lefthooks_may_switch_the_checks_off() -> None:
    named = b"pre-commit: {jobs: [{name: m, tags: [x], run: memsync-guard}]}"
    listed = b"pre-commit: {commands: {m: {tags: x, run: memsync-guard}}}"
    for own in (b"skip: true", b"exclude_tags: [x]", b"exclude_tags: m"):
        for team in (named, listed):
            assert lefthook("a.yml", team, b"pre-commit: {%s}" % own) == set(), own
    own = b"pre-commit: {commands: {m: {run: memsync-guard || true}}}"
    assert lefthook("a.yml", listed, own) is None
    own = b"pre-commit: {jobs: [{name: m, skip: true}]}"
    assert lefthook("a.yml", named, own) == set()
    own = b"pre-commit: {jobs: [{name: other, run: memsync-guard, skip: true}]}"
    assert lefthook("a.yml", named, own) == set(READ)


def test_aliases_make_no_configuration_endless() -> None:
    endless = b"pre-commit: &p {run: memsync-guard, group: *p}"
    doubled = b"".join(
        b"a%d: &a%d {jobs: [*a%d, *a%d]}\n" % (n, n, n - 1, n - 1) for n in range(1, 40)
    )
    doubled = b"a0: &a0 {run: memsync-guard}\n" + doubled + b"pre-commit: *a39\n"
    chained = b"".join(
        b"b%d: &b%d {group: *b%d}\n" % (n, n, n - 1) for n in range(1, 2000)
    )
    chained = b"b0: &b0 {run: memsync-guard}\n" + chained + b"pre-commit: *b1999\n"
    for text in (endless, doubled, chained):
        assert lefthook("lefthook.yml", text, text) is None
    shared = b"x: &x {run: memsync-guard}\npre-commit: {jobs: [*x, *x]}"
    assert lefthook("lefthook.yml", shared, shared) == set(READ)
