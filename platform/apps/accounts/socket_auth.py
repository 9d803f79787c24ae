"""Who may hold a socket: the ports of realtime, answered from the session table."""

from collections.abc import Collection
from uuid import UUID

from django.utils import timezone

from apps.accounts import tokens
from apps.accounts.sessions import holders
from apps.common.batch_loader import BatchLoader
from realtime.ports import Principal


class _Living:
    """Living sessions and who holds them; everybody who asks at once is answered by one query."""

    def __init__(self) -> None:
        self._holders = BatchLoader(lambda session_ids: holders(session_ids=session_ids, now=timezone.now()))

    async def holders(self, session_ids: Collection[UUID]) -> dict[UUID, int]:
        """Return the user of each session that is alive."""
        return await self._holders(session_ids)


class AccessTokenVerifier(_Living):
    """Implements realtime.ports.TokenVerifier with the same check as the REST API."""

    async def verify(self, token: str) -> Principal | None:
        """The holder of a good access token of a living session; None for anything else."""
        try:
            claims = tokens.read_access(token=token, now=timezone.now())
        except tokens.BadToken:
            return None
        living = await self.holders([claims.session_id])
        if living.get(claims.session_id) != claims.user_id:
            return None
        return Principal(user_id=claims.user_id, session_id=str(claims.session_id), expires_at=claims.expires_at)


class SessionTable(_Living):
    """Implements realtime.ports.SessionLookup."""

    async def ended(self, session_ids: Collection[str]) -> set[str]:
        """Those of the given sessions that are over, with one query for all."""
        living = await self.holders([UUID(one) for one in session_ids])
        return {one for one in session_ids if UUID(one) not in living}
