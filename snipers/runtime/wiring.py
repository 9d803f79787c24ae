"""Which implementation stands behind each port in production."""

from snipers.clients.base import BookingClient
from snipers.clients.credentials import SealedBox
from snipers.clients.resy.client import ResyClient
from snipers.runtime.settings import Settings
from snipers.store.base import SnipeStore
from snipers.store.postgres import PostgresStore


def store(settings: Settings) -> SnipeStore:
    """Return the store of one process."""
    return PostgresStore(url=settings.database_url)


def booking_client(settings: Settings) -> BookingClient:
    """Return the Resy client of one process."""
    return ResyClient(
        base_url=settings.resy_base_url,
        api_key=settings.resy_api_key,
        user_agent=f"Tablehawk/0.1 (+{settings.public_url})",
        box=SealedBox(settings.seal_keys),
    )
