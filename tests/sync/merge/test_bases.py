from __future__ import annotations

from typing import TYPE_CHECKING

from support.history import History

from memsync.sync.merge import bases
from memsync.sync.merge.bases import merge_commits
from memsync.sync.merge.outcome import Outcome

if TYPE_CHECKING:
    import pytest


class Repository(History):
    """Notes of the user memory by name."""

    def notes(self, commit: str) -> dict[str, str]:
        return {
            path.removeprefix("user/").removesuffix(".md"): data.decode()
            for path, data in self.files(commit).items()
        }

    def save(self, notes: dict[str, str], *parents: str) -> str:
        files = {f"user/{name}.md": text for name, text in notes.items()}
        return self.commit(files, *parents)


def note(*body: str) -> str:
    head = "---\nname: a\ndescription: d\n---\n\n"
    return head + "".join(f"{line}\n" for line in body)


def test_two_machines_that_merge_one_pair_make_one_commit() -> None:
    repository = Repository()
    base = repository.save({"a": note("1", "2", "3")})
    one = repository.save({"a": note("one", "2", "3")}, base)
    two = repository.save({"a": note("1", "2", "two")}, base)
    merged = repository.merge(one, two)
    assert merged == repository.merge(two, one)
    assert repository.notes(merged) == {"a": note("one", "2", "two")}


def test_unrelated_histories_keep_everything_of_both() -> None:
    repository = Repository()
    one = repository.save({"a": note("1"), "b": "b\n"})
    two = repository.save({"a": note("2"), "c": "c\n"})
    files = repository.notes(repository.merge(one, two))
    assert files == {"a": note("1", "2"), "b": "b\n", "c": "c\n"}


def crossed(repository: Repository) -> tuple[str, str]:
    """Two commits with two merge bases, which conflict in note a."""
    root = repository.save({"a": note("1", "2", "3"), "gone": note("x")})
    one = repository.save({"a": note("one", "2", "3"), "gone": note("x")}, root)
    two = repository.save({"a": note("two", "2", "3"), "gone": note("y")}, root)
    merged = repository.merge(one, two)
    files = repository.notes(merged)
    files.pop("gone")
    first = repository.save({**files, "a": note("two", "2", "3", "more")}, one, two)
    files = repository.notes(merged)
    second = repository.save({**files, "new": note("new")}, one, two)
    assert len(repository.lineage.merge_bases(first, second)) == 2
    return first, second


def test_histories_that_cross_merge_over_all_they_have_in_common() -> None:
    repository = Repository()
    first, second = crossed(repository)
    files = repository.notes(repository.merge(first, second))
    archived = {name for name in files if name.startswith(".archive/a/")}
    assert len(archived) == 1
    assert {name: text for name, text in files.items() if name not in archived} == {
        "a": note("two", "2", "3", "more"),
        "new": note("new"),
    }


def test_crossings_above_crossings_count_as_nothing_in_common(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    repository = Repository()
    first, second = crossed(repository)
    monkeypatch.setattr(bases, "_DEEPEST", -1)
    files = repository.notes(repository.merge(first, second))
    assert files["a"] == note("two", "2", "3", "more")
    assert "gone" in files


def test_the_clock_of_a_version_is_that_of_the_commit_that_made_it() -> None:
    repository = Repository()
    base = repository.save({"a": note("1"), "b": note("1")})
    early = repository.save({"a": note("early"), "b": note("1")}, base)
    later = repository.save({"a": note("later"), "b": note("1")}, base)
    touched = repository.save({"a": note("early"), "b": note("2")}, early)
    merged = merge_commits(repository.lineage, touched, later)
    assert merged.outcomes == (("a", "user", Outcome.DECIDED),)
    assert repository.notes(repository.merge(touched, later))["a"] == note("later")
