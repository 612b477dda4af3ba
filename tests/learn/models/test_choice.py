"""Which model each stage asks, by the settings."""

from __future__ import annotations

import pytest
from support.memories import NOW, settings

from memsync.errors import Broken
from memsync.learn.models.choice import Named, has_model, models_of, named
from memsync.learn.models.model import Stage

URL = "http://127.0.0.1:11434/v1"


def about(**changed: object) -> Named:
    """What settings name."""
    return named(settings(**changed), NOW.utc)  # type: ignore[arg-type]


def test_without_command_and_endpoint_there_is_no_model() -> None:
    nothing = settings()
    assert not has_model(nothing)
    with pytest.raises(Broken) as raised:
        models_of(nothing, {}, NOW.utc)
    assert raised.value.word == "no-model"
    assert "memsync learn enable" in str(raised.value.hint)
    with pytest.raises(Broken) as raised:
        named(nothing, NOW.utc)
    assert raised.value.word == "no-model"


def test_command_and_endpoint_together_are_refused() -> None:
    both = settings(learn__command=["llm"], learn__endpoint=URL, learn__model="m")
    assert has_model(both)
    with pytest.raises(Broken) as raised:
        models_of(both, {}, NOW.utc)
    assert raised.value.message == "learn.command and learn.endpoint are both set"
    assert raised.value.word == "config"


def test_one_command_is_asked_in_both_stages() -> None:
    models = models_of(settings(learn__command=["llm", "-m", "x"]), {}, NOW.utc)
    assert models.extract is models.consolidate
    assert models.of(Stage.EXTRACT).name == "llm -m x"
    assert about(learn__command=["llm", "-m", "x"])[:2] == ("llm -m x", "llm -m x")


def test_a_second_command_is_asked_in_stage_two_alone() -> None:
    chosen = settings(learn__command=["one"], learn__consolidate_command=["two"])
    models = models_of(chosen, {}, NOW.utc)
    assert models.of(Stage.EXTRACT).name == "one"
    assert models.of(Stage.CONSOLIDATE).name == "two"


def test_an_endpoint_may_have_a_model_for_each_stage() -> None:
    one = about(learn__endpoint=URL, learn__model="small")
    assert one[:2] == ("small at 127.0.0.1:11434",) * 2
    two = about(
        learn__endpoint=URL, learn__model="small", learn__consolidate_model="large"
    )
    assert two[:2] == ("small at 127.0.0.1:11434", "large at 127.0.0.1:11434")


def test_a_command_may_follow_an_endpoint() -> None:
    found = about(
        learn__endpoint=URL,
        learn__model="small",
        learn__consolidate_model="large",
        learn__consolidate_command=["two"],
    )
    assert found[:2] == ("small at 127.0.0.1:11434", "two")


def test_the_id_changes_whenever_texts_would_go_elsewhere() -> None:
    ids = [
        about(learn__command=["one"]).id,
        about(learn__command=["one", "more"]).id,
        about(learn__command=["one more"]).id,
        about(learn__command=["one"], learn__consolidate_command=["two"]).id,
        about(learn__command=["two"], learn__consolidate_command=["one"]).id,
        about(learn__endpoint=URL, learn__model="m").id,
        about(learn__endpoint=URL, learn__model="n").id,
        about(learn__endpoint="http://127.0.0.1:1/v1", learn__model="m").id,
    ]
    assert len(set(ids)) == len(ids)
    assert about(learn__command=["one"]).id == ids[0]
