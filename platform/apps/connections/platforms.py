"""Makes the web tower's calls to the platforms. Each function creates a platform client of the snipers for one call.

Every function that calls a platform may raise PlatformError. Functions with a sealed token may also
raise BrokenSeal. Functions that pass `seconds` to `_call` may also raise TimeoutError.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from datetime import date, datetime
from typing import Final, TypeVar

from asgiref.sync import async_to_sync
from django.conf import settings
from django.utils import timezone

from apps.connections import metrics
from apps.connections.models import PlatformAccount
from apps.connections.permissions import platform_access as access
from apps.connections.permissions import sign_in_refusals
from snipers.clients import registry
from snipers.clients.base import (
    AccountList,
    BeforeCall,
    BookingTerms,
    Card,
    CardOnFile,
    Found,
    Login,
    ProbeAnswer,
    Profile,
    TimeSample,
)
from snipers.clients.credentials import SealedBox, SealedToken
from snipers.clients.errors import Permanent, PlatformError, SignInBlocked
from snipers.clients.factories import create_client, create_shared
from snipers.clients.sign_in import Challenge, PlatformClient, Renewal, SignInCalls
from snipers.domain.settling import Held
from snipers.domain.slot import Slot

# Timeouts in seconds. A page waits for the check of an account; only background tasks wait for the other reads.
CHECK_SECONDS: Final = 3.0
READ_SECONDS: Final = 15.0
# A few calls one after another, which an operator waits for.
PROBE_SECONDS: Final = 30.0

# The state that this process's clients of one platform share: whether our key is accepted, our application's token.
SHARED: Final[dict[str, object]] = {}
# The clients are imported at start, so that the first sign-in need not wait, and forked processes share their memory.
for _platform in registry.manifests():
    registry.load(_platform.client)

Reply = TypeVar("Reply")


def booking_client(platform: str) -> PlatformClient:
    """Return a client of the platform with our current access, for one call. The caller closes the client. Raises
    UnknownPlatform."""
    manifest = registry.find(platform)
    if platform not in SHARED:
        SHARED[platform] = create_shared(platform)
    client = create_client(
        platform,
        base_url=getattr(settings, manifest.variable("BASE_URL")),
        access=access.environment_access(platform),
        box=SealedBox(settings.SEAL_KEYS),
        shared=SHARED[platform],
    )
    client.set_access(access.stored_access(platform))
    return client


def sign_in(*, platform: str, email: str, password: str) -> Login:
    """Sign in with a password. Return the sealed token and the profile. Raises BadCredentials."""
    return _sign_in(platform, lambda calls: calls.login(email=email, password=password))


def send_code(*, platform: str, address: str) -> str:
    """Ask the platform to send a sign-in code to a phone number or an e-mail address. Return its id of the sign-in."""
    return _sign_in(platform, lambda calls: calls.send_code(address=address))


def confirm_code(*, platform: str, address: str, code: str, correlation_id: str) -> Login | Challenge:
    """Sign in with a code. Return the sign-in, or the challenge that the platform opens instead."""
    return _sign_in(
        platform, lambda calls: calls.confirm_code(address=address, code=code, correlation_id=correlation_id)
    )


def answer_challenge(*, platform: str, address: str, challenge: Challenge, answers: Mapping[str, str]) -> Login:
    """Sign in with the answers to a challenge, by the names of its properties."""
    return _sign_in(
        platform, lambda calls: calls.answer_challenge(address=address, challenge=challenge, answers=answers)
    )


def renew_sign_in(*, account: PlatformAccount) -> Renewal:
    """Exchange an account's refresh token for new tokens. Raises BadCredentials if the platform refuses it."""
    token = SealedToken(account.sealed_refresh_token)
    return _sign_in(account.platform, lambda calls: calls.renew(refresh_token=token), seconds=READ_SECONDS)


def fetch_profile(*, platform: str, token: SealedToken) -> Profile:
    """Return the platform's profile of the account that the token belongs to."""
    return _call(platform, lambda client: client.me(token=token), seconds=CHECK_SECONDS)


def read_clock(*, platform: str) -> TimeSample:
    """Return a sample of the platform's clock."""
    return _call(platform, lambda client: client.time(), seconds=CHECK_SECONDS)


def probe(*, platform: str, before_call: BeforeCall) -> list[ProbeAnswer]:
    """Check with a few reads which parts of the platform answer our calls. `before_call` is awaited before each
    call.
    """
    return _call(platform, lambda client: client.probe(before_call=before_call), seconds=PROBE_SECONDS)


def fetch_account_list(*, account: PlatformAccount) -> AccountList:
    """Return the platform's list of an account's reservations."""
    token = SealedToken(account.sealed_token)
    return _call(account.platform, lambda client: client.account_list(token=token), seconds=READ_SECONDS)


def cancel_reservation(*, account: PlatformAccount, held: Held) -> None:
    """Cancel a reservation from the account's list.

    Raises NotFound for a 404, which does not prove that the reservation is gone.
    """
    token = SealedToken(account.sealed_token)
    _call(account.platform, lambda client: client.cancel(held=held, token=token), seconds=READ_SECONDS)


def find_tables(*, platform: str, platform_venue_id: int, day: date, party_size: int) -> Found:
    """Return the free tables of a venue on a day. No user's token is sent."""
    return _call(
        platform,
        lambda client: client.find(platform_venue_id=platform_venue_id, day=day, party_size=party_size),
        seconds=READ_SECONDS,
    )


def read_terms(*, account: PlatformAccount, slot: Slot) -> BookingTerms:
    """Return the platform's terms for a table, without booking it. Only for a platform where this does not hold it."""
    token = SealedToken(account.sealed_token)
    return _call(account.platform, lambda client: client.details(slot=slot, token=token), seconds=READ_SECONDS)


def add_card(*, platform: str, token: SealedToken, card: Card) -> CardOnFile:
    """Store a card at the platform for the token's account. Return the data of the card that we may store. Raises
    BadCard if the platform refuses the card."""
    return _call(platform, lambda client: client.add_card(card=card, token=token))


def _sign_in(platform: str, call: Callable[[SignInCalls], Awaitable[Reply]], *, seconds: float | None = None) -> Reply:
    """Make one call of a sign-in, and store whether the platform's firewall refuses sign-ins."""
    try:
        result = _call(platform, lambda client: call(client.sign_in), seconds=seconds)
    except SignInBlocked:
        sign_in_refusals.record(platform=platform, now=timezone.now())
        raise
    except Permanent:
        # The platform itself has answered, such as to a wrong password.
        sign_in_refusals.clear(platform=platform)
        raise
    sign_in_refusals.clear(platform=platform)
    return result


def _call(platform: str, call: Callable[[PlatformClient], Awaitable[Reply]], *, seconds: float | None = None) -> Reply:
    """Make one call within `seconds` (None: no limit of our own), and close the client."""
    client = booking_client(platform)

    async def make() -> Reply:
        async with client, asyncio.timeout(seconds):
            return await call(client)

    try:
        return async_to_sync(make)()
    except PlatformError as error:
        if isinstance(error, metrics.COUNTED):
            metrics.OUR_FAULTS.labels(platform, error.label).inc()
        raise


def token_expires_at(token: SealedToken, *, now: datetime) -> datetime | None:
    """Return the expiry time that a sealed token contains, without calling the platform.

    Returns None if the token contains no expiry time, or one in the past: the platform has just accepted the token, so
    an expiry time in the past must be wrong.
    """
    ends = SealedBox(settings.SEAL_KEYS).expires_at(token)
    return ends if ends is not None and ends > now else None
