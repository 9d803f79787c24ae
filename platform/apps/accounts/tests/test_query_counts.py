"""The number of queries of each endpoint does not depend on the number of rows."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.accounts.security import audit
from apps.accounts.security.audit import Act
from apps.accounts.sign_in import password_reset
from apps.accounts.tests.forms import sign_up_form
from testing.users import PASSWORD, Person, make_user, signed_in

NEW = "Another4table?"


def refresh(who: Person) -> Any:
    assert who.tokens is not None
    return who.post("/api/users/token/refresh/", {"refresh_token": who.tokens.refresh_token})


def revoke(who: Person) -> Any:
    phone = signed_in(who.user).tokens
    assert phone is not None
    return who.delete(f"/api/users/sessions/{phone.refresh_token.partition('.')[0]}/")


def use_link(who: Person) -> Any:
    link = password_reset.renew_link(user=who.user, now=timezone.now())
    return who.post(f"/api/users/verify_reset_password/?token={link.token}&uid={link.uid}", {"password": NEW})


CALLS: dict[str, Callable[[Person], Any]] = {
    "register": lambda who: who.post("/api/users/register/", sign_up_form()),
    "login": lambda who: who.post("/api/users/login/", {"email": who.user.email, "password": PASSWORD}),
    "refresh": refresh,
    "logout": lambda who: who.post("/api/users/logout/"),
    "sessions": lambda who: who.get("/api/users/sessions/"),
    "revoke": revoke,
    "revoke others": lambda who: who.post("/api/users/sessions/revoke-others/"),
    "me": lambda who: who.get("/api/users/me/"),
    "change me": lambda who: who.patch(
        "/api/users/me/", {"email": "new@example.org", "phone": "+442079460123", "current_password": PASSWORD}
    ),
    "close": lambda who: who.delete("/api/users/me/", {"password": PASSWORD}),
    "notifications": lambda who: who.get("/api/users/notifications/"),
    "change notifications": lambda who: who.patch("/api/users/notifications/", {"phone_notifications": True}),
    "change password": lambda who: who.post(
        "/api/users/change_password/", {"old_password": PASSWORD, "new_password": NEW}
    ),
    "ask for a link": lambda who: who.post("/api/users/request_password_reset/", {"email": who.user.email}),
    "use a link": use_link,
}


@pytest.mark.parametrize("name", CALLS)
def test_query_count_does_not_grow_with_rows(alice: Person, connect: Callable[..., Any], name: str) -> None:
    signed_in(alice.user)
    connect(user=alice.user, username="first@resy.example")
    few = queries_of(CALLS[name], alice)
    for number in range(3):
        signed_in(alice.user)
        connect(user=alice.user, username=f"{number}@resy.example")
        signed_in(make_user(f"Guest{number}", referred_by=alice.user))
        audit.record(Act.SIGNED_IN, user_id=alice.user.pk, now=timezone.now())
    assert queries_of(CALLS[name], alice) == few


def queries_of(call: Callable[[Person], Any], who: Person) -> list[str]:
    """Make a call that succeeds, roll it back, and return the first word of each of its queries."""
    with transaction.atomic():
        with CaptureQueriesContext(connection) as captured:
            assert call(who).status_code in (200, 201)
        transaction.set_rollback(True)
    who.user.refresh_from_db()
    return [query["sql"].split()[0] for query in captured.captured_queries]
