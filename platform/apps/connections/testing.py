"""Connected accounts for tests."""

from typing import Any

from apps.accounts.models import User
from apps.connections.models import Platform, PlatformAccount


def make_account(*, user: User, **fields: Any) -> PlatformAccount:
    """One connected Resy account of the user."""
    values: dict[str, Any] = {
        "platform": Platform.RESY,
        "username": f"{user.first_name.lower()}@resy.example",
        "display_name": f"{user.first_name} {user.last_name}",
        "platform_user_id": str(user.pk),
        "sealed_token": "sealed",
    }
    return PlatformAccount.objects.create(user=user, **{**values, **fields})
