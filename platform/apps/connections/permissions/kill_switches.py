"""Reads kill switches. While the kill switch of a platform or account is set, no process calls the platform or uses the
account, not even for a sign-in.

Staff set and remove kill switches (apps/listing/kill_switches.py); apps/venues/catalog/refreshing.py sets those of
closed venues.
"""

from apps.common.errors import Refusal
from apps.connections import messages
from apps.connections.models import KillSwitch, SwitchScope
from snipers.clients import registry


def is_off(*, platform: str, account_id: int | None = None) -> bool:
    """Return whether a kill switch of the platform or of the account is set."""
    keys = {(SwitchScope.PLATFORM, str(platform)), (SwitchScope.ACCOUNT, str(account_id))}
    found = KillSwitch.objects.filter(scope__in=[scope for scope, _ in keys], key__in=[key for _, key in keys])
    return any((switch.scope, switch.key) in keys for switch in found)


def refuse_if_off(*, platform: str, account_id: int | None = None) -> None:
    """Raise Refusal 503 if a kill switch of the platform or of the account is set."""
    if is_off(platform=platform, account_id=account_id):
        sentence = messages.switched_off(platform=registry.find(platform).name)
        raise Refusal("switched_off", 503, sentence, retry_after=300)
