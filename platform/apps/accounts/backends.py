"""The authentication backend of the admin. It checks passwords as the API does, with the same limits."""

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils import timezone

from apps.accounts import services
from apps.accounts.models import User
from apps.accounts.security.throttle import client_address
from apps.common.errors import Refusal


class ThrottledBackend(ModelBackend):
    """Django's ModelBackend with the password check of the API, which limits the number of tries."""

    def authenticate(
        self, request: HttpRequest | None, username: str | None = None, password: str | None = None, **kwargs: Any
    ) -> User | None:
        """Return the user if the password is correct, otherwise None. Raises PermissionDenied after too many tries."""
        email = username or kwargs.get(User.USERNAME_FIELD)
        if not email or not password:
            return None
        address = client_address(request) if request is not None else ""
        try:
            return services.check_credentials(email=email, password=password, address=address, now=timezone.now())
        except Refusal:
            # Django asks no other backend after this exception, and the form shows its usual error.
            raise PermissionDenied from None
