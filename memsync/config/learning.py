"""The settings of learning from sessions.

What lets sessions leave the machine, and to whom, is set by a person in the file of
their own settings: no repository and no variable can.
"""

from __future__ import annotations

from memsync.config.key import Key

LEARNING = (
    Key(
        "learn.enabled",
        False,
        "Let learning give past sessions to the model that these settings name.",
        "tighten",
        environ="tighten",
    ),
    Key(
        "learn.unattended",
        False,
        "Let hooks and the timer start learning, at most once an hour.",
        "tighten",
        environ="tighten",
    ),
    Key(
        "learn.command",
        [],
        "The model: a command, as a list of words, with the prompt on its stdin.",
        "never",
        environ="never",
    ),
    Key(
        "learn.endpoint",
        "",
        "The model: the base URL of an OpenAI-compatible server; https, or http on"
        " this machine.",
        "never",
        environ="never",
    ),
    Key(
        "learn.model",
        "",
        "The name of the model at learn.endpoint.",
        "never",
        environ="never",
    ),
    Key(
        "learn.key_command",
        [],
        "A command, as a list of words, that prints the key of learn.endpoint.",
        "never",
        environ="never",
    ),
    Key(
        "learn.consolidate_command",
        [],
        "Another command for the second stage, which makes notes of facts.",
        "never",
        environ="never",
    ),
    Key(
        "learn.consolidate_model",
        "",
        "Another model at learn.endpoint for the second stage.",
        "never",
        environ="never",
    ),
    Key(
        "learn.prompts",
        "",
        "A folder with your own extract.md and consolidate.md in place of ours.",
        "never",
        environ="never",
    ),
    Key(
        "learn.review",
        True,
        "Whether what was learned waits until you accept it.",
        "never",
        environ="never",
    ),
    Key("learn.timeout", 600, "Seconds that one call of the model may take.", "lower"),
    Key(
        "learn.input_tokens",
        12_000,
        "Tokens of one session that the model gets at most.",
        "lower",
    ),
    Key(
        "learn.min_idle_hours",
        12,
        "Hours since a session's last turn after which it counts as ended.",
        "never",
    ),
    Key("learn.max_age_days", 30, "Days after which a session is too old.", "lower"),
    Key(
        "learn.min_turns",
        3,
        "Turns of the person that a session must have.",
        "never",
    ),
    Key("learn.max_sessions", 64, "Sessions that one run reads at most.", "lower"),
    Key(
        "learn.max_calls",
        200,
        "Calls of the model a day at most, both stages together.",
        "lower",
    ),
    Key(
        "learn.max_tokens",
        2_000_000,
        "Tokens sent to the model a day at most.",
        "lower",
    ),
    Key("learn.max_seconds", 3600, "Seconds that one run may take.", "lower"),
    Key(
        "learn.summary_tokens",
        5_000,
        "Tokens of the summary that `memsync context` prints at most.",
        "lower",
    ),
    Key(
        "learn.sync_synopses",
        False,
        "Whether synopses of sessions are synced.",
        "tighten",
    ),
)
