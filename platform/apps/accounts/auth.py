"""The bearer check of every endpoint that needs a signed-in user, in all apps."""

from django.http import HttpRequest
from django.utils import timezone
from ninja.security import HttpBearer

from apps.accounts.sessions import Identity, identify


class SignedInRequest(HttpRequest):
    """A request that passed `bearer`; `auth` is its user and session."""

    auth: Identity


class Bearer(HttpBearer):
    """Turns `Authorization: Bearer <access token>` into an Identity; Ninja answers 401 without one."""

    def authenticate(self, request: HttpRequest, token: str) -> Identity | None:
        """Read session and user with one query; None for any invalid token."""
        return identify(token=token, now=timezone.now())


bearer = Bearer()
