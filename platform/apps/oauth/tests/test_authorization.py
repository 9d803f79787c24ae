"""A program is allowed, calls and is refused, over HTTP as programs call."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx
import pytest
from django.utils import timezone
from oauth2_provider.models import AccessToken, Application, Grant, RefreshToken
from pytest_django import Settings

from apps.accounts.models import AuditEntry
from apps.oauth.models import ConnectedProgram
from testing.secret_search import SecretSearch
from testing.users import Person

from .program import Program, Site


def test_a_program_finds_its_way_from_a_refused_call_to_its_first_call(program: Program, alice: Person) -> None:
    refused = httpx.get(f"{program.url}/api/reservations/counts/")
    assert refused.status_code == 401
    challenge = refused.headers["WWW-Authenticate"]
    resource = httpx.get(challenge.split('"')[1]).json()
    assert resource["resource"] == f"{program.url}/api"
    (issuer,) = resource["authorization_servers"]
    metadata = httpx.get(f"{issuer}/.well-known/oauth-authorization-server")
    assert metadata.headers["Access-Control-Allow-Origin"] == "*"
    server = metadata.json()
    assert server == {
        "issuer": program.url,
        "authorization_endpoint": f"{program.url}/oauth/authorize",
        "token_endpoint": f"{program.url}/oauth/token/",
        "revocation_endpoint": f"{program.url}/oauth/revoke/",
        "response_types_supported": ["code"],
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": ["none"],
        "revocation_endpoint_auth_methods_supported": ["none"],
        "client_id_metadata_document_supported": True,
        "authorization_response_iss_parameter_supported": True,
        "scopes_supported": sorted(resource["scopes_supported"]),
    }
    asked = program.ask(alice, resource=resource["resource"])
    assert asked.json() == {
        "name": "Table Agent", "domain": "127.0.0.1", "returns_to": "", "scopes": ["requests:read"],
    }  # fmt: skip
    returned = program.returned(alice)
    assert (returned["state"], returned["iss"]) == ("as/sent", issuer)
    answer = program.exchange(returned["code"])
    tokens = answer.json()
    assert (answer.headers["Cache-Control"], answer.headers["Access-Control-Allow-Origin"]) == ("no-store", "*")
    assert (tokens["token_type"], tokens["expires_in"], tokens["scope"]) == ("Bearer", 3600, "requests:read")
    assert program.call(tokens["access_token"]) == 200
    assert program.call(tokens["access_token"], "/api/venues/") == 403
    assert program.call(tokens["access_token"], "/api/oauth/programs/") == 403
    (listed,) = alice.get("/api/oauth/programs/").json()
    assert (listed["name"], listed["domain"], listed["scopes"]) == ("Table Agent", "127.0.0.1", ["requests:read"])
    assert listed["last_used_at"]


def test_the_command_line_is_known_without_a_call_to_ourselves(
    program: Program, site: Site, alice: Person, settings: Settings
) -> None:
    settings.NOTIFY_LOOPBACK = False
    document = httpx.get(f"{program.url}/oauth/clients/cli.json").json()
    program.client_id = document["client_id"]
    assert program.client_id == f"{program.url.replace('http', 'https')}/oauth/clients/cli.json"
    assert program.exchange("code").status_code in (400, 401)
    assert program.ask(alice).json()["name"] == "Tablehawk command line"
    tokens = program.exchange(program.code(alice)).json()
    assert program.call(tokens["access_token"]) == 200
    assert program.call(program.refresh(tokens["refresh_token"]).json()["access_token"]) == 200
    (row,) = Application.objects.all()
    assert row.client_id == document["client_id"]
    assert program.ask(alice, redirect_uri="https://agent.example/callback").json()["code"] == "bad_return_address"
    assert program.ask(alice, client_id=f"{program.client_id}x").json()["code"] == "unknown_program"


def test_a_denied_program_is_told_and_gets_nothing(program: Program, alice: Person) -> None:
    returned = program.returned(alice, allow=False, password="")
    assert (returned["error"], returned["state"], returned["iss"]) == ("access_denied", "as/sent", program.url)
    assert not Grant.objects.exists()
    assert not ConnectedProgram.objects.exists()


def test_allowing_needs_the_password_and_is_audited(program: Program, alice: Person) -> None:
    refused = program.answer(alice, password="Wrong4table!")
    assert (refused.status_code, refused.json()["errors"].keys()) == (400, {"password"})
    assert not Grant.objects.exists()
    program.code(alice)
    alice.delete(f"/api/oauth/programs/{ConnectedProgram.objects.get().pk}/")
    facts = AuditEntry.objects.filter(act="connected_program").order_by("pk").values_list("facts", flat=True)
    assert [(one["did"], one["domain"], one["scopes"]) for one in facts] == [
        ("allowed", "127.0.0.1", "requests:read"),
        ("revoked", "127.0.0.1", "requests:read"),
    ]


def test_more_scopes_need_another_answer(program: Program, alice: Person) -> None:
    first = program.exchange(program.code(alice)).json()
    program.scope = "requests:read tables:cancel"
    assert program.ask(alice).json()["scopes"] == ["requests:read", "tables:cancel"]
    assert program.refresh(first["refresh_token"], scope=program.scope).json()["error"] == "invalid_scope"
    second = program.exchange(program.code(alice)).json()
    assert second["scope"] == program.scope
    assert ConnectedProgram.objects.get().scopes == ["requests:read", "tables:cancel"]


def test_a_program_that_names_no_scope_asks_to_read(program: Program, alice: Person) -> None:
    assert program.ask(alice, scope=None).json()["scopes"] == ["requests:read", "venues:read"]


def test_tokens_are_stored_as_hashes_and_not_logged(program: Program, alice: Person, search: SecretSearch) -> None:
    code = program.code(alice)
    tokens = program.exchange(code).json()
    program.call(tokens["access_token"])
    program.exchange(code)
    search.assert_absent(code, tokens["access_token"], tokens["refresh_token"], program.verifier)
    tokens = program.exchange(program.code(alice)).json()
    for model in (AccessToken, RefreshToken):
        row = model.objects.latest("pk")
        assert row.token == ""
        assert len(row.token_checksum) == 64
    assert tokens["access_token"].startswith("tho_")
    assert tokens["refresh_token"].startswith("thr_")


def test_the_program_may_give_its_access_back(program: Program, alice: Person) -> None:
    tokens = program.exchange(program.code(alice)).json()
    assert program.revoke(tokens["refresh_token"]).status_code == 200
    assert program.call(tokens["access_token"]) == 401


# The twelve cases, and some more.


def test_a_token_for_another_resource_is_refused(program: Program, alice: Person) -> None:
    refused = program.ask(alice, resource="https://other.example/api")
    assert (refused.status_code, refused.json()["code"]) == (400, "bad_authorization")
    program.resource = f"{program.url}/mcp"
    code = program.code(alice)
    widened = program.exchange(code, resource=f"{program.url}/api")
    assert (widened.status_code, widened.json()["error"]) == (400, "invalid_target")
    token = program.exchange(code).json()["access_token"]
    assert program.call(token) == 401


def test_the_issuer_is_ours_whatever_the_program_or_the_host_says(program: Program, site: Site, alice: Person) -> None:
    back = "https://agent.example/callback?iss=https://evil.example"
    program.client_id = site.publish("/mixed.json", redirect_uris=[back])
    for allow in (True, False):
        redirect = program.answer(alice, allow=allow, redirect_uri=back).json()["redirect"]
        assert parse_qs(urlsplit(redirect).query)["iss"] == [program.url]
    for path in ("", "/evil"):
        found = httpx.get(f"{program.url}/.well-known/oauth-authorization-server{path}", headers={"Host": "localhost"})
        assert found.status_code == 404 or found.json()["issuer"] == program.url


def test_a_code_works_once_and_its_tokens_end_with_the_second_use(program: Program, alice: Person) -> None:
    code = program.code(alice)
    tokens = program.exchange(code).json()
    assert program.call(tokens["access_token"]) == 200
    again = program.exchange(code)
    assert (again.status_code, again.json()["error"]) == (400, "invalid_grant")
    assert program.call(tokens["access_token"]) == 401
    assert program.refresh(tokens["refresh_token"]).json()["error"] == "invalid_grant"


@pytest.mark.parametrize(
    "changes",
    [
        {"code_challenge_method": "plain"}, {"code_challenge_method": None}, {"code_challenge_method": "S512"},
        {"code_challenge": None}, {"response_type": "token"}, {"response_type": None}, {"scope": "everything"},
    ],
)  # fmt: skip
def test_a_request_without_pkce_and_its_like_is_refused_before_the_question(
    program: Program, alice: Person, changes: dict[str, Any]
) -> None:
    for refused in (program.ask(alice, **changes), program.answer(alice, **changes)):
        assert (refused.status_code, refused.json()["code"]) == (400, "bad_authorization")
    assert not Grant.objects.exists()


@pytest.mark.parametrize("verifier", ["x" * 43, None])
def test_a_code_without_its_verifier_is_refused(program: Program, alice: Person, verifier: str | None) -> None:
    refused = program.exchange(program.code(alice), code_verifier=verifier)
    assert (refused.status_code, refused.json()["error"]) in ((400, "invalid_grant"), (400, "invalid_request"))
    assert not AccessToken.objects.exists()


@pytest.mark.parametrize("address", ["10.0.0.7", "169.254.169.254", "[::1]", "192.168.1.1", "localhost"])
def test_a_description_at_a_private_address_is_not_read(
    program: Program, alice: Person, settings: Settings, address: str
) -> None:
    settings.NOTIFY_LOOPBACK = False
    refused = program.ask(alice, client_id=f"https://{address}/client.json")
    assert (refused.status_code, refused.json()["code"]) == (400, "unknown_program")


def test_a_name_that_leads_to_a_private_address_is_not_read(
    program: Program, site: Site, alice: Person, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.NOTIFY_LOOPBACK = False
    monkeypatch.setattr("apps.senders.outbound._resolve", lambda *_, **__: ["127.0.0.1"])
    assert program.ask(alice, client_id="https://agent.example/client.json").json()["code"] == "unknown_program"
    assert site.asked == []


@pytest.mark.parametrize(
    "changes",
    [
        {"size": 5 * 1024 + 1}, {"client_secret": "s3cret"}, {"client_secret_expires_at": 0},
        {"token_endpoint_auth_method": "client_secret_post"}, {"client_id": "https://other.example/client.json"},
        {"redirect_uris": []}, {"redirect_uris": ["http://agent.example/callback"]},
        {"redirect_uris": ["javascript:alert(1)"]}, {"grant_types": ["password"]}, {"client_name": ["x"]},
    ],
)  # fmt: skip
def test_a_wrong_description_is_refused(program: Program, site: Site, alice: Person, changes: dict[str, Any]) -> None:
    program.client_id = site.publish("/wrong.json", **changes)
    refused = program.ask(alice)
    assert (refused.status_code, refused.json()["code"]) == (400, "unknown_program")
    assert site.asked == ["/wrong.json"]
    assert not Application.objects.exists()


def test_a_description_may_have_5_kb_and_no_redirect(program: Program, site: Site, alice: Person) -> None:
    program.client_id = site.publish("/largest.json", size=5 * 1024)
    assert program.ask(alice).status_code == 200
    site.documents["/moved.json"] = (302, {"Location": "/client.json"}, b"")
    moved = program.ask(alice, client_id=program.client_id.replace("largest", "moved"))
    assert moved.json()["code"] == "unknown_program"
    assert site.asked == ["/largest.json", "/moved.json"]


@pytest.mark.parametrize(
    "address",
    [
        "https://evil.example/callback", "http://127.0.0.1:51234/other", "http://127.0.0.1/callback?x=1",
        "http://127.0.0.1@evil.example/callback", "http://localhost:51234/callback",
    ],
)  # fmt: skip
def test_another_return_address_is_refused_without_a_redirect(program: Program, alice: Person, address: str) -> None:
    for refused in (
        program.ask(alice, redirect_uri=address),
        program.answer(alice, redirect_uri=address),
        program.answer(alice, redirect_uri=address, allow=False),
    ):
        assert (refused.status_code, refused.json()["code"]) == (400, "bad_return_address")
        assert "redirect" not in refused.json()


def test_an_expired_code_is_refused(program: Program, alice: Person) -> None:
    code = program.code(alice)
    Grant.objects.update(expires=timezone.now() - timedelta(seconds=1))
    assert program.exchange(code).json()["error"] == "invalid_grant"


def test_a_used_refresh_token_ends_all_tokens_of_its_family(program: Program, alice: Person) -> None:
    first = program.exchange(program.code(alice)).json()
    second = program.refresh(first["refresh_token"]).json()
    assert program.call(first["access_token"]) == 401
    assert program.call(second["access_token"]) == 200
    assert program.refresh(first["refresh_token"]).json()["error"] == "invalid_grant"
    assert program.call(second["access_token"]) == 401
    assert program.refresh(second["refresh_token"]).json()["error"] == "invalid_grant"


def test_parallel_refreshes_give_one_pair_of_tokens(program: Program, alice: Person) -> None:
    token = program.exchange(program.code(alice)).json()["refresh_token"]
    with ThreadPoolExecutor(4) as pool:
        answers = [one.json() for one in pool.map(program.refresh, [token] * 4)]
    assert sorted(one.get("error", "renewed") for one in answers) in (
        ["invalid_grant"] * 3 + ["renewed"],
        ["invalid_grant"] * 4,
    )
    assert RefreshToken.objects.filter(revoked=None).count() <= 1


def test_another_program_cannot_use_a_code_or_token(program: Program, site: Site, alice: Person) -> None:
    other = Program(program.url, site.publish("/other.json"), verifier=program.verifier)
    other.code(alice)
    code = program.code(alice)
    assert other.exchange(code).json()["error"] == "invalid_grant"
    tokens = program.exchange(code).json()
    assert other.refresh(tokens["refresh_token"]).json()["error"] == "invalid_grant"
    other.revoke(tokens["refresh_token"])
    assert program.call(tokens["access_token"]) == 200


def test_nobody_reads_an_address_without_signing_in(program: Program, site: Site, alice: Person) -> None:
    for client_id in (program.client_id, program.client_id.replace("client", "unseen")):
        program.client_id = client_id
        assert program.exchange("code").status_code in (400, 401)
        assert program.ask(Person(user=alice.user)).status_code == 401
    assert site.asked == []


def test_a_password_or_a_secret_gets_no_token(program: Program, alice: Person) -> None:
    program.ask(alice)
    form = {"client_id": program.client_id, "username": alice.user.email, "password": "Table4two!"}
    for kind in ("password", "client_credentials", "urn:ietf:params:oauth:grant-type:device_code"):
        refused = httpx.post(f"{program.url}/oauth/token/", data={**form, "grant_type": kind, "device_code": "x"})
        assert refused.status_code in (400, 401, 404), kind
    assert not AccessToken.objects.exists()


@pytest.mark.parametrize("text", ["\0", "thr_\0", "x" * 5000, "\U0001f985", "%00", "\ud800"])
def test_tokens_are_refused_for_odd_texts_in_each_field(program: Program, alice: Person, text: str) -> None:
    """Answered as RFC 6749 says, not as a fault of ours."""
    code = program.code(alice)
    exchange = {
        "grant_type": "authorization_code", "code": code, "client_id": program.client_id,
        "redirect_uri": program.redirect_uri, "code_verifier": program.verifier,
    }  # fmt: skip
    refresh = {"grant_type": "refresh_token", "refresh_token": "x", "client_id": program.client_id}
    revoke = {"token": "x", "client_id": program.client_id, "token_type_hint": "refresh_token"}
    for path, form in (("token", exchange), ("token", refresh), ("revoke", revoke)):
        for field in form:
            body = urlencode({**form, field: text}, errors="surrogatepass")
            headers = {"Content-Type": "application/x-www-form-urlencoded"}
            answer = httpx.post(f"{program.url}/oauth/{path}/", content=body, headers=headers)
            assert answer.status_code < 500, (path, field)
            if "\0" in text:
                assert (answer.status_code, answer.json()) == (400, {"error": "invalid_request"})


@pytest.mark.parametrize("host", ["a" * 64 + ".example", "a..example", "\u3002example", "example.com..", "[::1"])
def test_a_description_that_returns_to_a_host_that_cannot_exist_is_refused(
    program: Program, site: Site, alice: Person, host: str
) -> None:
    back = f"https://{host}/callback"
    program.client_id, program.redirect_uri = site.publish("/odd.json", redirect_uris=[back]), back
    for answer in (program.ask(alice), program.answer(alice)):
        assert (answer.status_code, answer.json()["code"]) == (400, "unknown_program")
