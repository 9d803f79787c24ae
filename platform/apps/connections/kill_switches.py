"""Reads kill switches. While a platform or an account is switched off, no process calls it, not even for a sign-in.

apps.reservations sets the switches, because it knows which requests to wake.
"""

from apps.common.errors import Refusal
from apps.connections import messages, platforms
from apps.connections.models import KillSwitch, SwitchScope


def is_off(*, platform: str, account_id: int | None = None) -> bool:
    """Return whether calls to the platform, or calls with the account, are switched off."""
    keys = {(SwitchScope.PLATFORM, str(platform)), (SwitchScope.ACCOUNT, str(account_id))}
    found = KillSwitch.objects.filter(scope__in=[scope for scope, _ in keys], key__in=[key for _, key in keys])
    return any((switch.scope, switch.key) in keys for switch in found)


def refuse_if_off(*, platform: str, account_id: int | None = None) -> None:
    """Raise Refusal 503 while calls are switched off."""
    if is_off(platform=platform, account_id=account_id):
        sentence = messages.switched_off(platform=platforms.NAMES[platform])
        raise Refusal("switched_off", 503, sentence, retry_after=300)
