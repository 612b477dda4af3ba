"""Words as the password of a command: drawn from a list, and joined by a sign."""

from __future__ import annotations

import pytest
from support.found import found, values

pytestmark = pytest.mark.usefixtures("both_ways")

# Words as one draws them from a list; they open nothing.
WORDS = "walnut-copper-" + "lantern"


@pytest.mark.parametrize(
    "line",
    [
        "mysql -u root -p{}",
        "redis-cli -h cache -a {} ping",
        "redis-cli --pass {} ping",
        "mongosh -u root -p {} shop",
        "docker login -u ann -p {} registry.corp.net",
        "psql 'host=db user=app password={} dbname=shop'",
        "PGPASSWORD={} psql -h db",
        "docker run -e MYSQL_ROOT_PASSWORD={} mysql",
        "restic --password {} backup",
        "tool --db-password={}",
        "ldapsearch -D cn=admin -w {}",
        "openssl enc -aes256 -k {} -in a",
        "openssl pkcs12 -in a.p12 -passin pass:{} -nodes",
        "keytool -list -storepass {}",
        "requirepass {}",
        "htpasswd -b file ann {}",
        "CREATE USER ann IDENTIFIED BY '{}';",
        "rabbitmqctl add_user ann {}",
        "xfreerdp /u:ann /p:{}",
        "smbclient //nas/x -U ann%{}",
        "echo 'ann:{}' | chpasswd",
        "echo {} | sudo -S ls",
        "printf '{}' | gpg --batch --passphrase-fd 0 -c a",
        "kinit ann <<< {}",
        "sqlplus ann/{}@db",
        "sqlplus -S 'ann/{}@db'",
        "skopeo copy --src-creds=ann:{} docker://a docker://b",
        "ssh-keygen -t ed25519 -N {} -f id",
        "steamcmd +login ann {} +quit",
        "/msg NickServ identify ann {}",
        "samba-tool user create ann {}",
        "rclone obscure {}",
        "wpa_passphrase home {}",
        "openssl passwd {}",
        "bw login ann@corp.net {}",
        "AUTH {}",
        "[smtp.corp.net]:587 ann:{}",
        'smtp.login("ann", "{}")',
        'req.SetBasicAuth("ann", "{}")',
        'run(["mysql", "-u", "root", "-p{}"])',
    ],
)
def test_words_that_a_program_takes_are_found(line: str) -> None:
    assert values(line.format(WORDS) + "\n") == [WORDS]


@pytest.mark.parametrize("user", ["ann", '"ann@corp.net"', '"Ann Smith"'])
def test_words_in_quotes_may_have_blanks_between_in_imap(user: str) -> None:
    for words in (WORDS.replace("-", " "), "walnut 48 copper"):
        assert values(f'a1 LOGIN {user} "{words}"\n') == [words]
    assert found(f'a1 LOGIN {user} "enter your password"\n') == []


@pytest.mark.parametrize("sign", ["-", "_", "."])
def test_any_sign_may_join_them(sign: str) -> None:
    for words in (WORDS, WORDS + "-meadow", "walnut-copper-" + "48"):
        joined = words.replace("-", sign)
        assert values(f"mysql -u root -p{joined} shop\n") == [joined]


@pytest.mark.parametrize(
    "line",
    [
        "mysql -u root -pmy-secret-pw",
        "docker login -u x -p your_registry_password",
        "redis-cli -a redis.auth.token",
        "unzip -p org.eclipse.jetty.jar META-INF",
        "mysql -u root -pcorrect-horse-battery",
        "keytool -list -storepass from-the-vault",
        'client.login("ann", "wrong-user-password")',
        # What may be another name.
        "keytar.setPassword('walnut-copper-lantern', 'ann@corp.net', token)",
        'client.connect("ann", "walnut-copper-lantern")',
        "deploy.py -u ann -p walnut-copper-lantern",
        "docker run -u ann:walnut-copper-lantern alpine",
        "password: walnut-copper-lantern",
    ],
)
def test_names_and_stand_ins_of_words_pass(line: str) -> None:
    assert found(line + "\n") == []
