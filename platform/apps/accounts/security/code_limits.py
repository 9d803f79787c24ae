"""The limits of codes that a user has sent to an address or phone which is not confirmed. Each text message costs
money."""

from datetime import datetime, timedelta
from typing import Final

from apps.common.rules import phone_countries

from .throttle import WINDOW, Guard

# From one network address, which an office may share, and to one foreign country, where a number may be premium-rate.
FROM_ADDRESS: Final = 30
ABROAD: Final = 20
HOUR: Final = timedelta(hours=1)


def count_code(
    action: str,
    *,
    user_id: int,
    to: str,
    address: str,
    now: datetime,
    most: int,
    most_in_all: int,
    window: timedelta = WINDOW,
) -> None:
    """Count a code to `to`, a phone number or an e-mail address. `address` is the network address of the browser.

    Raises TooManyTries (429) after `most` codes in `window` for the user or for `to`, or FROM_ADDRESS for the network
    address, and in an hour after ABROAD for one foreign country, or `most_in_all` in the whole installation. The limit
    of the installation comes last, so that a code which another limit refuses takes nothing from it.
    """
    Guard(action=action, account=str(user_id), limit=most, window=window).count(now=now)
    Guard(action=f"{action}_to", account=to, limit=most, window=window).count(now=now)
    Guard(action=f"{action}_from", address=address, limit=FROM_ADDRESS, window=window).count(now=now)
    if "@" not in to and phone_countries.is_abroad(to):
        country = phone_countries.country_key(to)
        Guard(action=f"{action}_abroad", account=country, limit=ABROAD, window=HOUR).count(now=now)
    Guard(action=f"{action}_all", limit=most_in_all, window=HOUR).count(now=now)
