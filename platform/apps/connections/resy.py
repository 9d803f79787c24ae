"""The web tower's way to Resy: the snipers' own client, used for one call at a time."""

from asgiref.sync import async_to_sync
from django.conf import settings

from snipers.clients.base import Login
from snipers.clients.credentials import SealedBox
from snipers.clients.resy.client import ResyClient


def client() -> ResyClient:
    """A client for one call; close it."""
    return ResyClient(
        base_url=settings.RESY_BASE_URL,
        api_key=settings.RESY_API_KEY,
        user_agent=settings.USER_AGENT,
        box=SealedBox(settings.SEAL_KEYS),
    )


@async_to_sync
async def sign_in(*, email: str, password: str) -> Login:
    """Sign in at Resy; the token comes back sealed, the password is forgotten. Raises PlatformError."""
    async with client() as resy:
        return await resy.login(email=email, password=password)
