"""The conflicts that a machine reads from the merges that it receives."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.fleet import Peer
from support.history import NOW, History
from support.memory_mirror import MemoryRemote

from memsync.memory.archive.version_id import VersionId
from memsync.sync.round.conflicts import as_stored, conflicts
from memsync.sync.tree.clock import Who
from memsync.sync.tree.commit import commit_bytes, saved_by
from memsync.sync.tree.layout import Item, blob_id

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.sync.state.result import Conflict

BASE = "First.\n\nThe port is 80.\n\nLast.\n"
ONE = "First.\n\nThe port is 8080.\n\nLast.\n"
TWO = "First.\n\nThe port is 443.\n\nLast.\n"
NOTE = "user/port.md"


def of(
    history: History, number: int, tip: str, before: str | None = None
) -> list[Conflict]:
    """What the machine that saved as the nth says."""
    who = Who(f"{number:08x}", NOW)
    return conflicts(history.mirror, history.lineage, who, tip, before)


def saved(history: History, name: str, text: str, parent: str) -> str:
    """A commit of a machine that its person named."""
    clock, data = history.clock()._replace(machine="abcdef01"), text.encode()
    return history.mirror.save(
        {NOTE: Item(blob_id(data))},
        [data],
        lambda top: commit_bytes(top, [parent], clock, saved_by(name)),
    )


def test_both_machines_learn_which_edit_is_live() -> None:
    history = History()
    base = history.commit({NOTE: BASE})
    one = history.commit({NOTE: ONE}, base)
    two = history.commit({NOTE: TWO}, base)
    tip = history.merge(one, two)
    [lost] = of(history, 2, tip)
    assert (lost.said, lost.kept, lost.lost) == ("port", "machine 00000003", "")
    assert lost.version is not None
    assert lost.version.name == "port"
    [kept] = of(history, 3, tip)
    assert (kept.kept, kept.lost) == ("", "machine 00000002")
    assert kept.version == lost.version


def test_a_machine_that_took_no_part_hears_nothing() -> None:
    history = History()
    base = history.commit({NOTE: BASE})
    tip = history.merge(
        history.commit({NOTE: ONE}, base), history.commit({NOTE: TWO}, base)
    )
    assert of(history, 9, tip) == []


def test_edits_of_different_notes_are_no_conflict() -> None:
    history = History()
    base = history.commit({NOTE: BASE})
    one = history.commit({NOTE: ONE}, base)
    two = history.commit({NOTE: BASE, "user/other.md": "More.\n"}, base)
    tip = history.merge(one, two)
    assert of(history, 2, tip) == []
    assert of(history, 3, tip) == []


def test_a_deletion_that_lost_to_an_edit_has_no_version() -> None:
    history = History()
    base = history.commit({NOTE: BASE, "user/other.md": "More.\n"})
    one = history.commit({"user/other.md": "More.\n"}, base)
    two = history.commit({NOTE: TWO, "user/other.md": "More.\n"}, base)
    tip = history.merge(one, two)
    [deleter] = of(history, 2, tip)
    assert (deleter.said, deleter.kept, deleter.lost) == (
        "port",
        "machine 00000003",
        "",
    )
    assert deleter.version is None
    [editor] = of(history, 3, tip)
    assert (editor.kept, editor.lost, editor.version) == ("", "machine 00000002", None)


def test_a_new_note_of_one_side_is_no_lost_deletion() -> None:
    history = History()
    base = history.commit({"user/other.md": "More.\n"})
    one = history.commit({"user/other.md": "More.\n", NOTE: ONE}, base)
    two = history.commit({"user/other.md": "Else.\n"}, base)
    assert of(history, 2, history.merge(one, two)) == []


def test_an_edit_on_the_hosts_page_is_the_repositorys() -> None:
    history = History()
    base = history.commit({NOTE: BASE})
    web = history.web_edit({NOTE: ONE}, base)
    own = history.commit({NOTE: TWO}, base)
    tip = history.merge(web, own)
    # Its clock was the fourth: an edit on the page takes two ticks.
    [found] = of(history, 4, tip)
    assert (found.kept, found.lost) == ("", "the repository")


def test_a_machine_is_called_as_its_person_calls_it() -> None:
    history = History()
    base = history.commit({NOTE: BASE})
    own = history.commit({NOTE: ONE}, base)
    tip = history.merge(own, saved(history, "laptop", TWO, base))
    for before in (base, None):
        [found] = of(history, 2, tip, before)
        assert (found.kept, found.lost) == ("laptop", "")


@pytest.mark.parametrize("names", [("old", "laptop"), ("laptop", "old")])
def test_a_machine_has_its_newest_name(names: tuple[str, str]) -> None:
    history = History()
    base = history.commit({NOTE: BASE})
    own = history.commit({NOTE: ONE}, base)
    once = saved(history, names[0], "Once.\n", base)
    tip = history.merge(own, saved(history, names[1], TWO, once))
    [found] = of(history, 2, tip, base)
    assert found.kept == names[1]


def test_what_was_told_before_is_not_told_again() -> None:
    history = History()
    base = history.commit({NOTE: BASE})
    one = history.commit({NOTE: ONE}, base)
    tip = history.merge(one, history.commit({NOTE: TWO}, base))
    later = history.commit(history.files(tip) | {"user/new.md": "New.\n"}, tip)
    assert of(history, 2, later, tip) == []
    assert len(of(history, 2, later, base)) == 1
    assert of(history, 2, tip, tip) == []


def test_without_a_former_main_only_the_newest_commit_is_read() -> None:
    history = History()
    base = history.commit({NOTE: BASE})
    one = history.commit({NOTE: ONE}, base)
    tip = history.merge(one, history.commit({NOTE: TWO}, base))
    later = history.commit(history.files(tip), tip)
    assert of(history, 2, later) == []
    assert len(of(history, 2, tip)) == 1


def test_conflicts_come_in_the_order_of_their_labels() -> None:
    history = History()
    paths = ["user/b.md", "user/a.md", "projects/shop/c.md"]
    base = history.commit(dict.fromkeys(paths, BASE))
    one = history.commit(dict.fromkeys(paths, ONE), base)
    tip = history.merge(one, history.commit(dict.fromkeys(paths, TWO), base))
    assert [each.said for each in of(history, 2, tip)] == [
        "a",
        "b",
        "projects/shop/c",
    ]


def test_a_version_that_is_stored_here_has_the_id_of_the_local_archive(
    tmp_path: Path,
) -> None:
    history = History()
    base = history.commit({NOTE: BASE})
    one = history.commit({NOTE: ONE}, base)
    tip = history.merge(one, history.commit({NOTE: TWO}, base))
    found = of(history, 2, tip)
    home = Peer(tmp_path, 1, MemoryRemote()).home
    assert as_stored(found, [home]) == found
    version = found[0].version
    assert version is not None
    here = VersionId("port", "20200101T000000Z", version.digest)
    file = home.memory.archive / f"{here}.md"
    file.parent.mkdir(parents=True)
    file.write_text(ONE)
    [stored] = as_stored(found, [home])
    assert stored.version == here
    assert stored._replace(version=version) == found[0]
    # With both of them here, the merge's own id is the right one.
    (home.memory.archive / f"{version}.md").write_text(ONE)
    assert as_stored(found, [home]) == found


def test_a_conflict_of_a_memory_that_is_not_here_stays_as_it_is(
    tmp_path: Path,
) -> None:
    history = History()
    path = "projects/shop/port.md"
    base = history.commit({path: BASE})
    one = history.commit({path: ONE}, base)
    tip = history.merge(one, history.commit({path: TWO}, base))
    found = of(history, 2, tip)
    assert len(found) == 1
    assert as_stored(found, [Peer(tmp_path, 1, MemoryRemote()).home]) == found
