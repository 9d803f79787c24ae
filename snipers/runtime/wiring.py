"""Creates the platforms' clients from the settings. A process imports only the clients that it uses."""

from snipers.clients.base import BookingClient
from snipers.clients.credentials import SealedBox
from snipers.domain.access import RESY_SIGN_IN_PATHS, Access
from snipers.domain.vocabulary import Platform
from snipers.environment import version
from snipers.runtime.settings import Settings


def booking_client(settings: Settings, *, platform: str) -> BookingClient:
    """Return a platform's client for this process. Raises ValueError for an unknown platform."""
    wanted, box = Platform(platform), SealedBox(settings.seal_keys)
    access = environment_access(settings, platform=wanted)
    match wanted:
        case Platform.RESY:
            from snipers.clients.resy.client import ResyClient

            return ResyClient(base_url=settings.resy_base_url, access=access, box=box)
        case Platform.OPENTABLE:
            from snipers.clients.opentable.client import OpenTableClient

            return OpenTableClient(base_url=settings.opentable_base_url, access=access, box=box)


def environment_access(settings: Settings, *, platform: Platform) -> Access:
    """Return the access to a platform that the environment states, with which a client starts."""
    user_agent = version.user_agent(public_url=settings.public_url)
    if platform is Platform.RESY:
        return Access(secret=settings.resy_api_key, user_agent=user_agent, sign_in_paths=RESY_SIGN_IN_PATHS)
    return Access(secret=settings.opentable_app_secret, user_agent=user_agent, application_id=settings.opentable_app_id)
