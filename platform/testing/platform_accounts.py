"""Creates connected platform accounts for tests."""

from typing import Any

from apps.accounts.models import User
from apps.connections.models import PlatformAccount


def make_account(*, user: User, **fields: Any) -> PlatformAccount:
    """Create a connected account of the user, at Resy unless `fields` contains another `platform`."""
    values: dict[str, Any] = {
        "platform": "resy",
        "username": f"{user.first_name.lower()}@resy.example",
        "display_name": f"{user.first_name} {user.last_name}",
        "sealed_token": "sealed",
    }
    # By default the username also serves as the platform's id of the account.
    values["platform_user_id"] = fields.get("username", values["username"])
    return PlatformAccount.objects.create(user=user, **{**values, **fields})
