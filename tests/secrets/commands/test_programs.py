"""Passwords that programs take by an option of their own, by place or from a pipe."""

from __future__ import annotations

import pytest
from support import tokens
from support.found import DRAWN, PASSWORD, found, values

pytestmark = pytest.mark.usefixtures("both_ways")

# A share of a master key, in base64.
SHARE = tokens.text(42, 5) + "7="


@pytest.mark.parametrize(
    "line",
    [
        "mcrcon -H 10.1.1.1 -P 25575 -p {} list",
        "mosquitto_pub -h broker -t x -u dev -P {} -m hi",
        "racadm -r 10.9.0.1 -u root -p {} getsysinfo",
        "security unlock-keychain -p {} login.keychain",
        "unrar x -p{} a.rar",
        "winrs -r:srv1 -u:admin -p:{} ipconfig",
        "xfreerdp /v:ts1 /u:ann /p:{} /cert:ignore",
        "tool /user:ann /p:{}",
        "ldapcompare -D cn=x -w {} cn=y a:b",
        "kadmin.local -q 'addprinc -pw {} ann'",
        "dsmod user CN=a -pwd {} -mustchpwd yes",
        "swaks -au ann@corp.net -ap {} -t b@corp.net",
        "sendemail -f a -t b -xu a -xp {} -m hi",
        "pdftotext -upw {} a.pdf",
        "ssh-keygen -t ed25519 -N '{}' -f id",
        "keytool -importkeystore -srckeystore a.jks -srcstorepass {} -noprompt",
        "keytool -importkeystore -destkeypass {} -noprompt",
        "x11vnc -storepasswd {} ~/.vnc/p",
        "dscl . -passwd /Users/ann {}",
        "ncat --proxy p:8080 --proxy-auth ann:{} x 22",
        "skopeo copy --src-creds=ann:{} docker://a docker://b",
        "signtool sign /f cert.pfx /p {} /fd sha256 a.exe",
        "ktpass /princ HTTP/a@B /mapuser svc /pass {} /out a.keytab",
        "steamcmd +login ann {} +app_update 740 +quit",
        "/msg NickServ identify ann {}",
        "db2 connect to wh user ann using {}",
        "SQL> connect hr/{}@//db3/pdb1",
        'oracledb.connect("hr/{}@h/xe")',
        "sqlplus -S system/{}@//db3:1521/ORCLPDB1 @rep.sql",
        "sqlldr userid=loader/{} control=load.ctl",
        "rman target sys/{}@orcl",
        "rman target 'sys/{}' nocatalog",
        "schtasks /create /tn backup /ru svc /rp {} /sc daily",
        'setx DB_PASSWORD "{}"',
        "tacacs-server key 0 {}",
        'run(["sqlplus", "ann/{}@db"])',
        "expdp system/{}@pdb1 schemas=HR",
        "psexec.py corp.local/ann:'{}'@10.0.0.5",
        'ConvertTo-SecureString "{}" -AsPlainText -Force',
        "aws ssm put-parameter --type SecureString --value {}",
        "echo -n '{}' | cryptsetup luksOpen /dev/sdb1 c -",
        "printf '%s' '{}' | sudo openconnect vpn.corp.net",
        "openconnect vpn.corp.net <<< '{}'",
        "(echo {0}; echo {0}) | smbpasswd -s -a ann",
        "etcdctl --user root:{} member list",
        "cache_peer up.corp.net parent 3128 0 login=ann:{}",
        "samba-tool user create ann '{}' --given-name=Ann",
        "rclone obscure {}",
        "/bin/redis_exporter -redis.addr a:6379 -redis.password {} -x",
        "Backlog SSID1 Home; Password1 {}; MqttHost 10.0.0.4",
    ],
)
def test_a_password_that_a_program_takes_is_found(line: str) -> None:
    assert values(line.format(DRAWN) + "\n") == [DRAWN]


def test_an_option_of_a_key_store_needs_no_hyphen() -> None:
    for text in (
        "`a.jks`, storepass {}, alias b.\n",
        "keypass: the same, storepass {}",
    ):
        for value in (DRAWN, "amber" + "wharf7731"):
            assert values(text.format(value)) == [value]


def test_a_share_of_a_master_key_is_found() -> None:
    assert values(f"vault operator unseal {SHARE}\n") == [SHARE]


def test_a_made_up_password_is_found_where_nothing_else_can_be() -> None:
    assert values(f"wevtutil qe System /r:s /u:a /p:{PASSWORD}\n") == [PASSWORD]


@pytest.mark.parametrize(
    "line",
    [
        "msbuild a.sln /v:m /p:Configuration=Release2 /p:Version=1.2.3",
        "sqlplus /nolog @/opt/scripts/report2.sql",
        "rman target / cmdfile=/opt/scripts/full2.rcv",
        "schtasks /run /rp 3600 /tn backup2",
        "ls /srv/rp /backup2024/rp Release2b",
        "sqlplus scott/$ORACLE_PW1@orcl",
        "connect http/2 clients to the proxy",
        "ssh-keygen -t rsa -N '' -f id_rsa2",
        "steamcmd +login anonymous +app_update 740",
        "echo step2 | tee -a log",
        "echo {} | sha256sum",
        "cat <<< {}",
        "identify {} on the map",
        "the seal was unsealed in 2024",
        "rar a backup-2024.rar dir2",
        "rcon -p 25575 list",
        "mosquitto_sub -h broker -p 8883 -t x1",
        "echo $PW1 | cryptsetup luksOpen /dev/sdb1 c",
        "psexec.py corp.local/ann@10.0.0.5 -hashes :x1",
        "ConvertTo-SecureString $plain1 -AsPlainText -Force",
    ],
)
def test_another_word_at_such_a_place_passes(line: str) -> None:
    assert found(line.format(tokens.text(7, 3) + "1") + "\n") == []
