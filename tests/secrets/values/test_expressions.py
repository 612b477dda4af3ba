"""Code beside the word for a secret is no finding, and a secret in code is one."""

from __future__ import annotations

import pytest
from support import tokens
from support.found import DRAWN, PASSWORD, TOKEN, alike, values

from memsync.secrets.values.expressions import is_expression, is_in_brackets
from memsync.secrets.values.harmless import is_harmless

BASE64 = tokens.text(62) + "/+"


@pytest.mark.parametrize(
    "line",
    [
        # casts, indices and arguments
        "int16_t r = lib_secrets_int_as_i16((uint32_t)v.ptr[0U] & 15U);",
        "out[KEY_GENERATION_SEED_SIZE] = (uint8_t)(size_t)3U;",
        "exit(EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL, NULL, 0));",
        "typedef UINT8 aes_int_key[AES_ROUNDS+1][4][4];",
        "    Key13[0]=Key13[1]=Key13[2]=0;",
        "    tempKey[0][0] ^= S[tempKey[uKeyColumns-1][1]];",
        "  expandedKey[j][i]=U1[w[0]][i]^U2[w[1]][i]^U3[w[2]][i]^U4[w[3]][i];",
        "  return finalizeLong_64b(acc, (const u8*)secret, (hash_u64)len);",
        "  vuint64m2_t key_vec = RVCAST(u8m2_u64m2)(RVOP(vle8_v)((const u8*)x, n));",
        "             password=(String)tokens.remove(0);",
        # members, types, modules
        "const userPass = this.apiKey?.split(':') ?? [];",
        "   password_blob = @win32registry.get_values(path)",
        "   $password_blob = @($EncryptedBase64String)",
        "   'Password'=\"$env:PublishPwd\"}",
        "    cv.Optional(CONF_PASSWORD): cv.uint32_t,",
        '"CreateParamsPass": "stripe.params.v2.core._account_create_params",',
        "fun getCertificateValidity(user: User): E2ECertificateValidity? {",
        "if (credentials.Key is X509SecurityKey { Certificate: X509Certificate2 one",
        "\tif (key->mldsa_ed25519_pk == NULL)",
        "\t\treturn pkcs11_sign_ed25519(key, sigp);",
        "  problem = krb5_verify_init_creds(authctxt->krb5_ctx, &creds, server,",
        "  gnutls_free_credentials(ob->tls_preload.x509_cred);",
        # patterns, formats, settings, numbers
        "grep '\\(ZSH\\|precmd\\|chpwd\\|preexec\\|FPATH\\|TTY\\|PATH\\)\\|OMZ'",
        "  /^-\\w+|Service|Authz|User|Password|Tlskey|Notls|CAfile|CApath$/",
        '    "Enter %.30s@%.128s\'s old password: ",',
        'features="--disable-security-key --disable-pkcs11"',
        "    // These timing values are for f_I2CCLK=54MHz and approximate",
        "// and for the voltage divider (R1=0.51kOhm, R2=5*390kOhm)",
        "            // use 0b0LLBBBBB encoding",
        '_history_directory="$HISTORY_BASE${PWD:A}/history"',
        "description='AD Client Password' defaultValue='%24(value)' tags='AD'",
        'Your account is: <a style="border: none; color: #1251BA; outline: none">x</a>',
        "ciphers = 'ALL:!aNULL:!eNULL:!RC4:!MD5:!PSK:!aECDH:!EDH-DSS-CBC3-SHA'",
        'limits = {"change_password": "5/m/user", "reset_password": "20/m/ip,5/m/key"}',
        "        char *cpwd = colon2+1;",
        "    'pkcs-9-at-challengePassword' => Maps\\DirectoryString::MAP",
        '  path="carbon.xml" token="&lt;LDAPServerPort&gt;10389&lt;/LDAPServerPort&gt"',
        "headless_jwt_token_auth = JWTTokenAuth",
        "throw multipass::hyperv::CreateEndpointException{",
        "PlainSession& multipass::PlainSession::operator=(PlainSession&& other)",
        # A list in a string, a structure in a call, tags behind each other, times.
        '  + "  \\"id_token_algs\\": [\\"RS256\\"]\\n"',
        'check(http.Post, &User{Login: "ann", ForgeID: 2})(tc)',
        "      <BuildPass2>\n      <BuildPass2DependsOn>\n",
        '</_OldPassword12>\n<_NewTenantId12 Condition="x">',
        "    @user.password_sent_at = 3.hours.ago",
        "[zendesk](https://acme.zendesk.com/auth?auth_origin=3194%2Cfalse%2Ctrue&x=1)",
        "- https://www.acme.org/papers.php?key=SzelkovicIJCV2012&bib=all",
        '"args": ["-use-auth-secret", "--sock-buf-size=1048576"]',
        'pq_exec(c, "update admin_user set password=$1,realm=$2 where name=$3")',
        '    "io.grpc:grpc-auth": "@io_grpc_grpc_java//auth",',
        '    cmd.Env = append(cmd.Env, "PWD="+i.WorkingDir)',
        "    proxy_creds=self._https_proxy_creds,",
        "  dtmf_key = dtmf_keys[rfc2833_payload->event_id];",
        "<label for='mail_password'>QBT_TR(Password:)QBT_TR[CONTEXT=Dialog1]</label>",
        '"error.passwords_differ": "Su-li\N{COMBINING VERTICAL LINE ABOVE}p",',
        "the password of the image\n\n    SizeMaxBytes=512M",
        "    SYS_ALARM                        = 4027",
        "const canChangePassword = loggedInUser?.Policy?.IsAdministrator;",
        "    let account = Address::repeat_byte(0x11); let b = U256::from(9);",
        "    assert_eq!(loaded_account.balance, U256::from(123456));",
        "    .password_generate = generate_argon2id,",
        "    .password_verify = ssha256_verify,",
        '    "includepassword|p|u|Include the hashes of all users|",',
        'LDAP_SERVER_PASSWORD = "sun-idrepo-ldapv3-config-authpw";',
        "com.acme.saml.xmlsig.storepass=%BASE_DIR%/.storepass",
        "profile.password-confirm=\\uBE44\\uBC00\\uBC88\\uD638(\\uD655\\uC778)",
        '"PasswordResetConfirmation": "\N{INVERTED QUESTION MARK}Esta seguro 2x?",',
        '"LeaveBlankToNotSetAPassword": "Dieses Feld frei lassen",',
        '"ResetPassword": "Setel Ulang Kata Sandi",',
        '      "login": "plum-ferry-cactus-ninety",',
        "fromAddress.label=<Password-Administrator>\nsunLogo.label=Sun Systems Logo",
        "    String accessKey = config.get(S3Options.S3_ACCESS_KEY);",
        "// 2: acme.runtime.v1.Credentials.certs:type_name -> acme.runtime.v1.SQLRole",
        '\t"_key\\x18\\x03 \\x01(\\tH\\x01R\\vaccessKey\\x88\\x01\\x01\\x12N\\n"',
        "  view.onPasswordRequired = ^(NSDictionary *payload) {",
        "    - name: ci/upload-android-beta-s3-bucket",
        "{email:!0,number:!0,password:!0,range:!0,search:!0,tel:!0,text:!0,time:!0}",
        "    return m.float64ObservableInsts.Lookup(key)",
        "'Master password expired.' => 'Kata laluan utama telah luput. <a href=',",
        '"{""login"": ""ann"", ""id"": 749, ""node_id"": ""MDQ6VXNlcjc0OTYyNzg=""}"',
        'msgid "Your password was sent. %1$sRead 2 mails%2$s or %3$sAsk%4$s."',
        "    url: redis://:${CACHE_PASSWORD:-}@cache1:6379/0",
        'raise SystemExit(f"Login failed: {reply.body[:80]} 401")',
        "    errPass = web.Problem{http.StatusNotFound, 404}",
        ".acme-pass__box1>input{max-width:90px!important}.acme-pass__box2{top:0}",
        '<form action="/login" style="margin: auto;padding-top:2em;">',
        "input:{text:1,password:1,hidden:1,radio:1,file:1}",
        "'smtp:password' => 'nullable|string|max:64',",
        "URL: pg://${USER:-me}:${PG_PASSWORD:?PG_PASSWORD is required}@db:5432/x",
        "var kw=42,ow=43,pw=52,mw=53,gw=54,Pw=55;",
        'case 4:o.key=t?n.C0.ESC+"OB":n.C0.ESC+"[B";break;case 37:o.key=n.C0.ESC+"1"',
        'x.defaults.headers.common["X-Acme-With"]="XMLHttpRequest1";var pass=1',
        "this.mail.needsUser=!0,this.mail.needsPassword=!0):(this.mail.host=!0",
        'skipped:[0,5],repeatNodeCount:15,tokenData:"JQ~R!YOX$q{|:R|}>t}!O?V!O!P?t7"',
        '<input name="password" data-endpoint="POSTapi-v2-auth-login">',
        # digests, names, texts
        "openshift credential  sha256." + tokens.text(64, 5, "0123456789abcdef"),
        "sonar.projectKey=acme_acme_" + tokens.text(20),
        'PASSWORD_SUBJECT = "You\N{RIGHT SINGLE QUOTATION MARK}re in 2 teams"',
        "echo 'Docker user and password are set and branch is `master`.'",
        "password TEXT, `sharing_public_expire_date_days` INTEGER, `note` TEXT",
        # members, forms of a command, options, what is octal, documentation
        "            pass_2: pass_2.answer,",
        "  pass_2_most_rows: settings.rounds.pass_2_most_rows,",
        "  suite.both_parts_pass = suite.part_3_1b_pass && suite.part_3_2_pass;",
        "  [LOGIN password | LOGIN2\u00a0name password] [KEEP name [name ...]]",
        'opt, err := queue.Dial("amqp://<user>:<pass>@localhost:5672/<host>")',
        "  --jq '.[] | {who: .author.login, note, at: (.made_at[0:10]), id}'",
        "-Dproxy.port=<port> -Dproxy.user= -Dproxy.pass= -Dproxy.hosts=<hosts>",
        "acme.job.queue.password=<QUEUE_PASSWORD>\nacme.job.queue.batch.size.kb=64",
        'Files.write(file, "key1=value1\\nkey2=value2\\n");',
        'say_pass = "%b:%w:%n:%K Password:";',
        'snprintf(buf, size, "password-of-no: %01024i", 0);',
        r'User-Password = "7\341+kWd\360\347\215\372"',
        "  acme-pass <password>\n\n=head1 OPTIONS",
        "Filter-Route|Password|Allowed-Ports|Start-Time",
        "mount -o username=*,password=*,uid=1000,gid=1000,file_mode=0660 //host/x",
        "mencoder in.avi -x264encopts pass=2:preset=medium:keyint=60:tune=grain",
        "password  [success=1 default=ignore] pam_localuser.so",
        "# <file system> <dump> <pass>\nLABEL=Arch_Linux2  /  ext4",
        "| 7 | db_password | _part3-step2-new7-rows.mjs |",
        "[SSH keys (zh)](/index.php/SSH_keys_(%E7%AE%80%E4%BD%93)#SSH_agents)",
        "CHAP-Password = 0x" + tokens.text(34, 3, "0123456789abcdef"),
        '"storedKey" : "' + tokens.text(27, 4) + '=",',
        "pacman-key --keyserver pgp.example.com --recv-keys 0x"
        + tokens.text(16, 3, "0123456789abcdef"),
        "sheet: https://docs.example.com/spreadsheet/ccc?key=" + tokens.text(44, 3),
        "decode-all.sim_of_decode 74 02 13 55",
        "    I -->|Pass| K{Legal Review}",
        "| Pattern | Pre-pass-41 | Post-pass-41 |",
        "ok: [web-01] => (item={'key': 'net.ipv4.tcp_rfc1337', 'value': 1})",
        'hydra -l ann 10.1.2.3 http-post-form "/:user=^USER^&password=^PASS^:F=failed"',
        "brand tokens (#060610/#00A5FF/#50AAE3/#7C3AED)",
        "(name + credentials row + 2-sentence summary)",
        "Stripe API v2026-05-27.dahlia",
        '#    passwd: "(memberOf=cn=staff,ou=servers"',
        "values ('ftp','password','My Server'),(3,'TFTP_NAME','x')",
        "  - src: postgres/config-group.conf.j2",
        "StorageKey=Software%5CAcme%5CTerm",
        "win_password: \"{{ ('').join(password_parts) | b64encode }}\"",
        '| `passwdqc_options` | "min=disabled,disabled,16,12,8" |',
        "password: <base64-encoded>",
        "   - Pass: 403/permission-denied response captured",
        "   - Pass: 3000-char fake log makes two chunks",
        "   - Pass: exits 0, prints per-query Kendall@5, Kendall@20, and a delta",
        "grep -Eq '(AKIA|ghp_|PASSWORD=|TOKEN=|Bearer )'",
        "    *.pem|*.key|*.p12|*.pfx|*.crt|*.cer) exit 1 ;;",
        "The login variables: $c_1x_1^2$ and $c_2x_2$",
        "- [2.22 Join Keys](#222-\u6570\u636e-join-keys)",
        "the credentials folder has no id_rsa/id_ed25519 pattern",
        "smbserver.py -username <USERNAME> -password <PASSWORD> -smb2support share",
        "  key.wrapping_mul(0x517cc1b727220a95)",
        "password / to\u5b9f\u5024ken0",
        "password: \"{{ lookup('pipe', 'date +%Y%m%d_%H%M%S+0900') }}\"",
        "The peer `to-wg02` uses " + tokens.text(43, 4) + "= as its public key.",
    ],
)
def test_a_piece_of_code_is_no_secret(line: str) -> None:
    assert values(line + "\n") == []


@pytest.mark.parametrize(
    "value",
    [
        "FUZZ_TIME=90s",
        "{%s}X509Data",
        "RFC4254#section-5.1",
        "context.Options.SigningCredentials",
        "SignatureAlgorithm#RS256",
        "@io_grpc_grpc_java//auth:core",
        "$env:PublishPwd",
        "Read%2$s",
        "center;margin-top:1em",
    ],
)
def test_a_form_of_code_is_harmless(value: str) -> None:
    assert is_harmless(value.encode())


@pytest.mark.parametrize(
    "line",
    [
        '"Confirm Password": "ulangi kata sandi",',
        'd="accountPassword ",e="exAlert exWarning exNotice exOther",f="exTask"',
        'q(["string password [, string set]"],"Close idle Oracle session")',
        'MAIL_APP_PASSWORD = "xxxx xxxx xxxx xxxx xxxx xxxx"',
        '"Current Password": "kata sandi lama anda",',
        "'2fauth' => 'Engangskodetekst',",
        "4. See that all tests pass: `php worker test`",
        'switch(n){case"activate":i="acme_activate_extension_license",a.password(i)}',
    ],
)
def test_words_of_an_interface_are_no_passphrase(line: str) -> None:
    assert values(line + "\n") == []


def test_a_test_that_passes_is_no_command_of_ftp() -> None:
    assert values("PASS walnut-waffle-tundra\n") == ["walnut-waffle-tundra"]
    assert values("PASS walnut.waffle.tundra\n") == []


def test_a_number_within_a_word_is_no_pin() -> None:
    assert values("The pin for the box 4817\n") == ["4817"]
    assert values("#define CLK_PIN 4 // clock pin for the EC4817\n") == []


def test_what_an_agent_may_run_holds_no_password() -> None:
    assert values('"allow": ["Bash(sshpass -p :*)"]\n') == []


def test_the_key_of_a_site_is_public() -> None:
    key = tokens.text(40, 12)
    text = f"'site_key' => '{key}',\n"
    assert [each.confidence for each in alike(text.encode())] == ["low"]


def test_lines_of_properties_are_texts() -> None:
    line = "The password of the user's login"
    assert values(f"{line}\n\na20171=LDAPFilterCondition\n") == []
    assert values(f"{line}\n\ni18nTrue=Enabled\n#207=Unable to log in\n") == []


def test_what_travis_encrypts_is_no_secret() -> None:
    value = tokens.text(80) + "/" + tokens.text(3) + "="
    assert values(f"  api_key:\n    secure: {value}\n") == []


def test_zeros_of_an_image_are_no_token() -> None:
    zeros = "A" * 21
    token = zeros + "N" + tokens.text(70)
    assert values(f"bearer = {token}\n") == [token]
    assert values(zeros * 2 + tokens.text(60) + "\n") == []


def test_the_text_of_an_interface_is_no_passphrase() -> None:
    words = "plum ferry cactus ninety"
    assert values(f'"wallet passphrase": "{words}"\n') == [words]
    text = '"Passwords do not match!": "Kata sandi tidak cocok!",\n'
    assert values(text + '"newPassword": "Sett ditt nye passord"\n') == []


def test_a_hash_that_a_shell_quotes_is_no_password() -> None:
    digits = "0123456789abcdef"
    value = "\\$5\\$" + tokens.text(16, 1, digits) + "\\$" + tokens.text(64, 2, digits)
    assert values(f"db.insert({{ name: 'ann', password: '{value}' }})\n") == []


def test_a_mark_of_azure_in_the_digest_of_a_lock_file_is_none() -> None:
    key = BASE64 + tokens.text(12) + "ACDb" + tokens.text(6) + "=="
    assert values(f"account key {key}\n") == [key]
    assert values(f"  integrity sha512-{key}\n") == []


def test_a_digest_of_a_module_named_after_passwords_is_none() -> None:
    digest = tokens.text(43) + "="
    assert values(f"github.com/acme/go-htpasswd v1.2.2 h1:{digest}\n") == []
    assert values(f"github.com/acme/password v0.1.1/go.mod h1:{digest}\n") == []


def test_the_text_of_a_role_is_a_name() -> None:
    words = "plum-ferry-cactus-ninety"
    assert values(f"the passphrase: `{words}`\n") == [words]
    assert values(f"the passphrase: see :ref:`{words}`\n") == []


def test_below_a_passport_is_no_password() -> None:
    value = f'    "{DRAWN}"\n'
    assert values('"DocumentsPass":\n' + value) == [DRAWN]
    assert values('"DocumentsPassport":\n' + value) == []


@pytest.mark.parametrize(
    "line",
    [
        "password ({})",
        "password=({})",
        "the password is set and the new one is {}",
        "login(root -> {})",
        'DB_PASSWORD = getenv("DB_PASSWORD") or "{}"',
    ],
)
def test_a_password_in_brackets_is_found(line: str) -> None:
    assert values(line.format(PASSWORD) + "\n") == [PASSWORD]


@pytest.mark.parametrize("line", ["api_key[{}]", "apiKey = ('{}')", "token ({})"])
def test_a_token_in_brackets_is_found(line: str) -> None:
    assert values(line.format(TOKEN) + "\n") == [TOKEN]


@pytest.mark.parametrize(
    "value",
    [
        "harbor=50319%",
        "X509certificate",
        "Tiger8Lantern?",
        "one|two9|three",
        "0bTIGER!",
        "@Summer.2024",
        "-Tiger9}",
        "-}Tiger9",
        "tiger}Moon9",
        "tiger;moon7",
        "100%$sTiger",
    ],
)
def test_what_is_like_code_may_be_a_password(value: str) -> None:
    assert not is_expression(value.encode())


def test_of_drawn_values_hardly_one_is_like_code() -> None:
    signs = "".join(map(chr, range(0x21, 0x7F)))
    drawn = [tokens.text(16, seed, signs).encode() for seed in range(2000)]
    like_code = [v for v in drawn if is_expression(v) or is_in_brackets(v, b"(")]
    assert len(like_code) <= len(drawn) // 100


@pytest.mark.parametrize("sign", "_-")
def test_a_name_like_those_around_it_is_no_passphrase(sign: str) -> None:
    words = sign.join(("walnut", "waffle", "tundra", "panda", "cactus"))
    text = f"the password of the bridge: {words}\n"
    assert values(text) == [words]
    assert values(f"{text}as before: `{words}`\n")[:1] == [words]
    other = sign.join(("walnut", "ferry"))
    assert values(f"{text}and `{other}` is another\n") == []
