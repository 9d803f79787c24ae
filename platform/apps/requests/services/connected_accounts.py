"""Chooses the accounts of a request that is filed again, because an account may have been disconnected since."""

from collections.abc import Mapping

from apps.common.errors import Refusal
from apps.connections.models import AccountStatus, PlatformAccount
from apps.requests import messages
from snipers.clients import registry


def connected_account_ids(*, user_id: int, account_ids: Mapping[str, int]) -> dict[str, int]:
    """Return an account for each platform of `account_ids`: the same one or, if it was disconnected, the user's only
    other one.

    Raises Refusal 409 if there is no such account.
    """
    live = PlatformAccount.objects.filter(user_id=user_id).exclude(status=AccountStatus.DISCONNECTED)
    by_platform: dict[str, list[int]] = {}
    for pk, platform in live.order_by("id").values_list("pk", "platform"):
        by_platform.setdefault(platform, []).append(pk)
    chosen = {}
    for platform, account_id in account_ids.items():
        ids = by_platform.get(platform, [])
        own = [pk for pk in ids if pk == account_id]
        if len(own or ids) != 1:
            raise Refusal("account_needed", 409, messages.account_not_connected(platform=registry.find(platform).name))
        chosen[platform] = (own or ids)[0]
    return chosen
