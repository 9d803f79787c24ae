"""Who may hold a socket: the ports of realtime, answered from the session table."""

from collections.abc import Collection

from channels.db import database_sync_to_async
from django.utils import timezone

from apps.accounts import tokens
from apps.accounts.models import Session
from apps.accounts.sessions import identify
from realtime.ports import Principal


class AccessTokenVerifier:
    """Implements realtime.ports.TokenVerifier with the same check as the REST API."""

    async def verify(self, token: str) -> Principal | None:
        """The holder of a good access token of a living session; None for anything else."""
        return await database_sync_to_async(_principal)(token)


class SessionTable:
    """Implements realtime.ports.SessionLookup."""

    async def ended(self, session_ids: Collection[str]) -> set[str]:
        """Those of the given sessions that are over, with one query for all."""
        return await database_sync_to_async(_ended)(list(session_ids))


def _principal(token: str) -> Principal | None:
    now = timezone.now()
    identity = identify(token=token, now=now)
    if identity is None:
        return None
    claims = tokens.read_access(token=token, now=now)
    return Principal(user_id=identity.user.pk, session_id=str(identity.session_id), expires_at=claims.expires_at)


def _ended(session_ids: list[str]) -> set[str]:
    living = Session.objects.filter(
        id__in=session_ids, revoked_at=None, expires_at__gt=timezone.now(), user__is_active=True
    ).values_list("id", flat=True)
    return set(session_ids) - {str(session_id) for session_id in living}
