"""Commands that are known, with a model in them or without."""

from __future__ import annotations

import pytest

from memsync.learn.models.endpoint import chat_url
from memsync.learn.models.recipes import RECIPES, Recipe, argv_of, recipe_of


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.name)
@pytest.mark.parametrize("model", ["", "some-model:7b"])
def test_what_a_recipe_makes_is_known_again(recipe: Recipe, model: str) -> None:
    argv = argv_of(recipe, model or "x" if recipe.name == "ollama" else model)
    assert "MODEL" not in argv
    assert recipe_of(argv) == recipe
    assert recipe_of(["/usr/local/bin/" + argv[0], *argv[1:]]) == recipe
    if model:
        assert model in argv


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.name)
def test_one_word_more_or_less_is_another_command(recipe: Recipe) -> None:
    argv = argv_of(recipe, "m")
    assert recipe_of([*argv, "--dangerously-skip-permissions"]) is None
    assert recipe_of(argv[:-1]) is None


def test_no_command_is_no_recipe() -> None:
    assert recipe_of([]) is None
    assert recipe_of(["claude"]) is None
    assert recipe_of(["sh", "-c", "claude -p"]) is None


@pytest.mark.parametrize(
    ("base", "url"),
    [
        ("http://127.0.0.1:1", "http://127.0.0.1:1/v1/chat/completions"),
        ("http://127.0.0.1:1/", "http://127.0.0.1:1/v1/chat/completions"),
        ("https://a.example/v1", "https://a.example/v1/chat/completions"),
        ("https://a.example/v1beta/x/", "https://a.example/v1beta/x/chat/completions"),
        ("https://a.example/chat/completions", "https://a.example/chat/completions"),
    ],
)
def test_completions_stand_below_the_base(base: str, url: str) -> None:
    assert chat_url(base) == url
