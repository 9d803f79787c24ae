"""Fixtures of the web tower's tests: users, each with a signed-in API client. platform/conftest.py exports them.

alice is on the Standard trial, bob is on Pro, dana is a concierge, erin is a VIP, nora has no plan, staff is a
superuser. charlie owns nothing and must not see the data of other users. `anyone` is a client that is not signed in.
"""

import json
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from django.contrib.auth.hashers import make_password
from django.test import Client
from django.utils import timezone

from apps.accounts.models import Tier, User
from apps.accounts.sign_in.sessions import TokenPair, open_session

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Reply

PASSWORD = "Table4two!"  # noqa: S105 - of fictional users


@cache
def password_hash() -> str:
    """Return the hash of PASSWORD. It is computed once, because hashing is slow on purpose."""
    return make_password(PASSWORD)


@dataclass(frozen=True, kw_only=True)
class Anyone:
    """A JSON client of the API. With `tokens`, it is signed in: it sends the access token with each request."""

    tokens: TokenPair | None = None
    headers: dict[str, str] = field(default_factory=dict)
    _client: Client = field(default_factory=lambda: Client(raise_request_exception=False))

    def get(self, path: str, **query: Any) -> "Reply":
        """Send GET with query parameters."""
        return self._client.get(path, query, headers=self._headers())

    def send(self, method: str, path: str, body: Any = None) -> "Reply":
        """Send a JSON body with any method. Bytes and text are sent unchanged."""
        data = body if isinstance(body, bytes | str) else b"" if body is None else json.dumps(body)
        return self._client.generic(method, path, data, "application/json", headers=self._headers())

    def post(self, path: str, body: Any = None) -> "Reply":
        """Send POST with a JSON body."""
        return self.send("POST", path, body)

    def patch(self, path: str, body: Any = None) -> "Reply":
        """Send PATCH with a JSON body."""
        return self.send("PATCH", path, body)

    def put(self, path: str, body: Any = None) -> "Reply":
        """Send PUT with a JSON body."""
        return self.send("PUT", path, body)

    def delete(self, path: str, body: Any = None) -> "Reply":
        """Send DELETE, with a JSON body unless `body` is None."""
        return self.send("DELETE", path, body)

    def _headers(self) -> dict[str, str]:
        signed = {"Authorization": f"Bearer {self.tokens.access_token}"} if self.tokens else {}
        return signed | self.headers


@dataclass(frozen=True, kw_only=True)
class Person(Anyone):
    """A user, and a JSON client of the API that is signed in as this user."""

    user: User


def make_user(first_name: str, **fields: Any) -> User:
    """Create a user on the Standard plan with the password PASSWORD. The e-mail address is derived from the first name,
    and `fields` override the defaults."""
    values: dict[str, Any] = {
        "email": f"{first_name.lower()}@example.org",
        "last_name": "Example",
        "phone": "+12125550100",
        "tier": Tier.STANDARD,
        "email_confirmed_at": timezone.now(),
        "phone_confirmed_at": timezone.now(),
    }
    return User.objects.create(first_name=first_name, password=password_hash(), **{**values, **fields})


def signed_in(user: User) -> Person:
    """Open a session for the user, and return the user with a signed-in client."""
    return Person(user=user, tokens=open_session(user=user, user_agent="pytest", now=timezone.now()))


@pytest.fixture
def anyone() -> Anyone:
    return Anyone()


@pytest.fixture
def alice(db: None) -> Person:
    """A Standard user on trial."""
    ends = timezone.now() + timedelta(days=10)
    return signed_in(make_user("Alice", trial_ends_at=ends, has_had_free_trial=True))


@pytest.fixture
def bob(db: None) -> Person:
    """A Pro user."""
    return signed_in(make_user("Bob", tier=Tier.PREMIUM))


@pytest.fixture
def charlie(db: None) -> Person:
    """A second Standard user, who must not see the data of the others."""
    return signed_in(make_user("Charlie"))


@pytest.fixture
def dana(db: None) -> Person:
    """A concierge on Pro."""
    return signed_in(make_user("Dana", tier=Tier.PREMIUM, is_concierge=True))


@pytest.fixture
def erin(db: None) -> Person:
    """A VIP on Standard."""
    return signed_in(make_user("Erin", is_vip=True))


@pytest.fixture
def nora(db: None) -> Person:
    """A user without a plan."""
    return signed_in(make_user("Nora", tier=Tier.NONE))


@pytest.fixture
def staff(db: None) -> Person:
    """A superuser, who may enter the admin."""
    return signed_in(make_user("Stella", is_staff=True, is_superuser=True))
