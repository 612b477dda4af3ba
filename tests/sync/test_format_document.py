from __future__ import annotations

from pathlib import Path

from memsync.sync.merge import entries_at, foreign, lines3
from memsync.sync.merge.names import ALIKE
from memsync.sync.sealed import vetting
from memsync.sync.tree import clock, commit, layout, machines, names
from memsync.sync.tree.commit import AUTHOR, MERGED, SAVED
from memsync.sync.tree.manifest import FORMAT, MERGE_NUMBER
from memsync.vault import keyring_file, slots

DOCUMENT = (Path(__file__).parents[2] / "docs/format.md").read_text("utf-8")


def test_the_document_gives_the_numbers_of_the_code() -> None:
    numbers = f"Format {FORMAT}, merge number {MERGE_NUMBER}."
    assert numbers in DOCUMENT
    assert f"| {FORMAT} | {MERGE_NUMBER} |" in DOCUMENT
    for number in (
        layout.MAX_BLOB,
        layout.MAX_TOTAL,
        layout.MAX_ENTRIES,
        lines3._CELLS,
        vetting.MAX_SEALED,
        keyring_file.MAX_BYTES,
    ):
        assert f"{number:,}" in DOCUMENT
    assert f"1 to {names.MAX_NAME_CHARS} characters" in DOCUMENT
    assert f"at most {names.MAX_NAME_BYTES} bytes" in DOCUMENT
    assert f"at least {ALIKE}" in DOCUMENT
    assert f"{clock.HORIZON_MS // 3_600_000} hours" in DOCUMENT


def test_the_document_gives_the_words_of_the_code() -> None:
    for word in (AUTHOR.decode(), MERGED, SAVED, f"{clock.TRAILER}: <ms>"):
        assert word in DOCUMENT
    for folder in (*layout.LOG_FOLDERS, layout.ARCHIVE_FOLDER, layout.PROJECTS):
        assert f"{folder}/" in DOCUMENT


def test_the_document_gives_what_a_save_says_of_machines() -> None:
    part = DOCUMENT.partition("**Machines.**")[2].partition("**A copied id.**")[0]
    for said in (machines.renamed, machines.copied):
        assert str(said("<machine>", "<name>")) in part
    assert str(machines.forgotten("<machine>")) in part
    assert f"{commit._VERSION}<version>" in part
    assert f"more than {commit._LONGEST:,} characters" in part
    names = f"1 to {commit.LONGEST_NAME} of `A-Za-z0-9._-`"
    assert names in DOCUMENT.partition("**Machines.**")[0]


def test_the_document_gives_the_bounds_of_a_keyring() -> None:
    most = f"at most {keyring_file.MAX_SLOTS}, of them {keyring_file.MAX_PASSPHRASES}"
    assert most in DOCUMENT
    for low, high in (slots.MEMORY_KIB, slots.ITERATIONS, slots.LANES):
        assert f"{low} to {high}" in DOCUMENT


def test_the_document_names_the_agents_whose_files_merge_in_a_form_of_their_own() -> (
    None
):
    part = DOCUMENT.partition("### Agents' files")[2].partition("\n## ")[0]
    for agent in (*entries_at.WITH_INDEX, *foreign._RULES_OF, "goose"):
        assert f"`{agent}`" in part
    for key in (*foreign._TIMES.earliest, *foreign._TIMES.latest):
        assert f"`{key}`" in part
