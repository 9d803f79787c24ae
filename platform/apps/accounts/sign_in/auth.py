"""Authentication of the REST API: the endpoints of all apps that need a signed-in user check the access token here."""

from django.http import HttpRequest
from django.utils import timezone
from ninja.security import HttpBearer

from apps.accounts.sign_in.sessions import Identity, identify


class SignedInRequest(HttpRequest):
    """A request with a valid access token. `auth` contains the user and the session of the token."""

    auth: Identity


class Bearer(HttpBearer):
    """Ninja's authentication by the header `Authorization: Bearer <access token>`. Without a valid token, Ninja answers
    401."""

    def authenticate(self, request: HttpRequest, token: str) -> Identity | None:
        """Return the user and session of the token, read with one query. Return None if the token or session is not
        valid any more."""
        return identify(token=token, now=timezone.now())


bearer = Bearer()
