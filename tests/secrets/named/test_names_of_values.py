"""Names of values: which say that their value is a secret, or is none."""

from __future__ import annotations

from memsync.secrets.named.names import is_of_another


def test_a_name_is_judged_alike_before_and_after_thousands_of_others() -> None:
    names = (b"public_key", b"db_password", b"key_id")
    before = [*map(is_of_another, names)]
    assert before == [True, False, True]
    for number in range(10_000):
        assert not is_of_another(b"secret_%d" % number)
    assert [*map(is_of_another, names)] == before
