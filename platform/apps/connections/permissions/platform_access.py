"""Reads and writes our access to the platforms: API key or application, User-Agent and sign-in paths.

An operator's row (table `platform_access`) replaces the values of the environment. The web tower reads the row for each
call to a platform. Watchers read the row together with their roster, so they use a change within three seconds.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings

from apps.connections import signals
from apps.connections.models import PlatformAccess
from snipers.clients import registry
from snipers.clients.credentials import SealedBox
from snipers.clients.factories import access_from
from snipers.domain.access import Access, StoredAccess


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """The values that an operator entered for a platform. `secret` is the new API key or client secret; None keeps the
    stored secret, and "" removes it."""

    application_id: str = ""
    secret: str | None = None
    user_agent: str = ""
    sign_in_paths: tuple[str, ...] = ()


def environment_access(platform: str) -> Access:
    """Return the access that the environment variables set for a platform. Raises UnknownPlatform."""
    values = {name: getattr(settings, name) for name in registry.find(platform).defaults()}
    return access_from(values, platform=platform, user_agent=settings.USER_AGENT)


def stored_access(platform: str) -> StoredAccess | None:
    """Return the access that an operator stored for a platform, or None. An empty field means the environment's
    value."""
    row = PlatformAccess.objects.filter(pk=platform).first()
    if row is None:
        return None
    return StoredAccess(
        changed_at=row.changed_at,
        sealed_secret=row.sealed_secret,
        user_agent=row.user_agent,
        application_id=row.application_id,
        sign_in_paths=tuple(row.sign_in_paths),
    )


def store_access(*, platform: str, given: Given, by: str, now: datetime) -> PlatformAccess:
    """Store an operator's values for a platform and return the row. `by` is the operator's name.

    Sends `access_changed`, so that watchers read the new values.
    """
    values: dict[str, Any] = {
        "application_id": given.application_id,
        "user_agent": given.user_agent,
        "sign_in_paths": list(given.sign_in_paths),
        "changed_at": now,
        "changed_by": by[:100],
    }
    if given.secret is not None:
        box = SealedBox(settings.SEAL_KEYS)
        values["sealed_secret"] = box.seal(given.secret).text if given.secret else ""
    row, _ = PlatformAccess.objects.update_or_create(platform=platform, defaults=values)
    signals.access_changed.send(PlatformAccess, platform=platform)
    return row


def forget_access(*, platform: str) -> None:
    """Delete an operator's values for a platform, so that the environment's values apply again."""
    PlatformAccess.objects.filter(pk=platform).delete()
    signals.access_changed.send(PlatformAccess, platform=platform)
