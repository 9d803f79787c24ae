"""Who asks: the bearer check of every signed-in endpoint, of all apps."""

from django.http import HttpRequest
from django.utils import timezone
from ninja.security import HttpBearer

from apps.accounts.sessions import Identity, identify


class SignedInRequest(HttpRequest):
    """A request that passed `bearer`: its `auth` says who asks."""

    auth: Identity


class Bearer(HttpBearer):
    """Turns `Authorization: Bearer <access token>` into an Identity; Ninja answers 401 when there is none."""

    def authenticate(self, request: HttpRequest, token: str) -> Identity | None:
        """Read session and user with one query; None for whatever is wrong with the token."""
        return identify(token=token, now=timezone.now())


bearer = Bearer()
