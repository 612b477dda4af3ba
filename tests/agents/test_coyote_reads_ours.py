"""What memsync writes passes Coyote's rules, whatever is written."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from support import coyote
from support.memories import NOW, make_store

LINE = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), min_size=1, max_size=40
).filter(str.strip)
REST = st.lists(LINE | st.sampled_from(["---", "", "# title", "[[other]]"]), max_size=5)
BODY = st.builds(lambda first, rest: "\n".join([first, *rest]), LINE, REST)


@given(LINE, BODY, st.none() | st.sampled_from(["user", "api shape", "Feedback"]))
@settings(max_examples=20, deadline=None)
def test_coyote_reads_a_note_and_its_entry_as_they_were_written(
    description: str, body: str, type_: str | None
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = make_store(Path(folder))
        for _ in range(2):
            store.write("fact", body, now=NOW, description=description, type_=type_)
        drill = coyote.read(store.path_of("fact").read_text("utf-8"))
        assert drill.name == "fact"
        assert drill.description == " ".join(description.split())
        assert drill.type == (type_ or "project").lower().replace(" ", "-")
        assert drill.body == body + "\n" * (not body.endswith("\n"))
        index = store.path_of("MEMORY").read_text("utf-8")
        assert coyote.references(index, "fact")
        assert coyote.index_description(index, "fact") == drill.description


def test_coyote_finds_a_renamed_note_and_no_forgotten_one(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    for name in ("old", "other"):
        store.write(name, "text", now=NOW, description=f"about {name}")
    store.rename("old", "new", NOW)
    store.forget("other", NOW)
    assert coyote.read(store.path_of("new").read_text()).name == "new"
    index = store.path_of("MEMORY").read_text()
    assert coyote.index_description(index, "new") == "about old"
    assert not coyote.references(index, "other")
