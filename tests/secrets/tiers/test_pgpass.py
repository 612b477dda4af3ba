"""Lines of PostgreSQL's file of passwords."""

from __future__ import annotations

import pytest
from support.found import DRAWN, alike, found


@pytest.mark.parametrize(
    "start",
    [
        "localhost:5432:*:postgres",
        "db.corp.net:5433:shop:app_rw",
        "*:6432:shop:ann@corp.net",
        "*:*:*:ann",
        "10.0.0.7:5432:*:*",
    ],
)
def test_a_line_is_found_whole(start: str) -> None:
    line = f"{start}:{DRAWN}"
    text = f"# for the standby\n{line}\n"
    (one,) = alike(text.encode())
    assert found(text) == [("postgres-pgpass", line)]
    assert one.confidence == "high"


@pytest.mark.parametrize("password", ["postgres", "password", "mysecretpassword"])
def test_a_stand_in_is_low(password: str) -> None:
    (one,) = alike(f"localhost:5432:shop:postgres:{password}\n".encode())
    assert one.confidence == "low"


@pytest.mark.parametrize(
    "text",
    [
        "root:*:0:0:System Administrator:/var/root",
        "zstyle ':completion:*:*:kill:*:processes' command",
        "<dependencyExcludes>*:*:*:*:provided,*:*:*:*:*:system</dependencyExcludes>",
        'authToken:"-1:-1:*:*:*:0:default"',
        "hostname:port:database:username:password",
        "localhost:5432:shop:ann:$PASSWORD",
    ],
)
def test_what_only_looks_so_passes(text: str) -> None:
    assert alike(text.encode()) == []
