"""Creates the platforms' clients from the settings. A process imports only the clients that it uses."""

from snipers.clients.base import BookingClient
from snipers.clients.credentials import SealedBox
from snipers.clients.factories import create_client
from snipers.clients.registry import find
from snipers.runtime.settings import Settings


def booking_client(settings: Settings, *, platform: str) -> BookingClient:
    """Return a platform's client for this process. Raises UnknownPlatform."""
    key = find(platform).key
    return create_client(
        key, base_url=settings.base_urls[key], access=settings.accesses[key], box=SealedBox(settings.seal_keys)
    )
