"""The settings of learning from sessions.

Only the user's own file can let sessions leave the machine, and say where to: no
repository and no environment variable can.
"""

from __future__ import annotations

from memsync.config.key import Key

LEARNING = (
    Key(
        "learn.enabled",
        False,
        "Let `memsync learn` send past sessions to the model set below.",
        "tighten",
        environ="tighten",
    ),
    Key(
        "learn.unattended",
        False,
        "Let hooks and the timer start runs of learning, at most one an hour.",
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
        "Another command for the second stage, which turns facts into notes.",
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
        "A folder with your own extract.md and consolidate.md instead of memsync's.",
        "never",
        environ="never",
    ),
    Key(
        "learn.review",
        True,
        "Whether proposals wait until you accept them.",
        "never",
        environ="never",
    ),
    Key("learn.timeout", 600, "Seconds that one call to the model may take.", "lower"),
    Key(
        "learn.input_tokens",
        12_000,
        "The most tokens of one session to send.",
        "lower",
    ),
    Key(
        "learn.min_idle_hours",
        12,
        "Hours after a session's last turn before it counts as ended.",
        "never",
    ),
    Key(
        "learn.max_age_days",
        30,
        "Days after which a session is too old to read.",
        "lower",
    ),
    Key(
        "learn.min_turns",
        3,
        "The least number of turns by the person in a session.",
        "never",
    ),
    Key("learn.max_sessions", 64, "The most sessions that one run reads.", "lower"),
    Key(
        "learn.max_calls",
        200,
        "The most calls to the model a day, both stages together.",
        "lower",
    ),
    Key(
        "learn.max_tokens",
        2_000_000,
        "The most tokens sent to the model a day.",
        "lower",
    ),
    Key("learn.max_seconds", 3600, "Seconds that one run may take.", "lower"),
    Key(
        "learn.summary_tokens",
        5_000,
        "The most tokens of the summary that `memsync context` prints.",
        "lower",
    ),
    Key(
        "learn.sync_synopses",
        False,
        "Whether synopses of sessions are synced.",
        "tighten",
    ),
)
