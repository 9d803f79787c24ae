"""The web tower's calls to the platforms. Each call creates a platform client of the snipers. This module also has the
platforms' names for people.

Every call may raise PlatformError. Calls with a sealed token may also raise BrokenSeal. Calls with a timeout may also
raise TimeoutError.
"""

import asyncio
from collections.abc import Mapping
from datetime import datetime
from typing import Final

from asgiref.sync import async_to_sync
from django.conf import settings

from apps.connections.models import Platform, PlatformAccount
from snipers.clients.base import AccountList, BookingClient, Card, CardOnFile, CodeSent, Login, Profile
from snipers.clients.credentials import SealedBox, SealedToken
from snipers.clients.opentable.client import OpenTableClient
from snipers.clients.resy.client import ResyClient
from snipers.clients.resy.sign_in import Challenge
from snipers.domain.settling import Held

NAMES: Final[dict[str, str]] = {Platform.RESY: "Resy", Platform.OPENTABLE: "OpenTable"}
# A page waits for a check; only background tasks wait for the other reads.
CHECK_SECONDS: Final = 3.0
READ_SECONDS: Final = 15.0


def resy() -> ResyClient:
    """Return a client for one call. The caller closes it."""
    return ResyClient(
        base_url=settings.RESY_BASE_URL,
        api_key=settings.RESY_API_KEY,
        user_agent=settings.USER_AGENT,
        box=SealedBox(settings.SEAL_KEYS),
    )


def _opentable() -> OpenTableClient:
    box = SealedBox(settings.SEAL_KEYS)
    return OpenTableClient(base_url=settings.OPENTABLE_BASE_URL, user_agent=settings.USER_AGENT, box=box)


def booking_client(platform: str) -> BookingClient:
    """Return a client of the platform for one call. The caller closes it."""
    return resy() if platform == Platform.RESY else _opentable()


@async_to_sync
async def sign_in_to_resy(*, email: str, password: str) -> Login:
    """Sign in and return the sealed token."""
    async with resy() as client:
        return await client.login(email=email, password=password)


@async_to_sync
async def send_resy_code(*, address: str) -> None:
    """Let Resy send a sign-in code to a phone number or an e-mail address."""
    async with resy() as client:
        await client.sign_in.send_code(address=address)


@async_to_sync
async def confirm_resy_code(*, address: str, code: str) -> Login | Challenge:
    """Sign in with the code. Resy may open a challenge instead."""
    async with resy() as client:
        return await client.sign_in.confirm_code(address=address, code=code)


@async_to_sync
async def answer_resy_challenge(*, address: str, challenge: Challenge, answers: Mapping[str, str]) -> Login:
    """Sign in with the answers to a challenge."""
    async with resy() as client:
        return await client.sign_in.answer_challenge(address=address, challenge=challenge, answers=answers)


@async_to_sync
async def send_opentable_code(*, phone: str, country_code: str) -> CodeSent:
    """Let OpenTable send a sign-in code. `phone` is the national number."""
    async with _opentable() as client:
        return await client.send_code(phone=phone, country_code=country_code)


@async_to_sync
async def sign_in_to_opentable(*, phone: str, country_code: str, code: str, correlation_id: str) -> Login:
    """Sign in with the code and return the sealed token."""
    async with _opentable() as client:
        return await client.confirm_code(
            phone=phone, country_code=country_code, code=code, correlation_id=correlation_id
        )


@async_to_sync
async def fetch_profile(*, platform: str, token: SealedToken) -> Profile:
    """Return the profile of the token's owner."""
    async with booking_client(platform) as client, asyncio.timeout(CHECK_SECONDS):
        return await client.me(token=token)


@async_to_sync
async def fetch_reservations(*, account: PlatformAccount) -> list[Held]:
    """Return every future reservation of an account."""
    async with booking_client(account.platform) as client, asyncio.timeout(READ_SECONDS):
        return await client.reservations(token=SealedToken(account.sealed_token))


@async_to_sync
async def fetch_account_list(*, account: PlatformAccount) -> AccountList:
    """Return the future and the canceled reservations of an account."""
    async with booking_client(account.platform) as client, asyncio.timeout(READ_SECONDS):
        return await client.account_list(token=SealedToken(account.sealed_token))


@async_to_sync
async def cancel_reservation(*, account: PlatformAccount, held: Held) -> None:
    """Cancel a reservation that is in the account's list. Raises NotFound if it is gone."""
    async with booking_client(account.platform) as client, asyncio.timeout(READ_SECONDS):
        await client.cancel(held=held, token=SealedToken(account.sealed_token))


@async_to_sync
async def add_card(*, platform: str, token: SealedToken, card: Card) -> CardOnFile:
    """Put a card on file at an account."""
    async with booking_client(platform) as client:
        return await client.add_card(card=card, token=token)


def token_expires_at(token: SealedToken, *, now: datetime) -> datetime | None:
    """Return the expiry time in a token, without a call. None if the token has none, or one in the past.

    The platform has accepted the token, so an expiry time in the past must be wrong.
    """
    ends = SealedBox(settings.SEAL_KEYS).expires_at(token)
    return ends if ends is not None and ends > now else None
