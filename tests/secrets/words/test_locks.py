"""Numbers that open a door, a safe or a card, some words behind what names them."""

from __future__ import annotations

import pytest
from support.found import found, values

from memsync.secrets.scan import scan

pytestmark = pytest.mark.usefixtures("both_ways")


@pytest.mark.parametrize(
    "text",
    [
        "Door code at the office changed, it's {} now.\n",
        "The code of the server room door? {}, then the hash key.\n",
        "We changed the pin of the alarm: {} since Monday\n",
        "PIN f\u00fcr die Alarmanlage: {}\n",
        "Wer Dienst hat, braucht die PIN f\u00fcr den Alarm. Sie lautet jetzt {}.\n",
        "le code de la porte est {}, chut\n",
        "el c\u00f3digo de la alarma es {}\n",
        "il codice dell'allarme \u00e8 {}\n",
        "o c\u00f3digo do cofre \u00e9 {}\n",
        "* alarmcode magazijn {}\n",
        "\u043a\u043e\u0434 \u043e\u0442 \u0434\u0432\u0435\u0440\u0438: {}\n",
        "The keypad at the back takes {}.\n",
        "Tablet in drawer 2 unlocks with {}, the phone has no lock.\n",
        "The key box left of the door opens on {}, hang it back.\n",
        "The alarm is disarmed with {}, you have thirty seconds.\n",
        "the alarm is switched off with {} within 30 seconds, then the green key\n",
        "Switch off the alarm after opening: punch in {} and then the hash key.\n",
        "The lockbox opens with {}.\n",
        "Key box left of the stairs opens with {}, hang it back\n",
        "padlock: {}\n",
        "The padlock's code is {}.\n",
        "bike lock, combination: {}\n",
        "Our alarm's code, {}, changed in May.\n",
        "Ring twice (door code ({})).\n",
        "la clave de la caja fuerte es {}, la cambi\u00e9 ayer\n",
    ],
)
def test_a_number_that_opens_something_is_found(text: str) -> None:
    assert found(text.format("748206")) == [("prose-code", "748206")]


def test_numbers_of_several_things_are_found() -> None:
    assert values("Door: 7483#. Alarm: 428163, hurry up.\n") == ["7483", "428163"]
    assert values("The combination of the key safe is 42 17 93.\n") == ["42 17 93"]


@pytest.mark.parametrize(
    "text",
    [
        "The combination is {}",
        "the box in the cellar (combination {})",
        "combination {}.",
        "the combination, ours is {}, keep it",
    ],
)
def test_groups_of_a_dial_need_no_word_for_what_they_open(text: str) -> None:
    for number in ("40-83-77", "42 17 93 65"):
        assert found(text.format(number) + "\n") == [("prose-code", number)]


def test_figures_in_groups_are_no_stand_in() -> None:
    text = (
        b"The safe in the cellar: four turns left, combination 42-17-93-65, then right"
    )
    assert [(f.confidence, text[f.start : f.end]) for f in scan(text)] == [
        ("medium", b"42-17-93-65")
    ]


@pytest.mark.parametrize(
    "text",
    [
        "The door code is on the intranet, extension 4417.",
        "Error code 404512 at the gate service, see the alarm runbook.",
        "Alarm: 1042 events in the last hour. Door: open since 2019.",
        "The zip code is 90213 and the gate is closed.",
        "The code for door detection is in line 2041.",
        "The code of the alarm service was written in 2019.",
        "PIN 4 and pin 1024 are not connected on the board.",
        "The safe is rated at 120000 cycles.",
        "The combination of all settings is 4096 rows.",
        "The alarm takes 1500 ms; the door opens with 3300 mV.",
        "Unlock the door with code 123456.",
        "the code: 4821",
        "The novel opens with 1984.",
        "The file opens with 4096 bytes of zeroes",
        "The combination of rows 12-34-56 is new",
        "The combination is 10-20-30",
        "the combination (4096) of all settings",
    ],
)
def test_other_numbers_pass(text: str) -> None:
    assert found(text + "\n") == []
