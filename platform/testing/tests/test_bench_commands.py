"""What each bench command does, and that production refuses it."""

import json
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from apps.accounts.tests.forms import sign_up_form
from testing.users import Anyone, Person


def run(*words: str) -> str:
    out = StringIO()
    call_command(*words, stdout=out)
    return out.getvalue().strip()


def test_bench_tier_sets_tier_and_vip(alice: Person) -> None:
    run("bench_tier", "Alice@example.org", "premium", "--vip")
    body = alice.get("/api/users/me/").json()
    assert (body["subscription_type"], body["is_vip"], body["trial_ends_at"]) == ("premium", True, None)
    run("bench_tier", "alice@example.org", "none")
    body = alice.get("/api/users/me/").json()
    assert (body["subscription_type"], body["is_vip"]) == ("none", False)


def test_bench_concierge_covers_the_accounts(alice: Person, connect: Callable[..., Any]) -> None:
    connect(user=alice.user)
    run("bench_concierge", "alice@example.org")
    body = alice.get("/api/users/me/").json()
    assert body["is_concierge"]
    assert body["resy_accounts"][0]["is_concierge"]


def test_bench_reset_link_prints_the_link_that_was_mailed(anyone: Anyone, alice: Person) -> None:
    with pytest.raises(CommandError):
        run("bench_reset_link", "alice@example.org")
    anyone.post("/api/users/request_password_reset/", {"email": "alice@example.org"})
    query = run("bench_reset_link", "alice@example.org").partition("?")[2]
    response = anyone.post(f"/api/users/verify_reset_password/?{query}", {"password": "Another4table?"})
    assert response.status_code == 200


def test_bench_expired_token_prints_a_token_that_is_refused(anyone: Anyone, alice: Person) -> None:
    token = run("bench_expired_token", "alice@example.org")
    response = anyone._client.get("/api/users/me/", headers={"Authorization": f"Bearer {token}"})
    assert response.status_code == 401


def test_bench_dump_prints_every_row_and_no_token(alice: Person) -> None:
    assert alice.tokens is not None
    dump = run("bench_dump")
    assert "alice@example.org" in dump
    assert "session\t" in dump
    assert alice.tokens.refresh_token.partition(".")[2] not in dump


@pytest.mark.parametrize(
    "words",
    [
        ("bench_tier", "a@b.c", "none"),
        ("bench_concierge", "a@b.c"),
        ("bench_reset_link", "a@b.c"),
        ("bench_confirmation_link", "a@b.c"),
        ("bench_expired_token", "a@b.c"),
        ("bench_dump",),
    ],
)
def test_production_refuses_bench_commands(words: tuple[str, ...], settings: Settings) -> None:
    settings.PRODUCTION = True
    with pytest.raises(CommandError, match="refused in production"):
        run(*words)


def test_unknown_user_is_an_error(db: None) -> None:
    with pytest.raises(CommandError, match=r"no user nobody@example\.org"):
        run("bench_tier", "nobody@example.org", "none")


def test_bench_users_signs_the_same_users_in_again(anyone: Anyone, alice: Person) -> None:
    first = [json.loads(line) for line in run("bench_users", "flock", "--count", "3").splitlines()]
    again = [json.loads(line) for line in run("bench_users", "flock", "--count", "3").splitlines()]
    assert [one["user_id"] for one in again] == [one["user_id"] for one in first]
    assert len({one["email"] for one in first}) == 3
    response = anyone._client.get("/api/users/me/", headers={"Authorization": f"Bearer {again[2]['access']}"})
    assert response.json()["email"] == again[2]["email"]


def test_bench_confirmation_link_prints_the_link_that_was_mailed(anyone: Anyone, db: None) -> None:
    assert anyone.post("/api/users/register/", sign_up_form()).status_code == 201
    token = run("bench_confirmation_link", "ada@example.org").strip().partition("?token=")[2]
    assert anyone.post("/api/users/email/confirm/", {"token": token}).status_code == 200
    with pytest.raises(CommandError, match="no confirmation link"):
        run("bench_confirmation_link", "ada@example.org")
