"""The bearer check of every endpoint that needs a signed-in user, in all apps."""

from django.http import HttpRequest
from django.utils import timezone
from ninja.security import HttpBearer

from apps.accounts.sessions import Identity, identify


class SignedInRequest(HttpRequest):
    """A request with a valid access token. `auth` contains the user and the session of the token."""

    auth: Identity


class Bearer(HttpBearer):
    """Turns `Authorization: Bearer <access token>` into an Identity. Without a valid token, Ninja answers 401."""

    def authenticate(self, request: HttpRequest, token: str) -> Identity | None:
        """Return the user and session of the token, read with one query. Return None if the token or session is not
        valid any more."""
        return identify(token=token, now=timezone.now())


bearer = Bearer()
