"""Factories of API keys."""

from datetime import datetime
from typing import Any

from django.utils import timezone

from apps.accounts.models import User
from apps.accounts.sign_in.sessions import TokenPair
from apps.keys.models import Scope
from apps.keys.services import make_key
from testing.users import PASSWORD, Person


def with_key(user: User, *scopes: Scope, now: datetime | None = None, days: int = 90) -> Person:
    """Make an API key for the user, and return the user with a client that sends the key instead of a token."""
    given: dict[str, Any] = {"name": "pytest", "scopes": list(scopes), "password": PASSWORD, "address": ""}
    _, text = make_key(user=user, days=days, now=now or timezone.now(), **given)
    return Person(user=user, tokens=TokenPair(text, ""))
