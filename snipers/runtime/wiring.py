"""Creates the platforms' clients in production. A process imports only the clients that it uses."""

from snipers.clients.base import BookingClient
from snipers.clients.credentials import SealedBox
from snipers.domain.vocabulary import Platform
from snipers.runtime.settings import Settings


def booking_client(settings: Settings, *, platform: str) -> BookingClient:
    """Return a platform's client for this process. Raises ValueError for an unknown platform."""
    wanted, box = Platform(platform), SealedBox(settings.seal_keys)
    user_agent = f"Tablehawk/0.1 (+{settings.public_url})"
    match wanted:
        case Platform.RESY:
            from snipers.clients.resy.client import ResyClient

            return ResyClient(
                base_url=settings.resy_base_url, api_key=settings.resy_api_key, user_agent=user_agent, box=box
            )
        case Platform.OPENTABLE:
            from snipers.clients.opentable.client import OpenTableClient

            return OpenTableClient(base_url=settings.opentable_base_url, user_agent=user_agent, box=box)
