"""The endpoints GET /api/platforms/resy/accounts/ and GET /api/platforms/opentable/accounts/."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
from django.utils import timezone

from testing.platform_accounts import make_account
from testing.users import Anyone, Person

RESY, OPENTABLE = "/api/platforms/resy/accounts/", "/api/platforms/opentable/accounts/"


def test_list_shows_the_state_of_each_account(alice: Person) -> None:
    now = timezone.now()
    good = make_account(user=alice.user, verified_at=now)
    over = make_account(
        user=alice.user, username="b@resy.example", status="needs_reconnect", attention_reason="needs_reconnect"
    )
    make_account(user=alice.user, username="c@resy.example", status="disconnected")
    phone = make_account(user=alice.user, platform="opentable", username="+12125550123")
    first, second = alice.get(RESY).json()
    assert (first["id"], first["status"], first["attention"]) == (good.pk, "connected", None)
    assert first["verified_at"].startswith(now.strftime("%Y-%m-%dT%H:%M"))
    assert (second["id"], second["status"], second["attention"]) == (over.pk, "needs_reconnect", "needs_reconnect")
    assert [one["id"] for one in alice.get(OPENTABLE).json()] == [phone.pk]
    assert "sealed" not in str(first)


@pytest.mark.parametrize("accounts", [0, 1, 20])
def test_query_count_does_not_grow_with_accounts(
    alice: Person, accounts: int, django_assert_num_queries: Callable[[int], AbstractContextManager[Any]]
) -> None:
    for n in range(accounts):
        make_account(user=alice.user, username=f"{n}@resy.example")
    with django_assert_num_queries(2):
        assert len(alice.get(RESY).json()) == accounts


def test_list_contains_own_accounts_only(alice: Person, bob: Person, anyone: Anyone) -> None:
    make_account(user=alice.user)
    assert bob.get(RESY).json() == []
    assert [anyone.get(path).status_code for path in (RESY, OPENTABLE)] == [401, 401]
