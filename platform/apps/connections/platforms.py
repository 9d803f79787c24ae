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

from apps.connections import access, metrics, sign_in_refusals
from apps.connections.models import Platform, PlatformAccount
from snipers.clients.base import (
    AccountList,
    BeforeCall,
    BookingClient,
    BookingTerms,
    Card,
    CardOnFile,
    CodeSent,
    Found,
    Login,
    ProbeAnswer,
    Profile,
    TimeSample,
)
from snipers.clients.credentials import SealedBox, SealedToken
from snipers.clients.errors import Permanent, PlatformError, SignInBlocked
from snipers.clients.http_client import KeyCheck
from snipers.clients.opentable.callers import ApplicationToken
from snipers.clients.opentable.client import OpenTableClient
from snipers.clients.resy.client import ResyClient
from snipers.clients.resy.sign_in import Challenge, Renewal
from snipers.domain.settling import Held
from snipers.domain.slot import Slot

NAMES: Final[dict[str, str]] = {Platform.RESY: "Resy", Platform.OPENTABLE: "OpenTable"}
# Timeouts in seconds. A page waits for the check of an account; only background tasks wait for the other reads.
CHECK_SECONDS: Final = 3.0
READ_SECONDS: Final = 15.0
# A few calls one after another, which an operator waits for.
PROBE_SECONDS: Final = 30.0

# Whether Resy accepts our API key, as learned from the replies to this process's calls without a user's token.
RESY_KEY: Final = KeyCheck()
# Our application's token at OpenTable, which this process's clients share.
OPENTABLE_TOKEN: Final = ApplicationToken()

Client = TypeVar("Client", bound=BookingClient)
Reply = TypeVar("Reply")


def resy() -> ResyClient:
    """Return a client of Resy with our current access, for one call. The caller closes the client."""
    client = ResyClient(
        base_url=settings.RESY_BASE_URL,
        access=access.environment_access(Platform.RESY),
        box=SealedBox(settings.SEAL_KEYS),
        key_check=RESY_KEY,
    )
    client.set_access(access.stored_access(Platform.RESY))
    return client


def opentable() -> OpenTableClient:
    """Return a client of OpenTable with our current access, for one call. The caller closes the client."""
    client = OpenTableClient(
        base_url=settings.OPENTABLE_BASE_URL,
        access=access.environment_access(Platform.OPENTABLE),
        box=SealedBox(settings.SEAL_KEYS),
        app_token=OPENTABLE_TOKEN,
    )
    client.set_access(access.stored_access(Platform.OPENTABLE))
    return client


def booking_client(platform: str) -> BookingClient:
    """Return a client of the platform for one call. The caller closes the client."""
    return resy() if platform == Platform.RESY else opentable()


def sign_in_to_resy(*, email: str, password: str) -> Login:
    """Sign in to Resy with a password. Return the sealed token and the profile. Raises BadCredentials."""
    return _sign_in(lambda client: client.login(email=email, password=password))


def send_resy_code(*, address: str) -> None:
    """Ask Resy to send a sign-in code to a phone number or an e-mail address."""
    _sign_in(lambda client: client.sign_in.send_code(address=address))


def confirm_resy_code(*, address: str, code: str) -> Login | Challenge:
    """Sign in to Resy with a code. Return the sign-in, or the challenge that Resy opens instead."""
    return _sign_in(lambda client: client.sign_in.confirm_code(address=address, code=code))


def answer_resy_challenge(*, address: str, challenge: Challenge, answers: Mapping[str, str]) -> Login:
    """Sign in to Resy with the answers to a challenge, by the names of its properties."""
    return _sign_in(
        lambda client: client.sign_in.answer_challenge(address=address, challenge=challenge, answers=answers)
    )


def send_opentable_code(*, phone: str, country_code: str) -> CodeSent:
    """Ask OpenTable to send a sign-in code. `phone` is the national number, `country_code` is as in "+1"."""
    return _call(opentable(), lambda client: client.send_code(phone=phone, country_code=country_code))


def sign_in_to_opentable(*, phone: str, country_code: str, code: str, correlation_id: str) -> Login:
    """Sign in to OpenTable with a code. Return the sealed token and the profile. Raises BadCredentials for a wrong
    code."""
    return _call(
        opentable(),
        lambda client: client.confirm_code(
            phone=phone, country_code=country_code, code=code, correlation_id=correlation_id
        ),
    )


def renew_sign_in(*, account: PlatformAccount) -> Renewal:
    """Exchange the refresh token of an account at Resy for new tokens. Raises BadCredentials if Resy refuses it."""
    token = SealedToken(account.sealed_refresh_token)
    return _sign_in(lambda client: client.sign_in.renew(refresh_token=token), seconds=READ_SECONDS)


def fetch_profile(*, platform: str, token: SealedToken) -> Profile:
    """Return the platform's profile of the account that the token belongs to."""
    return _call(booking_client(platform), lambda client: client.me(token=token), seconds=CHECK_SECONDS)


def read_clock(*, platform: str) -> TimeSample:
    """Return a sample of the platform's clock."""
    return _call(booking_client(platform), lambda client: client.time(), seconds=CHECK_SECONDS)


def probe(*, platform: str, before_call: BeforeCall) -> list[ProbeAnswer]:
    """Check with a few reads which parts of the platform answer our calls. `before_call` is awaited before each
    call.
    """
    return _call(booking_client(platform), lambda client: client.probe(before_call=before_call), seconds=PROBE_SECONDS)


def fetch_account_list(*, account: PlatformAccount) -> AccountList:
    """Return the platform's list of an account's reservations."""
    token = SealedToken(account.sealed_token)
    return _call(
        booking_client(account.platform), lambda client: client.account_list(token=token), seconds=READ_SECONDS
    )


def cancel_reservation(*, account: PlatformAccount, held: Held) -> None:
    """Cancel a reservation from the account's list.

    Raises NotFound for a 404, which does not prove that the reservation is gone.
    """
    token = SealedToken(account.sealed_token)
    _call(booking_client(account.platform), lambda client: client.cancel(held=held, token=token), seconds=READ_SECONDS)


def find_tables(*, platform: str, platform_venue_id: int, day: date, party_size: int) -> Found:
    """Return the free tables of a venue on a day. No user's token is sent."""
    return _call(
        booking_client(platform),
        lambda client: client.find(platform_venue_id=platform_venue_id, day=day, party_size=party_size),
        seconds=READ_SECONDS,
    )


def read_terms(*, account: PlatformAccount, slot: Slot) -> BookingTerms:
    """Return the platform's terms for a table, without booking it. A hold that the platform has placed is released."""
    token = SealedToken(account.sealed_token)

    async def read(client: BookingClient) -> BookingTerms:
        terms = await client.details(slot=slot, token=token)
        await client.release_hold(terms=terms, token=token)
        return terms

    return _call(booking_client(account.platform), read, seconds=READ_SECONDS)


def add_card(*, platform: str, token: SealedToken, card: Card) -> CardOnFile:
    """Store a card at the platform for the token's account. Return the data of the card that we may store. Raises
    BadCard if the platform refuses the card."""
    return _call(booking_client(platform), lambda client: client.add_card(card=card, token=token))


def _sign_in(call: Callable[[ResyClient], Awaitable[Reply]], *, seconds: float | None = None) -> Reply:
    """Make one call of a sign-in at Resy, and store whether Resy's firewall refuses sign-ins."""
    try:
        result = _call(resy(), call, seconds=seconds)
    except SignInBlocked:
        sign_in_refusals.record(platform=Platform.RESY, now=timezone.now())
        raise
    except Permanent:
        # Resy itself has answered, such as to a wrong password.
        sign_in_refusals.clear(platform=Platform.RESY)
        raise
    sign_in_refusals.clear(platform=Platform.RESY)
    return result


def _call(client: Client, call: Callable[[Client], Awaitable[Reply]], *, seconds: float | None = None) -> Reply:
    """Make one call within `seconds` (None: no limit of our own), and close the client."""

    async def make() -> Reply:
        async with client, asyncio.timeout(seconds):
            return await call(client)

    try:
        return async_to_sync(make)()
    except PlatformError as error:
        if isinstance(error, metrics.COUNTED):
            metrics.OUR_FAULTS.labels(_source(client), error.label).inc()
        raise


def _source(client: BookingClient) -> str:
    return Platform.RESY if isinstance(client, ResyClient) else Platform.OPENTABLE


def token_expires_at(token: SealedToken, *, now: datetime) -> datetime | None:
    """Return the expiry time that a sealed token contains, without calling the platform.

    Returns None if the token contains no expiry time, or one in the past: the platform has just accepted the token, so
    an expiry time in the past must be wrong.
    """
    ends = SealedBox(settings.SEAL_KEYS).expires_at(token)
    return ends if ends is not None and ends > now else None
