"""Kinds of words around a value that make it likelier a password, or less likely.

The tables of weights say which way each kind counts, and how far; a word may be of
several kinds. Letters beyond ASCII are bytes of UTF-8.
"""

from __future__ import annotations

from functools import lru_cache

from memsync.lazy import lazy

# A word, in the bytes of UTF-8.
WORD = lazy(rb"[A-Za-z\x80-\xff]{1,24}")
# The same in a whole line, where a letter alone is no word beside figures.
_OF_LINE = lazy(rb"[A-Za-z\x80-\xff]{2,24}|\b[A-Za-z]\b")

_KINDS = {
    # What a secret is called.
    "secret": """
        password passwords passwort passwörter passwd pass passphrase passphrases
        passcode passcodes pwd pwds pw pws psk passw pswd pasword passwrd psswd
        kennwort kennwörter mdp passe contraseña contrasena contraseñas clave claves
        senha senhas wachtwoord wachtwoorden hasło hasła heslo hesla lösenord
        adgangskode kodeord passord salasana jelszó parola parolă parolası şifre
        şifresi sifre пароль пароля паролем гасло 密码 密碼 口令
        パスワード 비밀번호 비번 暗証番号 secret
        secrets credential credentials creds cred passkey lozinka geslo pwort
        passwortes loginpw wifipw
    """,  # noqa: RUF001 -- Turkish
    # Who logs in, and that somebody does.
    "login": """
        login logins logs logged log logging signin sign signs signed signing
        user users username usernames account accounts acct konto kontos konta
        benutzer benutzername nutzer usuario usuarios usuário utilisateur compte
        comptes identifiant identifiants utente gebruiker użytkownik uživatel
        användare bruker käyttäjä kullanıcı пользователь логин admin administrator
        administrators admins root superuser sa anmeldung anmelden melde einloggen
        zugang zugangsdaten zugänge acceso accès accesso toegang dostęp přístup вход
        доступ войти 用户 账号 帐号 登录 ログイン アカウント
        로그인 계정 auth authenticate authenticates
        authentication signup sudo su logon logoff credentials profile role roles
        superadmin sysadmin postmaster webmaster hostmaster operator owner guest
        guests bruger inlog inloggen
    """,  # noqa: RUF001 -- Turkish
    # What gives a value, or takes one.
    "gives": """
        is are was becomes became remains stays ist lautet bleibt est es é è são jest är
        on to takes accepts wants expects needs asks likes use uses using used with via
        type types typed enter enters entered put try tried works worked set sets
        changed reset now still mit avec con com met med answer answers says said reads
        read give gives gave gets got eingeben tippen
        in into
    """,
    # What a secret opens.
    "opens": """
        wifi wlan ssid router nas vpn ilo idrac ipmi bmc bios luks bitlocker filevault
        keyring keychain vault vnc rdp ssh sftp ftp smb samba nfs snmp community
        radius tacacs ldap bind console panel portal dashboard webmail mailbox inbox
        imap smtp firewall switch modem ap printer scanner camera nvr dvr alarm door
        gate safe keypad tablet ipad phone laptop kiosk till pos terminal hotspot
        guest guests network netz réseau red rede rete síť nätverk tür porte puerta
        porta drzwi drucker stick usb disk backup archive zip pdf database db mysql
        postgres postgresql redis mongo grafana jenkins gitea gitlab wordpress wp
        cpanel plesk phpmyadmin netflix spotify amazon paypal bank steam icloud apple
        google gmail outlook opens unlock unlocks decrypts opened staging demo ftps
        webdav nextcloud owncloud synology qnap truenas proxmox esxi vsphere vcenter
        hyperv unifi omada mikrotik fritzbox openwrt pfsense opnsense plex jellyfin
        kodi homeassistant zigbee zwave mqtt mosquitto octoprint kibana elastic
        elasticsearch opensearch rabbitmq kafka sentry airflow jupyter jupyterhub
        notebook rstudio superset metabase tableau minio bucket registry harbor nexus
        artifactory sonarqube argocd rancher portainer keycloak okta sso idp splunk
        zabbix nagios icinga prometheus pgadmin phppgadmin adminer mongodb mariadb
        oracle mssql sqlserver sqlite cassandra clickhouse influx influxdb kubernetes
        openshift docker vagrant ansible terraform consul slack teams zoom webex jira
        confluence notion trello asana zendesk salesforce hubspot sap erp crm cms
        joomla drupal magento shopify shop webshop prestashop hosting hoster registrar
        domain dns cloudflare aws azure gcp github twilio stripe facebook instagram
        twitter linkedin youtube tiktok ebay etsy dropbox onedrive bitwarden keepass
        lastpass kdbx keystore jks pfx truststore wallet kvm jumphost bastion jump
        boot grub uefi citrix teamviewer anydesk rustdesk vmware vdi sharepoint
        exchange ldaps kerberos emulator simulator lockscreen screensaver cabinet
        locker intercom doorbell thermostat plc hmi scada sensor copier plotter
        encrypted protected locked decrypt unzip intranet extranet backend frontend
        cockpit tenant workspace moodle eduroam elster datev banking sparkasse gmx
        spreadsheet workbook sheet excel
    """,
    # What a passphrase is called, and what is said of its words.
    "worded": """
        phrase phrases sentence sentences word words wording magic mnemonic seed
        diceware dice spaces spaced blanks lowercase satz sätze spruch wörter worte
        leerzeichen kleinbuchstaben mots espaces minuscules frase frases palabras
        espacios minúsculas parole spazi minuscolo zin woorden spaties fraza słowa
        spacjami mening meningen ord orden mellanslag věta slova sætning palavras
    """,
    # Secrets of figures, and what has them.
    "code": """
        pin pins puk code codes combo combination kod kode kód código codice codigo
        kombination pincode otp totp recovery unlock lock locker keypad door gate alarm
        safe voicemail sim
    """,
    # Short forms of a user and a password beside each other.
    "short": "p u un usr",
    # What numbers and names are called that are no secrets.
    "number": """
        id ids no nr num number numbers nummer numéro numero ref reference ticket
        tickets issue issues case order orders invoice invoices rechnung bestellung
        commande pedido serial serials seriennummer sn model models modell modelo
        modèle version versions ver release releases released build builds commit
        commits revision rev sha hash tag tags branch branches pr mr port ports room
        rooms raum salle sala asset inventory sku part chassis rack slot firmware fw
        cve rfc iso din en patch hotfix kb sprint milestone chapter section page line
        lines row rows step steps fig figure table tracking parcel tel telefon fax
        customer kunde client kundennummer vertrag contract license licence upgraded
        update updated upgrade kernel python php node java ubuntu debian centos
        windows named called plan theme plugin driver profile
        extension ext count
        counts review owners socket level adr pep jep eip article articles clause
        paragraph annex directive regulation act statute migration standard requirement
    """,
    # What programs make of something, or draw for it, that opens nothing.
    "digest": """
        nonce salt iv checksum digest hash hashes fingerprint thumbprint signature etag
        ciphertext mac hmac md sha crc uuid guid ulid
    """,
    # What has a code that is no secret.
    "public": """
        error errors status exit zip postal area country dial return response http
        opcode warning source qr bar vat fault reply result
    """,
    # That it is no longer one.
    "former": "was old former previously earlier before formerly alt ancien antes",
    "host": """
        host hosts hostname server servers vm vms node nodes machine machines box pod
        pods container containers cluster rechner serveur servidor
    """,
    "mail": "mail mails email emails",
    "measure": """
        mb gb tb kb ms sec seconds minutes min hours days eur usd euro euros kg km cm
        mm kw hz mhz ghz px pt percent people persons users ma mv mah ohm ohms cycles
        events rows bytes items entries requests hits times steps characters pixels
        messages files lines cars guests orders attempts degrees watts volts amps
        meters metres miles
    """,
    # That it only stands for one.
    "sample": """
        example sample placeholder dummy fake todo changeme redacted rotate rotated
        rotation policy expired length characters chars hashed encrypted stored
    """,
}

KINDS: dict[bytes, tuple[bytes, ...]] = {}
for _kind, _words in _KINDS.items():
    for _word in dict.fromkeys(_words.encode().split()):
        KINDS[_word] = (*KINDS.get(_word, ()), _kind.encode())

# The kinds that say that something is about access.
ACCESS = frozenset((b"secret", b"login", b"opens", b"code", b"short"))


@lru_cache(1 << 10)
def kinds_of(line: bytes) -> frozenset[bytes]:
    """The kinds of the words of a line."""
    words = [word.lower() for word in _OF_LINE.findall(line)]
    return frozenset(kind for word in words for kind in KINDS.get(word, ()))
