"""Keys that everyone may see are low; the same values elsewhere are not."""

from __future__ import annotations

import base64
import json

import pytest
from support import tokens

from memsync.secrets.scan import scan

HEX = tokens.text(32, 5, "0123456789abcdef")
ID = tokens.aws_key()
LASTING = ID
TEMPORARY = "ASIA" + ID[4:]
SESSION = "IQoJb3JpZ2luX2VjE" + tokens.text(200, 3)
SIGNATURE = tokens.text(64, 9, "0123456789abcdef")
LINK = "https://bucket.s3.amazonaws.com/a.tgz"


def signed(**claims: object) -> str:
    def part(members: dict[str, object]) -> str:
        text = base64.urlsafe_b64encode(json.dumps(members).encode())
        return text.decode().rstrip("=")

    head = part({"alg": "HS256", "typ": "JWT"})
    return f"{head}.{part(claims)}.{tokens.text(43, 3)}"


def policy(key: str) -> str:
    """What a form uploads with to S3, signed by a key."""
    conditions = [{"bucket": "pics"}, {"x-amz-credential": f"{key}/20260101/s3"}]
    members = {"expiration": "2026-03-29T01:48:48Z", "conditions": conditions}
    return base64.b64encode(json.dumps(members).encode()).decode()


def account(key: str) -> str:
    return base64.b64encode(json.dumps({"AccessKeyId": key}).encode()).decode()


def confidence(text: str) -> set[str]:
    return {found.confidence for found in scan(f"One.\n\n{text}\n".encode())}


@pytest.mark.parametrize(
    ("shown", "kept"),
    [
        # Who signed a link
        (
            f"{LINK}?X-Amz-Credential={TEMPORARY}%2F20260101%2Feu-west-1%2Fs3",
            f"AWS_ACCESS_KEY_ID={TEMPORARY}",
        ),
        (
            f'{{"X-Amz-Credential":"{LASTING}/20260101/eu-west-1/s3/aws4_request"}}',
            f'{{"AccessKeyId":"{LASTING}"}}',
        ),
        (
            f"{LINK}?AWSAccessKeyId={LASTING}&Expires=1438134393&Signature=abc",
            f"{LINK}?AWSAccessKeyId={LASTING}&Expires=1438134393",
        ),
        (
            f"{LINK}?X-Amz-Security-Token={SESSION}&X-Amz-Signature={SIGNATURE}",
            f"AWS_SESSION_TOKEN={SESSION}",
        ),
        (
            f'{{"X-Amz-Date":"20260101", "X-Amz-Security-Token":"{SESSION}"}}',
            f'{{"X-Amz-Date":"20260101", "SessionToken":"{SESSION}"}}',
        ),
        (f'"Policy": "{policy(LASTING)}"', f'"Policy": "{account(LASTING)}"'),
        # The role of anyone
        (
            f"key: {signed(iss='supabase', role='anon')}",
            f"key: {signed(iss='supabase', role='service_role')}",
        ),
        (
            f"apikey: {signed(iss='supabase', role='anon')}",
            f"SERVICE_ROLE_KEY={signed(iss='supabase', role='anon')}",
        ),
        # A name that says so
        (
            f'VITE_SUPABASE_PUBLISHABLE_KEY="{signed(role="reader")}"',
            f'VITE_SUPABASE_SECRET_KEY="{signed(role="reader")}"',
        ),
        # A site's search
        (
            f'algolia: {{\n  appId: "AB12CD34EF",\n  apiKey: "{HEX}",\n}}',
            f'billing: {{\n  appId: "AB12CD34EF",\n  apiKey: "{HEX}",\n}}',
        ),
        (
            f'search: {{ apiKey: "{HEX}", indexName: "docs" }}',
            f'search: {{ adminSecret: "{HEX}", indexName: "docs" }}',
        ),
    ],
)
def test_a_key_that_everyone_may_see_is_low(shown: str, kept: str) -> None:
    assert confidence(shown) == {"low"}
    assert confidence(kept) & {"medium", "high"}


def in_page(start: str, script: str = "") -> set[str]:
    key = "AI" + "za" + tokens.text(35, 3)
    text = f'{start}<html lang="ja"><head>{"<meta>" * 300}<script>var k = "{key}";'
    return {found.confidence for found in scan(f"{text}{script}</script>".encode())}


@pytest.mark.parametrize(
    "start", ["<!DOCTYPE html>", "\ufeff\n<!doctype HTML>\n", "", "<!-- saved -->\n"]
)
def test_a_web_page_shows_its_google_key_to_everyone(start: str) -> None:
    assert in_page(start) == {"low"}


def test_a_google_key_elsewhere_or_of_a_model_is_as_sure() -> None:
    """A key that opens a model costs its owner money, wherever it is shown."""
    assert in_page("export const page = `") == {"medium"}
    for word in (
        "GoogleGenerativeAI(k)",
        "generativelanguage.googleapis.com",
        "Gemini",
    ):
        assert in_page("<!DOCTYPE html>", word) == {"medium"}


def test_a_token_in_a_web_page_may_be_of_one_visitor() -> None:
    token = f'"container_token":"{tokens.text(48, 3)}"'
    page = f"<!DOCTYPE html><html><script>var a = {{{token}}};</script>"
    (found,) = scan(page.encode())
    assert found.confidence == "medium"
    (found,) = scan(f"var a = {{{token}}};".encode())
    assert found.confidence == "high"
    (found,) = scan(page.replace("token", "password").encode())
    assert found.confidence == "high"
