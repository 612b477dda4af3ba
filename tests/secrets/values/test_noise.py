"""Whether a value with signs was drawn, as generators of passwords do."""

from __future__ import annotations

import re
import string

import pytest
from support import tokens
from support.found import values

from memsync.secrets.redact import redact_text
from memsync.secrets.values.noise import is_noise

PLAIN = string.ascii_letters + string.digits
# All of ASCII, with and without quotes; what WordPress, AWS and Django draw from.
FULL = PLAIN + string.punctuation
UNQUOTED = FULL.translate(str.maketrans("", "", "\"'`\\"))
OTHERS = (
    PLAIN + "!@#$%^&*()-_[]{}<>~`+=,.;:/?|",
    PLAIN + "!@#$%^&*()_+-=[]{}|",
    string.ascii_lowercase + string.digits + "!@#$%^&*(-_=+)",
)
CODE = rb"""
    ${DATABASE_PASSWORD} {{.Values.auth.password}} $(cat/run/secrets/db) %(password)s
    ^[A-Za-z0-9+/]{43}=$ (?=.*[A-Z])(?=.*\d)[!@#$%^&*] [a-z0-9!#$%&'*+/=?^_`{|}~-]+
    os.environ.get('TOKEN') self._config["auth"]["token"] response.json()['key'][0]
    https://api.acme.com/v1?key=${KEY}&id=4#top ?a=1&b=2&c=3&d=4 Str('X')_(0,)
    {6BA7B812-9DAD-11D1-80B4-00C04FD430C8} %Y-%m-%dT%H:%M:%S.%f%z <b>%s</b>&nbsp;(%d)
    &#x2206;&#x3A6;&#8465; data:image/svg+xml;base64,PHN2Zy8+ pkg:cargo/js-sys@0.3.77
    !@#$%^&*()_+ qwerty!@#$%^123 ENC[AES256_GCM,data:bsLHQd,iv:1Z3J/7dX=,type:str]
    2*px**2*QQ(1,2)*py**2 en_US.ISO8859-1 Gamma(a=2.0,b=3)[1:-1] $v[CTL_TYPE]->{ATTR}
    http://oauth2:${GITEA_TOKEN}@gitea:3000 array("key"=>"N4m3") iv=AOF7azAi;tag=H5#1(2)
    "id":BHFlagY{43ef8a72}# [[0x41]*8,[0x61]*8] $$2a$$10$$Vq#(x [Creds:300pts](O/C3#)
    {"id":2,"Content":"#x"} map(x=>x.id).filter(Boolean)[0]
    sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
""".split()


@pytest.mark.parametrize(
    ("alphabet", "length", "share"),
    [
        *((FULL, 16, 0.6), (FULL, 24, 0.83), (FULL, 40, 0.85)),
        *((OTHERS[0], 24, 0.83), (OTHERS[1], 24, 0.75), (OTHERS[2], 50, 0.65)),
    ],
)
def test_most_drawn_values_are_noise(alphabet: str, length: int, share: float) -> None:
    drawn = [tokens.text(length, seed, alphabet).encode() for seed in range(500)]
    assert sum(map(is_noise, drawn)) > share * len(drawn)


@pytest.mark.parametrize("text", CODE)
def test_code_patterns_and_addresses_are_not(text: bytes) -> None:
    assert not is_noise(text)


LINES = (
    *('DB_PASSWORD="{}"', "password: {}"),
    *('JWT_SECRET="{}"', "secret_key = '{}'", "define('LOGGED_IN_KEY', '{}');"),
)


@pytest.mark.usefixtures("both_ways")
@pytest.mark.parametrize("line", LINES)
def test_noise_is_found_whatever_a_part_of_it_looks_like(line: str) -> None:
    drawn = [tokens.text(24, seed, UNQUOTED) for seed in range(100)]
    noise = [value for value in drawn if is_noise(value.encode())]
    assert [value for value in noise if values(line.format(value)) == []] == []


@pytest.mark.usefixtures("both_ways")
@pytest.mark.parametrize(
    "value", ["7`D'}}/vYR)T;W\\5]EB", 'x"7$Kq<9)Lm&2`aT', "<b7$Kq#9)Lm&2'aTx"]
)
def test_noise_in_quotes_may_have_other_quotes_and_brackets(value: str) -> None:
    quote = '"' if "'" in value else "'"
    assert values(f"secret: {quote}{value}{quote}, ttl: 3") == [value]


@pytest.mark.usefixtures("both_ways")
def test_noise_as_wordpress_draws_it_may_have_blanks() -> None:
    value = "k3}X;b!Qv7[rT " + "+L|e^2m)Wz5%h@J{p8&N=c(D Y9~u*G1?s.A6/"
    assert values(f"define('AUTH_KEY', '{value}');") == [value]


@pytest.mark.parametrize("form", ['password: "{}"', "password: {}", "secret = '{}'"])
def test_no_letter_of_noise_is_left_after_redaction(form: str) -> None:
    drawn = [tokens.text(24, seed, UNQUOTED) for seed in range(100)]
    noise = [value for value in drawn if is_noise(value.encode())]
    left = [redact_text(form.format(value)).text for value in noise]
    letters = {re.sub(r"\[redacted [a-z-]+\]|\W", "", one) for one in left}
    assert letters == {form.split(maxsplit=1)[0].strip(":")}
