"""What the web tower asks both platforms for an account that is connected already, and how they are called in texts."""

import asyncio
from datetime import datetime
from typing import Final

from asgiref.sync import async_to_sync
from django.conf import settings

from apps.connections import opentable, resy
from apps.connections.models import Platform, PlatformAccount
from snipers.clients.base import AccountList, BookingClient, Card, CardOnFile, Profile
from snipers.clients.credentials import SealedBox, SealedToken
from snipers.domain.settling import Held

NAMES: Final[dict[str, str]] = {Platform.RESY: "Resy", Platform.OPENTABLE: "OpenTable"}
# Somebody waits for the page: a check that takes longer says nothing.
CHECK_SECONDS: Final = 3.0
# Nobody waits for these.
READ_SECONDS: Final = 15.0


def token_expires_at(token: SealedToken, *, now: datetime) -> datetime | None:
    """When a token that is good now says that it ends; None when it says nothing. Raises BrokenSeal.

    An end that is over already is wrong: the platform knows better, and takes the token.
    """
    ends = SealedBox(settings.SEAL_KEYS).expires_at(token)
    return ends if ends is not None and ends > now else None


@async_to_sync
async def fetch_profile(*, platform: str, token: SealedToken) -> Profile:
    """Whose token it is. Raises PlatformError, TimeoutError or BrokenSeal."""
    async with _client(platform) as client, asyncio.timeout(CHECK_SECONDS):
        return await client.me(token=token)


@async_to_sync
async def fetch_reservations(*, account: PlatformAccount) -> list[Held]:
    """Every coming reservation of an account. Raises PlatformError, TimeoutError or BrokenSeal."""
    async with _client(account.platform) as client, asyncio.timeout(READ_SECONDS):
        return await client.reservations(token=SealedToken(account.sealed_token))


@async_to_sync
async def fetch_account_list(*, account: PlatformAccount) -> AccountList:
    """What an account holds and what its platform lists as canceled. Raises PlatformError, TimeoutError, BrokenSeal."""
    async with _client(account.platform) as client, asyncio.timeout(READ_SECONDS):
        return await client.account_list(token=SealedToken(account.sealed_token))


@async_to_sync
async def add_card(*, platform: str, token: SealedToken, card: Card) -> CardOnFile:
    """Put a card on file with an account; nothing of it is kept here. Raises PlatformError or BrokenSeal."""
    async with _client(platform) as client:
        return await client.add_card(card=card, token=token)


def _client(platform: str) -> BookingClient:
    return resy.client() if platform == Platform.RESY else opentable.client()
