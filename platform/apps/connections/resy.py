"""The web tower's way to Resy: the snipers' own client, used for one call at a time."""

import asyncio
from typing import Final

from asgiref.sync import async_to_sync
from django.conf import settings

from snipers.clients.base import Login, Profile
from snipers.clients.credentials import SealedBox, SealedToken
from snipers.clients.resy.client import ResyClient

# Somebody waits for the page: a check that takes longer says nothing.
CHECK_SECONDS: Final = 3.0


def _client() -> ResyClient:
    return ResyClient(
        base_url=settings.RESY_BASE_URL,
        api_key=settings.RESY_API_KEY,
        user_agent=settings.USER_AGENT,
        box=SealedBox(settings.SEAL_KEYS),
    )


@async_to_sync
async def sign_in(*, email: str, password: str) -> Login:
    """Sign in at Resy; the token comes back sealed, the password is forgotten. Raises PlatformError."""
    async with _client() as client:
        return await client.login(email=email, password=password)


@async_to_sync
async def whose(*, token: SealedToken) -> Profile:
    """Whose token it is. Raises PlatformError, TimeoutError or BrokenSeal."""
    async with _client() as client, asyncio.timeout(CHECK_SECONDS):
        return await client.me(token=token)
