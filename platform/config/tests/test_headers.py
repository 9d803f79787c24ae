import gzip
import re
from pathlib import Path

import pytest
from pytest_django import Settings

from testing.users import Anyone, Person
from testing.venues import make_venue


def policy_of(header: str) -> dict[str, set[str]]:
    parts = [part.split() for part in header.split(";") if part.strip()]
    return {part[0]: set(part[1:]) for part in parts}


@pytest.mark.parametrize("path", ["/", "/login", "/reservations/add-reservation", "/reset-password?token=x&uid=1"])
def test_pages_have_a_strict_policy(anyone: Anyone, path: str, tmp_path: Path, settings: Settings) -> None:
    (tmp_path / "index.html").write_text("<!doctype html>")
    settings.FRONTEND_DIST = tmp_path
    response = anyone.get(path)
    policy = policy_of(response["Content-Security-Policy"])
    sources = set().union(*policy.values())
    assert not sources & {"*", "'unsafe-inline'", "'unsafe-eval'", "https:", "http:", "ws:", "wss:"}
    assert policy["frame-ancestors"] == policy["base-uri"] == policy["object-src"] == {"'none'"}
    assert policy["require-trusted-types-for"] == {"'script'"}
    assert policy["connect-src"] == {"'self'", "ws://127.0.0.1:8000", "ws://localhost:8000"}
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "no-referrer"
    assert response["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize("path", ["/api/users/me/", "/api/nothing/"])
def test_json_has_no_store_and_an_empty_policy(alice: Person, path: str) -> None:
    response = alice.get(path)
    assert response["Cache-Control"] == "no-store"
    assert response["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert response["X-Content-Type-Options"] == "nosniff"


def test_the_admin_has_a_referrer_policy_for_its_forms(anyone: Anyone, db: None) -> None:
    response = anyone.get("/admin/login/")
    assert response["Referrer-Policy"] == "same-origin"
    assert "script-src" not in policy_of(response["Content-Security-Policy"])
    assert policy_of(response["Content-Security-Policy"])["default-src"] == {"'self'"}


def test_each_request_has_an_id_and_a_valid_given_one_is_kept(anyone: Anyone) -> None:
    assert re.fullmatch(r"[0-9a-f]{32}", anyone.get("/login")["X-Request-ID"])
    given = {"X-Request-ID": "0a1b2c3d-trace"}
    assert anyone._client.get("/login", headers=given)["X-Request-ID"] == "0a1b2c3d-trace"
    hostile = {"X-Request-ID": "a b\tc" * 3}
    assert " " not in anyone._client.get("/login", headers=hostile)["X-Request-ID"]


def test_long_answers_of_the_api_are_compressed(alice: Person) -> None:
    for number in range(5):
        make_venue(venue_name=f"Venue {number}")
    plain = alice.get("/api/venues/")
    accepts = (
        {"Accept-Encoding": "gzip", "Authorization": f"Bearer {alice.tokens.access_token}"} if alice.tokens else {}
    )
    response = alice._client.get("/api/venues/", headers=accepts)
    assert response["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in response["Vary"]
    assert gzip.decompress(response.content) == plain.content
    assert len(response.content) < len(plain.content) / 2
    again = alice._client.get("/api/venues/", headers={**accepts, "If-None-Match": response["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_short_answers_of_the_api_are_not_compressed(alice: Person) -> None:
    response = alice._client.get("/api/users/me/", headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in response
