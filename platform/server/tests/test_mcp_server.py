"""/mcp at a real web process: who may call it, and the library's own client over both protocols."""

import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import httpx
import psycopg
import pytest
from django.conf import settings
from django.utils import timezone
from oauth2_provider.models import AccessToken

from apps.common.hashing import hash_secret
from apps.keys import services as keys
from apps.keys.models import ApiKey, Scope
from apps.keys.tests.factories import with_key
from apps.mcp.tools import TOOLS
from apps.oauth import services
from apps.oauth.models import ConnectedProgram
from apps.oauth.tests.factories import with_token
from server import rates
from server.tests.mcp_client import LIST, MODES, Web, database_url, running_web, use
from server.tests.programs import until
from testing.users import Person
from testing.venues import make_venue

# What a token may be for: the whole site, the MCP server or the REST API.
AREAS = ("", "/mcp", "/api")

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="module")
def web(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    with running_web(tmp_path_factory.mktemp("mcp"), API_RATE_USER="1000", API_RATE_FILING="5") as web:
        yield web


def key_of(person: Person) -> str:
    """Return the bearer text that a person's client sends."""
    assert person.tokens is not None
    return person.tokens.access_token


@pytest.mark.parametrize("mode", MODES)
def test_the_librarys_client_lists_and_calls_tools(web: Web, bob: Person, mode: str) -> None:
    venue, program = make_venue(venue_name="Lupa"), with_key(bob.user, *Scope)
    right, wrong = {"name": "lupa"}, {"nam": "lupa"}
    calls = [("search_restaurants", one) for one in (right, wrong)]
    version, tools, pages, found, refused = use(web.url, key_of(program), mode, *calls)
    assert version == (mode if mode != "legacy" else "2025-11-25")
    assert {tool.name for tool in tools} == TOOLS.keys()
    for tool in tools:
        expected = TOOLS[tool.name]
        assert tool.description
        assert tool.input_schema["type"] == "object"
        assert (tool.annotations.read_only_hint, tool.annotations.destructive_hint) == (
            expected.reads,
            expected.destroys,
        )
        assert tool.meta["tablehawk/scope"] == expected.scope
        assert ("ui" in tool.meta) == (tool.name in ("get_request", "file_request"))
    (page,) = pages
    assert page.contents[0].text.startswith("<!doctype html>")
    assert page.contents[0].mime_type == "text/html;profile=mcp-app"
    assert found.structured_content["data"]["restaurants"]["results"][0]["id"] == venue.pk
    assert found.content[0].text == found.structured_content["next_step"]
    assert not found.is_error
    error = refused.structured_content["error"]
    assert (refused.is_error, error["code"], error["message"]) == (True, "invalid", "Unknown field: nam.")


def test_a_token_works_where_it_was_issued_for(web: Web, bob: Person) -> None:
    tokens = {path: key_of(with_token(bob.user, *Scope, resource=f"{settings.PUBLIC_URL}{path}")) for path in AREAS}
    assert {path: web.post(text).status_code for path, text in tokens.items()} == {"": 200, "/mcp": 200, "/api": 401}
    services.revoke_programs(user_id=bob.user.pk, now=timezone.now())
    assert {web.post(text).status_code for text in tokens.values()} == {401}


def test_a_call_without_a_key_learns_where_to_sign_in(web: Web, bob: Person) -> None:
    metadata = f'resource_metadata="{settings.PUBLIC_URL}/.well-known/oauth-protected-resource/mcp"'
    for text in (None, "nonsense", key_of(bob)):
        refused = web.post(text)
        assert refused.status_code == 401
        assert metadata in refused.headers["WWW-Authenticate"]
        assert refused.headers["Cache-Control"] == "no-store"
        assert refused.headers["X-Request-ID"]


def test_a_revoked_key_token_or_consent_is_refused_in_all_processes_at_once(
    web: Web, bob: Person, tmp_path: Path
) -> None:
    """Each has worked in both processes before, at /mcp and at the REST API, and a third process revokes it."""
    key, token, allowed = (
        key_of(make(bob.user, *Scope))
        for make in (with_key, with_token, partial(with_token, client_id="https://b.example"))
    )
    now = timezone.now()

    def revoke(text: str) -> None:
        if text == key:
            keys.revoke_key(user=bob.user, key_id=ApiKey.objects.get().pk, address="", now=now)
        elif text == token:
            AccessToken.objects.get(token_checksum=hash_secret(text)).revoke()
        else:
            row = ConnectedProgram.objects.get(client__client_id="https://b.example")
            services.revoke_program(user_id=bob.user.pk, program_id=row.pk, address="", now=now)

    with running_web(tmp_path) as other:

        def statuses(text: str) -> set[int]:
            signed = {"Authorization": f"Bearer {text}"}
            rest = [
                httpx.get(one.url.replace("/mcp", "/api/reservations/counts/"), headers=signed) for one in (web, other)
            ]
            return {one.status_code for one in (web.post(text), other.post(text), *rest)}

        for text in (key, token, allowed):
            assert statuses(text) == {200}
            revoke(text)
            assert statuses(text) == {401}


def test_a_tool_without_its_scope_names_the_scope(web: Web, bob: Person) -> None:
    for scope in Scope:
        text = key_of(with_key(bob.user, scope))
        for name, tool in TOOLS.items():
            error = web.tool(text, name).get("error", {})
            assert (error.get("code") == "scope_missing") == (scope != tool.scope), name
            if scope != tool.scope:
                assert tool.scope in error["message"]
                assert error["retryable"] is False


def test_a_token_without_the_scope_learns_which_one_to_ask_for(web: Web, bob: Person) -> None:
    call = {**LIST, "method": "tools/call", "params": {"name": "list_requests", "arguments": {}}}
    refused = web.post(key_of(with_token(bob.user, Scope.VENUES_READ, resource=f"{settings.PUBLIC_URL}/mcp")), call)
    assert refused.status_code == 403
    challenge = refused.headers["WWW-Authenticate"]
    assert challenge.startswith('Bearer error="insufficient_scope", scope="requests:read", resource_metadata="http')
    assert refused.json()["result"]["structuredContent"]["error"]["code"] == "scope_missing"
    # The user of a key can't add a scope to it, so the assistant gets the tool's answer.
    answered = web.post(key_of(with_key(bob.user, Scope.VENUES_READ)), call)
    assert (answered.status_code, "WWW-Authenticate" in answered.headers) == (200, False)


def test_answers_say_what_a_program_has_left(web: Web, bob: Person) -> None:
    text = key_of(with_key(bob.user, *Scope))
    first, second = (web.post(text).headers for _ in range(2))
    assert (first["RateLimit-Limit"], first["RateLimit-Policy"]) == ("1000", "1000;w=60")
    assert int(first["RateLimit-Remaining"]) in (999, int(second["RateLimit-Remaining"]) + 1)
    assert 1 <= int(first["RateLimit-Reset"]) <= 60
    form = {"reservation": {"snipe_type": "cancel"}, "confirmation": ""}
    call = {**LIST, "method": "tools/call", "params": {"name": "file_request", "arguments": form}}
    filed = web.post(text, call).headers
    assert (filed["RateLimit-Limit"], filed["RateLimit-Policy"]) == ("5", "1000;w=60, 5;w=60")
    assert "RateLimit-Limit" not in web.post("nonsense").headers


def test_other_hosts_origins_methods_and_sizes_are_refused(web: Web, bob: Person) -> None:
    text = key_of(with_key(bob.user, Scope.VENUES_READ))
    assert web.post(text, Host="evil.example").status_code == 421
    assert web.post(text, Origin="https://evil.example").status_code == 403
    assert web.post(text, Origin=settings.ALLOWED_ORIGINS[0]).status_code == 200
    assert web.post(text, b"x" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)).status_code == 413
    assert web.post(text, b"{").status_code == 400
    refused = httpx.get(web.url, headers={"Authorization": f"Bearer {text}"})
    assert (refused.status_code, refused.headers["Allow"]) == (405, "POST")
    assert httpx.get(web.url).status_code == 401


def test_calls_and_filings_count_for_their_user(web: Web, bob: Person) -> None:
    text = key_of(with_key(bob.user, *Scope))
    now, counters = int(time.time() // rates.WINDOW), rates._store.client(settings.REDIS_URL)

    def use_up(name: str) -> None:
        for minute in (now, now + 1):
            counters.set(f"rate:{name}:{bob.user.pk}:{minute}", 1000, ex=120)

    use_up("filing")
    form = {"reservation": {"snipe_type": "cancel"}, "confirmation": ""}
    error = web.tool(text, "file_request", **form)["error"]
    assert (error["code"], error["retryable"], error["retry_after"] <= 60) == ("too_fast", True, True)
    use_up("user")
    refused = web.post(text)
    assert (refused.status_code, refused.json()["code"]) == (429, "too_fast")
    assert refused.headers["RateLimit-Remaining"] == "0"
    assert 1 <= int(refused.headers["Retry-After"]) <= 60


def test_text_that_cannot_be_stored_is_refused(web: Web, bob: Person) -> None:
    text = key_of(with_key(bob.user, Scope.VENUES_READ))
    assert web.tool(text, "search_restaurants", name="a\x00")["error"]["code"] == "not_json"


def test_a_shutdown_answers_a_running_call(bob: Person, tmp_path: Path) -> None:
    text = key_of(with_key(bob.user, Scope.VENUES_READ))
    waiting = "select count(*) from pg_stat_activity where wait_event_type = 'Lock'"
    with running_web(tmp_path, DRAIN_SECONDS="20") as web, ThreadPoolExecutor(1) as asking:
        with psycopg.connect(database_url()) as other, psycopg.connect(database_url(), autocommit=True) as looking:
            other.execute("lock table venue in access exclusive mode")
            call = {**LIST, "method": "tools/call", "params": {"name": "search_restaurants", "arguments": {}}}
            answer = asking.submit(web.post, text, call)
            until(lambda: looking.execute(waiting).fetchone() != (0,))
            web.process.send_signal(signal.SIGTERM)
        assert answer.result().status_code == 200
        assert answer.result().headers["Connection"] == "close"
        assert web.process.wait(60) == 0
