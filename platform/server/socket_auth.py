"""Implements the authentication interfaces of realtime.ports on the session table. A WebSocket may open and stay open
while its session is live."""

from collections.abc import Collection
from uuid import UUID

from django.utils import timezone

from apps.accounts.sign_in import tokens
from apps.accounts.sign_in.sessions import find_session_users
from apps.common.database.batch_loader import BatchLoader
from realtime.ports import Principal


class _SessionReader:
    """Reads the users of live sessions. Concurrent calls share one query."""

    def __init__(self) -> None:
        self._find_users = BatchLoader(lambda ids: find_session_users(session_ids=ids, now=timezone.now()))


class AccessTokenVerifier(_SessionReader):
    """Implements realtime.ports.TokenVerifier with the same check as the REST API."""

    async def verify(self, token: str) -> Principal | None:
        """Return the user and session if the access token is valid and its session is live; otherwise None."""
        try:
            claims = tokens.read_access(token=token, now=timezone.now())
        except tokens.BadToken:
            return None
        users = await self._find_users([claims.session_id])
        if users.get(claims.session_id) != claims.user_id:
            return None
        return Principal(user_id=claims.user_id, session_id=str(claims.session_id), expires_at=claims.expires_at)


class SessionTable(_SessionReader):
    """Implements realtime.ports.SessionLookup, which finds the open WebSockets whose sessions have ended."""

    async def ended(self, session_ids: Collection[str]) -> set[str]:
        """Return the ids of the given sessions that have ended or whose user is not active, with one query."""
        users = await self._find_users([UUID(one) for one in session_ids])
        return {one for one in session_ids if UUID(one) not in users}
