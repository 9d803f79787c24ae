"""The bearer check of every endpoint that needs a signed-in user, in all apps."""

from django.http import HttpRequest
from django.utils import timezone
from ninja.security import HttpBearer

from apps.accounts.sessions import Identity, identify


class SignedInRequest(HttpRequest):
    """A request that passed `bearer`. `auth` has its user and session."""

    auth: Identity


class Bearer(HttpBearer):
    """Turns `Authorization: Bearer <access token>` into an Identity. Without a valid token, Ninja answers 401."""

    def authenticate(self, request: HttpRequest, token: str) -> Identity | None:
        """Return the session and its user, read with one query. None for an invalid token."""
        return identify(token=token, now=timezone.now())


bearer = Bearer()
