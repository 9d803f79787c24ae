"""Connected accounts for tests, and the platform simulator that they are connected to."""

from typing import Any

from apps.accounts.models import User
from apps.common.simulator import Simulator, running_simulator
from apps.connections.models import Platform, PlatformAccount

__all__ = ["Simulator", "make_account", "running_simulator"]


def make_account(*, user: User, **fields: Any) -> PlatformAccount:
    """One connected account of the user, at Resy unless `platform` says otherwise."""
    values: dict[str, Any] = {
        "platform": Platform.RESY,
        "username": f"{user.first_name.lower()}@resy.example",
        "display_name": f"{user.first_name} {user.last_name}",
        "sealed_token": "sealed",
    }
    # One name is one account of the platform, unless a test says otherwise.
    values["platform_user_id"] = fields.get("username", values["username"])
    return PlatformAccount.objects.create(user=user, **{**values, **fields})
