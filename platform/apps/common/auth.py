"""Who asks: the bearer check of every signed-in endpoint.

It owns reading the Authorization header and the shape of the answer. How a token is read belongs to apps.accounts,
which this layer may not import: settings.ACCESS_TOKEN_READER names the function.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, cast
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from django.utils.module_loading import import_string
from ninja.security import HttpBearer

if TYPE_CHECKING:
    from apps.accounts.models import User


@dataclass(frozen=True, slots=True)
class Identity:
    """The user and the session of a good access token, both read from the database for this request."""

    user: "User"
    session_id: UUID


class SignedInRequest(HttpRequest):
    """A request that passed `bearer`: its `auth` says who asks."""

    auth: Identity


class Bearer(HttpBearer):
    """Turns `Authorization: Bearer <access token>` into an Identity; Ninja answers 401 when there is none."""

    def authenticate(self, request: HttpRequest, token: str) -> Identity | None:
        """Read session and user with one query; None for whatever is wrong with the token."""
        reader = cast(Callable[[str, datetime], Identity | None], import_string(settings.ACCESS_TOKEN_READER))
        return reader(token, timezone.now())


bearer = Bearer()
