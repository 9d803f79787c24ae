"""The reference at /developers: what it lists, and that its examples are right, sent as the page shows them.

frontend/e2e/command-line.spec.ts runs the examples of "Start in five minutes" on a running Tablehawk.
"""

import json
import os
import shlex
import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings
from standardwebhooks import Webhook as Signer

from apps.accounts.models import User
from apps.blog.models import Blog
from apps.connections.models import PlatformAccount
from apps.keys.models import ApiKey, Scope
from apps.keys.tests.factories import with_key
from apps.mcp.tools import TOOLS
from apps.webhooks.models import EVENT_NAMES
from config import reference
from testing.simulator import Simulator
from testing.users import Anyone
from testing.venues import make_venue

from .documented import OPERATIONS, at
from .test_openapi import complaints, resolved
from .test_second_user import IDS, World, private, world

__all__ = ["world"]

REACHED = [one for one in OPERATIONS if one.about["x-scope"] != "none"]
# Of examples whose requests cannot succeed in a test: what they need, and the code of the refusal.
NEEDS = {
    "the link of a message": {
        "get_linked_table": "invalid_link", "cancel_linked_table": "invalid_link", "get_calendar_feed": "not_found",
        "get_shared_table": "not_found", "get_shared_calendar_file": "not_found", "confirm_email": "invalid_link",
        "revert_email": "invalid_link", "reset_password": "dead_link",
    },
    "a password or a session": {"log_in": "wrong_credentials", "refresh_tokens": "session_over"},
    "Stripe's signature": {"receive_stripe_event": "bad_signature"},
    "a table that was canceled": {"repeat_request": "nothing_canceled"},
    "an account that the platform knows": {"update_request": "needs_reconnect"},
    "a choice above the table": {"seek_better_table": "no_better"},
    "a client without requests": {"delete_client": "client_in_use"},
    "a restaurant of the platform": {"add_linked_venue": "no_such_venue"},
}  # fmt: skip
REFUSED = {name: code for needs in NEEDS.values() for name, code in needs.items()}


class Page(HTMLParser):
    """The ids, the links inside the page, and the text of each element with an id."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: Counter[str] = Counter()
        self.links: set[str] = set()
        self.texts: dict[str, str] = {}
        self.tags: set[str] = set()
        self._open: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.add(tag)
        self._open.append(given.get("id") or "")
        self.ids.update(filter(None, [given.get("id")]))
        if (link := given.get("href") or "").startswith("#"):
            self.links.add(link[1:])

    def handle_endtag(self, tag: str) -> None:
        self._open.pop()

    def handle_data(self, data: str) -> None:
        for name in filter(None, self._open):
            self.texts[name] = self.texts.get(name, "") + data


@pytest.fixture
def dist(tmp_path: Path, settings: Settings) -> Path:
    """A built front end."""
    (tmp_path / "developers.html").write_text("<main>{reference}</main>")
    settings.FRONTEND_DIST = tmp_path
    settings.PUBLIC_URL = "https://tables.example.org"
    reference._page.cache_clear()
    return tmp_path


@pytest.fixture
def page(
    dist: Path, anyone: Anyone, db: None, django_assert_num_queries: Callable[[int], CaptureQueriesContext]
) -> Page:
    with django_assert_num_queries(0):
        return Page(anyone.get("/developers").content.decode())


def parsed(command: str) -> tuple[str, str, dict[str, str], str]:
    """Return the method, the address, the headers and the body of a request that the page shows."""
    _, *given = shlex.split(command.replace("\\\n", " "))
    method, url, headers, body = "GET", "", {}, ""
    while given:
        match given.pop(0):
            case "-X":
                method = given.pop(0)
            case "-H":
                name, _, value = given.pop(0).partition(": ")
                headers[name] = value
            case "--data-binary":
                body = given.pop(0)
            case word:
                url = word.removeprefix("$TABLEHAWK_SERVER")
    return method, url, headers, body


def test_the_reference_is_served_in_production(dist: Path, anyone: Anyone, settings: Settings, db: None) -> None:
    settings.PRODUCTION = True
    answer = anyone.get("/developers")
    assert (answer.status_code, answer["Cache-Control"]) == (200, "no-cache")
    assert "'unsafe-inline'" not in answer["Content-Security-Policy"]
    assert anyone._client.get("/developers", headers={"If-None-Match": answer["ETag"]}).status_code == 304
    assert "https://tables.example.org/mcp" in answer.content.decode()
    assert "<loc>https://tables.example.org/developers</loc>" in anyone.get("/sitemap.xml").content.decode()


def test_without_a_build_the_answer_says_so(anyone: Anyone, tmp_path: Path, settings: Settings) -> None:
    settings.FRONTEND_DIST = tmp_path
    assert anyone.get("/developers").status_code == 503


def test_the_page_has_no_script_and_its_links_lead_somewhere(page: Page) -> None:
    assert "script" not in page.tags
    assert [name for name, count in page.ids.items() if count > 1] == []
    assert page.links <= page.ids.keys()
    assert len(page.links) > len(REACHED)


def test_the_page_lists_what_programs_reach_and_nothing_else(page: Page) -> None:
    for operation in OPERATIONS:
        assert (operation.about["operationId"] in page.ids) == (operation in REACHED), operation.name
    assert {f"mcp-{name}" for name in TOOLS} <= page.ids.keys()
    assert {*EVENT_NAMES, "webhook.test"} <= page.ids.keys()


def test_fields_are_listed_with_the_fields_inside(page: Page) -> None:
    shown = {one["name"]: one for *_, found in reference.facts()["tags"] for one in found}
    fields = {one.name: one for one in shown["create_request"]["fields"]}
    assert fields["reservation.venues[].id"].kind == "integer"
    assert fields["reservation"].required
    assert fields["reservation.snipe_type"].kind == '"cancel" or "release"'
    for operation in REACHED:
        one = shown[operation.about["operationId"]]
        assert (one["scope"], one["method"], one["path"]) == (
            operation.about["x-scope"], operation.method, operation.path,
        )  # fmt: skip
        assert [field.name for field in one["parameters"] + one["fields"] if not field.text] == [], operation.name
    tools = reference.facts()["tools"]
    assert [(tool.name, field.name) for tool, fields in tools for field in fields if not field.text] == []


@pytest.fixture
def november(monkeypatch: pytest.MonkeyPatch) -> None:
    """The week before the days of the examples."""
    monkeypatch.setattr("django.utils.timezone.now", lambda: datetime(2026, 11, 20, 12, tzinfo=UTC))


def test_each_example_is_sent_as_shown_and_its_answer_has_the_documented_form(
    november: None, simulator: Simulator, world: World
) -> None:
    # The ids of the examples become those of the test's rows.
    for pk in (1211, 488, 420, 1286):
        make_venue(id=pk)
    Blog.objects.create(slug="story", published_at=timezone.now())
    ApiKey.objects.all().delete()
    program = with_key(world.owner.user, *Scope)
    shown = {one["name"]: one["request"] for *_, found in reference.facts()["tags"] for one in found}
    for operation in REACHED:
        name = operation.about["operationId"]
        method, url, headers, text = parsed(shown[name])
        assert (method, url) == (operation.method, operation.address()), name
        signed = operation.about["x-scope"] != "public"
        assert headers.get("Authorization") == ("Bearer $TABLEHAWK_KEY" if signed else None), name
        body = json.loads(text) if headers.get("Content-Type") == "application/json" else text or None
        for owner, steps in IDS:
            if owner == operation.name:
                at(body, steps[:-1])[steps[-1]] = world.id_of(operation, str(steps[-1]))
        ids = {one: world.id_of(operation, one) for one in private(operation)} if signed else {}

        with transaction.atomic():
            # A concierge books for clients only.
            is_concierge = "clients" in operation.about["tags"] or name == "update_request"
            User.objects.update(is_concierge=is_concierge)
            PlatformAccount.objects.update(is_concierge=is_concierge)
            answer = (program if signed else Anyone()).send(method, operation.address(**ids), body)
            transaction.set_rollback(True)

        status = str(answer.status_code)
        assert status in operation.about["responses"], (name, answer.content)
        code = answer.json()["code"] if answer.status_code >= 400 else None
        assert code == REFUSED.get(name), (name, answer.content)
        about = resolved(operation.about["responses"][status])
        for kind, content in about.get("content", {}).items():
            assert answer["Content-Type"].startswith(kind), name
            if kind == "application/json":
                assert complaints(content["schema"], answer.json()) == [], name


def test_the_check_of_signatures_accepts_what_we_send_and_nothing_else(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret, other, body = "whsec_c2VjcmV0IG9mIHRoZSB0ZXN0", "whsec_YW5vdGhlciBzZWNyZXQ=", '{"type": "webhook.test"}'
    monkeypatch.setitem(os.environ, "WEBHOOK_SECRET", secret)
    made: dict[str, Any] = {}
    exec(page.texts["signature-python"], made)  # noqa: S102 - the page's own example
    check = made["is_from_tablehawk"]

    def headers(*secrets: str, at: float) -> dict[str, str]:
        """Return the headers that apps/webhooks/sending.py sends."""
        when = datetime.fromtimestamp(at, UTC)
        signed = " ".join(Signer(one).sign("msg_1", when, body) for one in secrets)
        return {"webhook-id": "msg_1", "webhook-timestamp": str(int(at)), "webhook-signature": signed}

    now = time.time()
    assert check(headers(secret, at=now), body.encode())
    assert check(headers(other, secret, at=now), body.encode())
    assert not check(headers(other, at=now), body.encode())
    assert not check(headers(secret, at=now - 301), body.encode())
    assert not check(headers(secret, at=now), b"{}")
    assert not check({**headers(secret, at=now), "webhook-id": "msg_2"}, body.encode())
