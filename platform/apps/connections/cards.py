"""Stores the card of a concierge's client at the platform account that books for the client. The full card number is
neither stored nor logged by us."""

from datetime import datetime
from typing import Final

from apps.accounts.models import User
from apps.accounts.security.throttle import Guard
from apps.common.errors import Refusal
from apps.connections import messages, platforms, services
from apps.connections.maintenance import health
from apps.connections.models import AccountStatus, PlatformAccount
from apps.connections.permissions import kill_switches
from snipers.clients import registry
from snipers.clients.base import Card, CardOnFile
from snipers.clients.credentials import BrokenSeal, SealedToken
from snipers.clients.errors import BadCard, NeedsReconnect, NoCardCall, PlatformError

# Cards of one user that a platform may refuse in 15 minutes. The limit keeps thieves from testing stolen cards.
REFUSED_CARDS: Final = 10


def store_card(*, user: User, account: PlatformAccount, card: Card, now: datetime) -> CardOnFile:
    """Send the card to the platform, for one account of the user. Return the data of the card that we may store.

    Raises Refusal: 400 for a card that the platform refuses; 409 for an account that needs a reconnect; 429 after ten
    refused cards; 503 if the platform does not answer, if it does not know our call, or if a kill switch stops calls to
    it. After any refusal the user has to enter the card again.
    """
    name = registry.find(account.platform).name
    if account.status != AccountStatus.CONNECTED:
        raise _needs_reconnect(name)
    kill_switches.refuse_if_off(platform=account.platform, account_id=account.pk)
    guard = Guard(action="client_card", account=str(user.pk), limit=REFUSED_CARDS)
    guard.count(now=now)
    try:
        stored = platforms.add_card(platform=account.platform, token=SealedToken(account.sealed_token), card=card)
    except BadCard:
        sentence = messages.card_refused(platform=name)
        raise Refusal("card_refused", 400, sentence, errors={"cc_number": sentence}) from None
    except (NeedsReconnect, BrokenSeal):
        guard.refund()
        health.flag_needs_reconnect(account_id=account.pk, sealed_token=account.sealed_token)
        raise _needs_reconnect(name) from None
    except NoCardCall:
        guard.refund()
        raise Refusal("cards_unavailable", 503, messages.no_card_call(platform=name)) from None
    except PlatformError as error:
        guard.refund()
        raise services.platform_unavailable(error, platform=account.platform) from None
    guard.refund()
    return stored


def _needs_reconnect(name: str) -> Refusal:
    return Refusal("needs_reconnect", 409, messages.reconnect_for_card(platform=name))
