"""Chooses the accounts of a request that is filed again, because an account may have been disconnected since."""

from collections.abc import Mapping, Sequence

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
        found = own_or_only(account_id, by_platform.get(platform, []))
        if found is None:
            raise Refusal("account_needed", 409, messages.account_not_connected(platform=registry.find(platform).name))
        chosen[platform] = found
    return chosen


def own_or_only(account_id: int | None, live: Sequence[int]) -> int | None:
    """Return the account if it is one of `live`, otherwise the only one of them, None if there is none or several."""
    return account_id if account_id in live else live[0] if len(live) == 1 else None
