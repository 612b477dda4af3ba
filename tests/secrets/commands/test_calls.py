"""Passwords and keys among the arguments of calls."""

from __future__ import annotations

import pytest
from support import tokens
from support.found import DRAWN, PASSWORD, TOKEN, found, values

pytestmark = pytest.mark.usefixtures("both_ways")

HEX = tokens.text(32, 8, "0123456789abcdef")


@pytest.mark.parametrize(
    "line",
    [
        '$db = new PDO("mysql:host=h;dbname=shop", "shop", "{}");',
        "#0 /srv/db.php(12): PDO->__construct('mysql:host=10.2...', 'shop', '{}')",
        "$c = mysqli_connect('10.0.0.1', 'ann', '{}', 'db');",
        'DriverManager.getConnection("jdbc:mysql://h/db", "ann", "{}");',
        'DBI->connect("dbi:mysql:db;host=h", "ann", "{}", {{RaiseError=>1}});',
        'jaydebeapi.connect(driver, url, ["scott", "{}"], jar)',
        'ldap_bind($ds, "cn=admin,dc=x", "{}");',
        'ftp = FTP("ftp.corp.net", "ann", "{}")',
        "requests.get(u, auth=HTTPBasicAuth('ann', '{}'))",
        'req.SetBasicAuth("ann", "{}")',
        '.basic_auth("ann", Some("{}"))',
        "req.basic_auth 'ann', '{}'",
        'given().auth().basic("ann", "{}")',
        'smtp.PlainAuth("", "ann@corp.net", "{}", "smtp.corp.net")',
        'new UsernamePasswordCredentials("ann", "{}")',
        'new PasswordAuthentication("ann", "{}".toCharArray());',
        'server.login(sender, "{}")',
        'mqtt.username_pw_set("ann", "{}")',
        'WiFi.begin("Net", "{}");',
        'new X509Certificate2("a.pfx", "{}")',
        "EXEC sp_addlogin 'ann', '{}'",
        'user.set_password("{}")',
        'dataSource.setPassword("{}");',
        "bcrypt.hash('{}', 10)",
        "SELECT pgp_sym_encrypt('x', '{}');",
        'jwt.sign(payload, "{}", {{expiresIn: 1}})',
        "hash_hmac('sha256', $d, '{}')",
        'page.locator("#password").fill("{}")',
        'keyStore.load(in, "{}".toCharArray());',
        'sql.Open("mysql", "ann:{}@tcp(h:3306)/db")',
        'ConvertTo-SecureString "{}" -AsPlainText -Force',
        "aws ssm put-parameter --type SecureString --value {}",
        'signInWithEmailAndPassword(auth, "ann@corp.net", "{}")',
        "pb.collection('u').authWithPassword('ann@corp.net', '{}');",
        'personal.unlockAccount(eth.accounts[0], "{}", 600)',
        "new Sequelize('shop', 'app', '{}', {{ dialect: 'x' }})",
        'Credentials::new("ann".to_owned(), "{}".to_owned());',
        'p.add_argument("--password", default="{}")',
        "cy.get('#password').type('{}{{enter}}')",
    ],
)
@pytest.mark.parametrize("value", [DRAWN, PASSWORD])
def test_the_password_of_a_call_is_found(line: str, value: str) -> None:
    assert values(line.format(value) + "\n") == [value]


@pytest.mark.parametrize(
    "line", ['jwt.encode(p, "{}", algorithm="HS256")', 'ClientCredential(id, "{}")']
)
def test_the_key_of_a_call_is_found(line: str) -> None:
    assert values(line.format(TOKEN) + "\n") == [TOKEN]


def test_the_token_behind_an_account_of_twilio_is_found() -> None:
    text = f"from twilio.rest import Client\nc = Client('AC{HEX}', '{HEX[::-1]}')\n"
    assert values(text) == [HEX[::-1]]


@pytest.mark.parametrize(
    "line",
    [
        'socket.connect("tcp://10.0.0.1:5555", "worker2")',
        'signal.connect("clicked", on_button2)',
        'router.connect("/users2", "users/list2")',
        'log.login("ann", "user-2")',
        'login("ann", PASSWORD2)',
        "new PDO($dsn2, $user2, $password2);",
        'user.set_password(os.environ["PW1"])',
        'getPassword("database.password.2")',
        'hmac.new(key2, message, "sha256")',
        'jwt.decode(token, key, algorithms=["HS256"])',
        'createCipheriv("aes-256-cbc", key2, iv)',
        '"hello1".toCharArray()',
        'page.locator("#password").fill(user2.password)',
        'basic("ann", "step2")',
        'new BasicAuth("user", "password123")',
        'connect(host="db2", port=5432)',
        "ConvertTo-SecureString $plain1 -AsPlainText -Force",
        'libc.symbols["_IO_2_1_stdin_"]',
    ],
)
def test_other_arguments_pass(line: str) -> None:
    assert found(line + "\n") == []


@pytest.mark.parametrize(
    "line", ['smtp.login("ann@gmail.com", "{}")', 'new NetworkCredential("ann", "{}")']
)
def test_sixteen_letters_that_google_gives_an_app_are_a_password(line: str) -> None:
    drawn = tokens.text(16, 4, "abcdefghijklmnopqrstuvwxyz")
    assert values(line.format(drawn)) == [drawn]
    assert values(line.format("administratorpwd")) == []
