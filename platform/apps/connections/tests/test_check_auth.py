from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from apps.connections.models import PlatformAccount
from testing.platform_accounts import make_account
from testing.simulator import Simulator
from testing.users import Anyone, Person

URL = "/api/resy/check_resy_auth/"
USER = "/2/user"


def connect(person: Person) -> PlatformAccount:
    """Connect an account at the simulator whose sign-in was last verified an hour ago."""
    response = person.post("/api/resy/login/", {"email": "ada@example.com", "password": "table-for-two"})
    PlatformAccount.objects.update(verified_at=timezone.now() - timedelta(hours=1))
    return PlatformAccount.objects.get(pk=response.json()["account"]["id"])


def test_user_without_an_account_is_not_signed_in(alice: Person, bob: Person) -> None:
    make_account(user=bob.user)
    make_account(user=alice.user, status="disconnected")
    make_account(user=alice.user, status="needs_reconnect", username="b@resy.example")
    assert alice.get(URL).json() == {"resy_signed_in": False}


def test_resy_is_called_once_a_minute(simulator: Simulator, alice: Person) -> None:
    account = connect(alice)
    before = simulator.count_calls(USER)
    assert [alice.get(URL).json()["resy_signed_in"] for _ in range(3)] == [True] * 3
    assert simulator.count_calls(USER) == before + 1
    account.refresh_from_db()
    assert account.verified_at is not None
    assert account.verified_at > timezone.now() - timedelta(minutes=1)


@pytest.mark.parametrize("accounts", [1, 7])
def test_query_count_does_not_grow_with_accounts(
    alice: Person, accounts: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for n in range(accounts):
        make_account(user=alice.user, username=f"{n}@resy.example", verified_at=timezone.now())
    with django_assert_num_queries(2):
        assert alice.get(URL).json() == {"resy_signed_in": True}


def test_one_valid_account_is_enough(simulator: Simulator, alice: Person) -> None:
    connect(alice)
    make_account(user=alice.user, username="b@resy.example", sealed_token="garbage")
    before = simulator.count_calls(USER)
    assert alice.get(URL).json() == {"resy_signed_in": True}
    assert simulator.count_calls(USER) == before + 1


def test_valid_account_after_an_invalid_one_is_found(simulator: Simulator, alice: Person) -> None:
    over = make_account(user=alice.user, username="b@resy.example", sealed_token="garbage")
    connect(alice)
    assert alice.get(URL).json() == {"resy_signed_in": True}
    over.refresh_from_db()
    assert over.status == "needs_reconnect"


def test_expired_token_flags_the_account(simulator: Simulator, alice: Person) -> None:
    account = connect(alice)
    simulator.add_fault("401", USER)
    with CaptureQueriesContext(connection) as queries:
        assert alice.get(URL).json() == {"resy_signed_in": False}
    assert any("pg_notify" in query["sql"] and "outcomes" in query["sql"] for query in queries)
    account.refresh_from_db()
    assert (account.status, account.attention_reason, account.attention_notified) == (
        "needs_reconnect",
        "needs_reconnect",
        False,
    )


def test_a_token_that_no_key_opens_needs_a_reconnect(alice: Person) -> None:
    account = make_account(user=alice.user, sealed_token="garbage")
    assert alice.get(URL).json() == {"resy_signed_in": False}
    account.refresh_from_db()
    assert account.status == "needs_reconnect"


@pytest.mark.parametrize("kind", ["503-html", "429", "403-html", "500-short"])
def test_failed_call_keeps_the_last_state_and_is_not_repeated_at_once(
    simulator: Simulator, alice: Person, kind: str
) -> None:
    connect(alice)
    simulator.add_fault(kind, USER)
    before = simulator.count_calls(USER)
    assert [alice.get(URL).json()["resy_signed_in"] for _ in range(3)] == [True] * 3
    assert simulator.count_calls(USER) == before + 1


def test_an_opentable_account_counts_for_opentable_only(alice: Person) -> None:
    make_account(user=alice.user, platform="opentable", verified_at=timezone.now())
    assert alice.get("/api/opentable/check_opentable_auth/").json() == {"opentable_signed_in": True}
    assert alice.get(URL).json() == {"resy_signed_in": False}


def test_check_requires_sign_in(anyone: Anyone, db: None) -> None:
    assert anyone.get(URL).status_code == 401
    assert anyone.get("/api/opentable/check_opentable_auth/").status_code == 401
