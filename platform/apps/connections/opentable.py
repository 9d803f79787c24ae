"""The web tower's way to OpenTable: the snipers' own client, used for one call at a time."""

from asgiref.sync import async_to_sync
from django.conf import settings

from snipers.clients.base import CodeSent, Login
from snipers.clients.credentials import SealedBox
from snipers.clients.opentable.client import OpenTableClient


def client() -> OpenTableClient:
    """A client for one call; close it."""
    return OpenTableClient(
        base_url=settings.OPENTABLE_BASE_URL, user_agent=settings.USER_AGENT, box=SealedBox(settings.SEAL_KEYS)
    )


@async_to_sync
async def send_code(*, phone: str, country_code: str) -> CodeSent:
    """Let OpenTable send a sign-in code to a phone. `phone` is the national number. Raises PlatformError."""
    async with client() as opentable:
        return await opentable.send_code(phone=phone, country_code=country_code)


@async_to_sync
async def confirm_code(*, phone: str, country_code: str, code: str, correlation_id: str) -> Login:
    """Sign in with the code; the token comes back sealed, the code is forgotten. Raises PlatformError."""
    async with client() as opentable:
        return await opentable.confirm_code(
            phone=phone, country_code=country_code, code=code, correlation_id=correlation_id
        )
