"""Creates a platform's client from its manifest. A process imports only the clients that it uses.

Every function raises UnknownPlatform for a key of no platform.
"""

from collections.abc import Mapping
from typing import cast

from snipers.clients import registry
from snipers.clients.credentials import SealedBox
from snipers.clients.manifest import AccessKind
from snipers.clients.sign_in import PlatformClient
from snipers.domain.access import Access


def create_client(
    platform: str, *, base_url: str, access: Access, box: SealedBox, shared: object | None = None
) -> PlatformClient:
    """Return a client of the platform. `shared` is the state that clients of one process share (create_shared)."""
    made = registry.load(registry.find(platform).client)
    return cast(PlatformClient, made(base_url=base_url, access=access, box=box, shared=shared))


def create_shared(platform: str) -> object:
    """Return new state for the clients of one process, such as whether the platform accepts our key."""
    return cast(object, registry.load(registry.find(platform).shared)())


def access_from(values: Mapping[str, str], *, platform: str, user_agent: str) -> Access:
    """Return our access to a platform as environment variables state it."""
    manifest = registry.find(platform)
    secret = "APP_SECRET" if manifest.needs_key is AccessKind.APPLICATION else "API_KEY"
    return Access(
        secret=values.get(manifest.variable(secret), ""),
        user_agent=user_agent,
        application_id=values.get(manifest.variable("APP_ID"), ""),
        sign_in_paths=manifest.sign_in_paths,
    )
