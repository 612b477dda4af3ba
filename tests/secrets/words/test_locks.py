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
        # Rooms, and devices that are paired.
        "Acc\u00e8s au local : badge puis code {}.\n",
        "You need a badge and the code {}, ask Ann.\n",
        "storage room code ({})\n",
        "Serverraum, Code {}, bitte abschlie\u00dfen\n",
        "the pairing code for the headset: {}\n",
        "Kopplungscode der Anzeige: {}\n",
        "code d'appairage du lecteur : {}\n",
        # In languages in which the word for a code has other letters.
        "kod do bramy: {}\n",
        "drzwi od podw\u00f3rza, kod {}.\n",
        "K\u00f3d od dve\u0159\u00ed do skladu: {}\n",
        "Koden till d\u00f6rren \u00e4r {}\n",
        # A thing and its place.
        "keypad at the loading dock: {}\n",
        "alarm panel in the hall: {} + OK, be quick\n",
        "Alarmanlage im Keller: {}, dann OK\n",
        "Alarme du magasin : {} puis OK\n",
        "alarma del almac\u00e9n: {}\n",
        # A command types it.
        "unlock the tablet: `adb shell input text {}`\n",
        "To unlock it run `xdotool type {} && xdotool key Return`\n",
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
        "SIM PUK for the backup router: {}, no PIN is set\n",
        "PUK f\u00fcr die Karte im Auto: {}\n",
        "PUK de la tarjeta: {}.\n",
        "numer PUK karty to {}\n",
        "PIN 4471, PUK {}\n",
        "the puk is {}\n",
    ],
)
def test_a_puk_needs_no_word_for_what_it_opens(text: str) -> None:
    assert values(text.format("64197786"))[-1] == "64197786"


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
        "The room code is free, call 44519023.",
        "pairing takes 120000 ms",
        "the kodi box: 44519",
        "Spuk: 64197786",
        "PUK wrong, 3 of 10 tries left, ticket 48213",
        "Door events in the last hour: 44519",
        "Alarm count for the day: 44519",
        "alarm in production: 44519 rows",
        "unlock the achievement: type 44519 rows of text",
        "adb shell input text 44519",
    ],
)
def test_other_numbers_pass(text: str) -> None:
    assert found(text + "\n") == []
